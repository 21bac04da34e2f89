import { createHash, randomUUID } from 'node:crypto';
import { type OrderId, orderStatus } from '@holdfast/contract';
import { refusalOf } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Flow, startFlow, stranger, until } from '../../test/flow.ts';

/** The transaction of an order as a file for other tools, and such a file compared with it, over HTTP. */
let flow: Flow;
const ask = async (symbol: 'BTC' | 'ETH', amount: string): Promise<OrderId> => {
  const payee = symbol === 'BTC' ? stranger.bitcoin : stranger.evm;
  const wanted = { request_id: randomUUID(), sub_wallet_id: flow.installed.subWalletId, symbol, amount };
  return (await flow.api.withdraw.create({ ...wanted, address_to: payee })).withdraw_id;
};
const fileOf = (withdraw_id: OrderId) => flow.api.transaction.file({ withdraw_id });
const compare = (withdraw_id: OrderId, file: string) => flow.api.transaction.compareFile({ withdraw_id, file });
async function planned(symbol: 'BTC' | 'ETH', amount: string): Promise<OrderId> {
  const id = await ask(symbol, amount);
  await flow.decide(id);
  await until('its transaction', async () => (await flow.api.transaction.detail({ id, type: 2 })).txid !== '');
  return id;
}

/** The id of the transaction in a PSBT of less than 253 bytes unsigned (BIP 174: magic, one key of type 0, its value): what is spent are witness outputs alone. */
function idIn(file: string): string {
  const bytes = Buffer.from(file, 'base64');
  expect(bytes.subarray(0, 7).toString('hex')).toBe('70736274ff0100');
  const unsigned = bytes.subarray(8, 8 + (bytes[7] ?? 0));
  const sha256 = (data: Buffer): Buffer => createHash('sha256').update(data).digest();
  return sha256(sha256(unsigned)).reverse().toString('hex');
}

beforeAll(async () => {
  flow = await startFlow();
  for (const amount of ['0.5', '0.4']) await flow.fund('BTC', amount);
  await flow.fund('ETH', '1');
  for (const chain of ['bitcoin', 'evm'] as const) await flow.mine(chain, 4);
  await until('coins', async () => (await flow.available('BTC')) === '0.9' && (await flow.available('ETH')) === '1');
}, 60_000);
afterAll(() => flow?.close());

it('an order has a file as soon as it has a transaction, on chains that have such a form', async () => {
  const waiting = await ask('BTC', '0.01');
  expect(await refusalOf(fileOf(waiting))).toBe('noTransactionYet');
  expect(await refusalOf(compare(waiting, 'cHNidP8='))).toBe('noTransactionYet');
  await flow.api.withdraw.cancel({ withdraw_id: waiting });
  const account = await planned('ETH', '0.1');
  expect(await refusalOf(fileOf(account))).toBe('noTransactionFile');
  expect((await flow.api.transaction.detail({ id: account, type: 2 })).evidence.file_form).toBe('');
});

it('its file is the transaction that the chain gets; the one of another payment is told apart, field by field, and nothing comes of either', async () => {
  const [one, other] = [await planned('BTC', '0.1'), await planned('BTC', '0.2')];
  const { file, file_name } = await fileOf(one);
  expect(file_name).toBe(`payment-${one}.psbt`);
  expect(await compare(one, file)).toEqual({ differences: [], signatures: 0 });
  const { differences } = await compare(one, (await fileOf(other)).file);
  expect(differences.map(({ field }) => field)).toEqual(expect.arrayContaining(['inputs[0]', 'outputs[0].amount']));
  expect(differences.find(({ field }) => field === 'outputs[0].amount')).toMatchObject({
    ...{ expected: '10000000', found: '20000000' },
  });
  expect(await refusalOf(compare(one, 'hello'))).toBe('invalidParameters');
  await until('both ends', async () => {
    await flow.mine('bitcoin');
    return (await Promise.all([one, other].map(flow.status))).every((status) => status === orderStatus.done);
  });
  expect((await flow.api.transaction.detail({ id: one, type: 2 })).txid).toBe(idIn(file));
  expect(await compare(one, file)).toEqual({ differences: [], signatures: 0 });
});
