import { randomUUID } from 'node:crypto';
import { fixedClock } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { install, startTestServer } from '../../../test/index.ts';
import { type HookReceiver, startHooks } from '../../outgoing/test/hooks.ts';
import { type Flow, startFlow, stranger, until } from '../../test/flow.ts';

let flow: Flow;
let hooks: HookReceiver;
beforeAll(async () => {
  [flow, hooks] = await Promise.all([startFlow(), startHooks()]);
});
afterAll(async () => {
  await Promise.all([flow?.close(), hooks?.close()]);
});

const settings = (url: string) => ({
  name: 'Ours',
  url,
  sides: ['deposit' as const, 'withdraw' as const],
  final_only: false,
  success_word: false,
});
interface Told {
  readonly type: string;
  readonly object: string;
  readonly seq: number;
  readonly data: Readonly<Record<string, unknown>>;
}
const told = (): Told[] => hooks.received.map(({ body }) => JSON.parse(body.toString('utf8')));

test('a deposit and a payment are told from their first state to their last, as the list has them, and found there', async () => {
  const { api } = flow;
  const { endpoint_id } = await api.webHook.save({ settings: settings(`${hooks.url}/all`) });
  const txid = await flow.fund('ETH', '5');
  await flow.mine('evm', 4);
  const credited = await until('the deposit', async () => told().find(({ type }) => type === 'deposit.credited'));
  expect(credited.data).toMatchObject({ amount: '5', symbol: 'ETH', txid, chain_id: 'evm:31337', status: 2000 });
  const request_id = randomUUID();
  const place = { sub_wallet_id: flow.installed.subWalletId, symbol: 'ETH', address_to: stranger.evm };
  const { withdraw_id } = await api.withdraw.create({ ...place, request_id, amount: '1' });
  await api.withdraw.cancel({ withdraw_id, remark: 'no' });
  await until('the end', async () => told().some(({ type }) => type === 'withdraw.rejected'));
  const seqs = told().flatMap(({ object, seq }) => (object === `order:${withdraw_id}` ? [seq] : []));
  expect(seqs).toEqual(seqs.map((_, at) => at + 1));
  const { list } = await until('what was noted', async () => {
    const found = await api.webHook.notifyList({ request_id, endpoint_id });
    return found.list.every(({ notify_status }) => notify_status === 1) && found;
  });
  expect(list[0]).toMatchObject({
    side: 'withdraw',
    business_id: withdraw_id,
    symbol: 'ETH',
    amount: '1',
    last_code: 200,
  });
  const found = await api.webHook.attempts({ notify_id: list[0]?.notify_id as never });
  expect(JSON.parse(found.body)).toMatchObject({ attempt: 1, data: { request_id } });
  expect(found.list).toMatchObject([{ attempt: 1, code: 200, error: '' }]);
  const again = hooks.received.length;
  expect(await api.webHook.reNotify({ notify_id: found.notify_id })).toEqual({ queued: 1 });
  await until('it again', async () => hooks.received.length > again);
  const range = { endpoint_id, start: new Date(0), end: new Date(), failed_only: false };
  expect((await api.webHook.reNotify({ range })).queued).toBe((await api.webHook.notifyList({})).total);
});

test('secrets are told once; anybody may ask for the public keys, and nothing else', async () => {
  const { api, server } = flow;
  const { endpoint_id, given } = await api.webHook.save({ settings: settings(`${hooks.url}/keys`) });
  expect(given?.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const listed = await api.webHook.endpoints({});
  const { list } = await server.api().webHook.keys({ endpoint: endpoint_id });
  expect(list).toMatchObject([{ key_id: given?.key_id, public_key: given?.public_key, until: null }]);
  for (const answer of [listed, list, await api.webHook.notifyList({})])
    expect(JSON.stringify(answer)).not.toContain(given?.secret.slice(6));
  expect((await server.api().webHook.keys({ endpoint: randomUUID() })).list).toEqual([]);
  const other = await api.webHook.save({ endpoint_id, settings: { ...settings(`${hooks.url}/keys`), name: 'Other' } });
  expect(other.given).toBeNull();
  for (let n = listed.list.length; n < 10; n++) await api.webHook.save({ settings: settings(`${hooks.url}/${n}`) });
  await expect(api.webHook.save({ settings: settings(hooks.url) })).rejects.toMatchObject({ code: 300200 });
});

/** Where nobody named a private address; most ways to write one are tried on the guard itself (outgoing.test.ts). */
test('an endpoint has to be where the operator lets web hooks lead, and naming one needs a fresh code', async () => {
  const clock = fixedClock();
  const server = await startTestServer({ clock });
  try {
    const { api } = await install(server);
    for (const url of [
      hooks.url,
      'https://127.0.0.1/',
      'https://[::ffff:10.0.0.1]/',
      'https://169.254.169.254/latest/meta-data/',
      'https://localhost/',
      'https://2130706433/',
      'https://user:password@93.184.215.14/',
      'http://93.184.215.14/',
      'file:///etc/passwd',
      'no address',
    ])
      await expect(api.webHook.save({ settings: settings(url) }), url).rejects.toMatchObject({ code: 300201 });
    expect((await api.webHook.endpoints({})).list).toEqual([]);
    clock.advance(6 * 60_000);
    await expect(api.webHook.save({ settings: settings(hooks.url) })).rejects.toMatchObject({ code: 300004 });
  } finally {
    await server.close();
  }
});
