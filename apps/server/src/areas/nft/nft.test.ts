import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { errorEntry } from '@holdfast/contract';
import { type Devnet, devnetChains, rpcClient, startDevnet } from '@holdfast/devnet';
import { deploy, deployNft, deployNfts, lie, mintBatch, mintNft } from '@holdfast/devnet/nft';
import { encodeArguments, methodOf, type Value } from '@holdfast/policy';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';
import { findDrift } from '../../ledger/service.ts';
import { decideSoon, until } from '../../test/flow.ts';

/** NFTs in and out, over HTTP: real signers, and real contracts on a local chain. */
let dir: string;
let devnet: Devnet<'evm'>;
let server: TestServer;
let fixture: SetUp;
let own: string;

const chain_id = 'evm:31337';
const stranger = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const call = <T>(method: string, ...params: readonly unknown[]): Promise<T> =>
  rpcClient(devnet.evm.url)<T>(method, ...params);
const mine = (blocks = 1) => fixture.api.sandbox.mine({ chain_id, blocks });
const of = () => ({ sub_wallet_id: fixture.subWalletId });
const collections = async (ask: { keyword?: string } = {}) =>
  (await fixture.api.nft.asset({ ...of(), ...ask })).nft_list;
const place = (contract_address: string) => ({ ...of(), chain_id, contract_address });
const dataOf = (signature: string, ...values: Value[]): string => {
  const method = methodOf(signature);
  return `${method?.selector}${Buffer.from(encodeArguments(method?.inputs ?? [], values)).toString('hex')}`;
};
const held = async (contract: string, id: bigint): Promise<string | undefined> => {
  const { nft_token_list: list } = await fixture.api.nft.tokenList(place(contract));
  return list.find(({ token_id }) => token_id === String(id))?.amount;
};

beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'hf-nfts-'));
  devnet = await startDevnet({ chains: ['evm'], dir, tickMs: 0 });
  const config = { sandbox: { faucetUrl: devnet.faucet.url } };
  server = await startTestServer({ realSigners: 'here', chains: devnetChains(devnet), config });
  fixture = await setUp(server.place, { book: { mode: 'off', coolingHours: '0' } });
  await server.keepConfirmed();
  await fixture.api.sandbox.fund({ ...of(), symbol: 'ETH', amount: '10' });
  await mine(4);
  const balance = () => fixture.api.withdraw.symbolBalance({ ...of(), symbol: 'ETH' });
  await until('coins', async () => (await balance()).normal_balance === '10');
  own = (await fixture.api.web3.info({ ...of(), main_chain_symbol: chain_id })).address;
}, 90_000);
afterAll(async () => {
  await server?.close();
  await devnet?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const transactions = async (ask: Partial<Parameters<typeof fixture.api.transaction.list>[0]> = {}) =>
  (await fixture.api.transaction.list({ ...of(), page_size: 100, ...ask })).list;
const noticesOf = async (event: string) =>
  (await fixture.api.notice.list({ page_size: 100 })).list.filter((one) => one.event === event);

/** One that came in, in the list of transactions, under each filter that fits. */
async function listed(contract: string, token: string): Promise<number> {
  const isIt = ({ nft, contract_address }: Awaited<ReturnType<typeof transactions>>[number]): boolean =>
    contract_address === contract && nft?.items[0]?.token_id === token;
  const row = (await transactions()).find(isIt);
  expect(row).toMatchObject({ type: 7, direction: 'in', symbol: 'NFT', amount: '1', worth_usd: null, status: 2000 });
  expect(row?.can).toEqual({ cancel: false, speed_up: false, drop: false, refund: false, remark: false, audit: false });
  const fits = [
    { type: 7 },
    { status: 2000 },
    { txid: row?.txid },
    { address: row?.address_to },
    { text: 'sandbox PIC' },
  ];
  for (const ask of fits) expect((await transactions(ask as object)).filter(isIt)).toHaveLength(1);
  for (const ask of [
    { type: 1 },
    { type: 2 },
    { type: 3 },
    { symbol: 'ETH' },
    { status: 1000 },
    { text: 'nothing of' },
  ])
    expect((await transactions(ask)).filter(isIt)).toEqual([]);
  const key = { id: row?.id ?? 0, type: 7 };
  const detail = await fixture.api.transaction.detail(key);
  expect(detail.timeline.map(({ sub_status }) => sub_status)).toEqual(['seen', 'credited']);
  expect(detail.evidence).toMatchObject({ txid: row?.txid, chain_id });
  const note = { ...key, note: 'x', tags: [] };
  await expect(fixture.api.transaction.saveNote(note)).rejects.toMatchObject({
    code: errorEntry('invalidParameters').code,
  });
  return key.id;
}

/** Asked for, agreed to, signed, sent and final. */
async function sent(contract: string, input_data: string) {
  const asked = { ...of(), main_chain_symbol: chain_id, interactive_contract: contract, input_data };
  const { withdraw_id: id } = await fixture.api.web3.create({ ...asked, request_id: randomUUID(), trans_type: '1' });
  const detail = () => fixture.api.transaction.detail({ id, type: 2 });
  const { evidence } = await detail();
  await decideSoon(fixture, evidence.intent_id);
  await until('its end', async () => {
    await mine(2);
    return (await detail()).status >= 2000;
  });
  return detail();
}

describe('an NFT', () => {
  it('comes in by the sandbox, is shown with its picture, and counts as no money', async () => {
    const before = (await fixture.api.wallet.asset({})).total_usd;
    expect(await collections()).toEqual([]);
    await fixture.api.sandbox.nft({ ...of(), chain_id });
    await mine(5);
    const coming = await until('the collection', async () => (await collections())[0]);
    await until('what it calls itself', async () => (await collections())[0]?.name === 'Sandbox pictures');
    expect(await collections()).toMatchObject([
      {
        symbol: 'PICS',
        standard: '721',
        kinds: 1,
        num: '1',
        folded: false,
        lures: false,
        coin_net: 'Ethereum (devnet)',
      },
    ]);
    const name = { ...place(coming.contract_address), token_id: coming.token_id };
    const info = await fixture.api.nft.info(name);
    expect(info).toMatchObject({ amount: '1', incoming: '0', problem: '', image_type: 'image/webp' });
    expect(info.nft_name).toBe(`Sandbox picture #${coming.token_id}`);
    expect(info.traits).toEqual([{ name: 'Made by', value: 'the sandbox' }]);
    expect(info.history).toMatchObject([{ direction: 'in', status: 'credited', amount: '1' }]);
    const [, data = ''] = (await fixture.api.nft.picture(name)).image.split(',');
    expect(await sharp(Buffer.from(data, 'base64')).metadata()).toMatchObject({ format: 'webp', width: 8 });
    expect((await fixture.api.wallet.asset({})).total_usd).toBe(before);
    const id = await listed(coming.contract_address, coming.token_id);
    const told = await until('a notice', async () => (await noticesOf('nft.received'))[0]);
    expect(told).toMatchObject({ kind: 'deposit', object: { kind: 'nft', id } });
    expect(told.text).toBe(`NFT #${coming.token_id} of “Sandbox pictures” reached Treasury.`);
    const { list } = await until('the activity', async () => {
      const found = await fixture.api.activity.list({ ...of(), kind: 'deposit' });
      return found.list.length > 0 && found;
    });
    const nft = { count: '1', collection: 'Sandbox pictures', token_id: coming.token_id };
    expect(list).toMatchObject([
      { action: 'nft.received', about: { object: 'nft', id: String(id), payment: { nft } } },
    ]);
    expect(await findDrift(server.database.db)).toEqual([]);
  }, 60_000);

  it('goes out with the members’ approval of the call, and is gone from its block on', async () => {
    const contract = await deployNft(call, 'Ones', 'ONE');
    await mintNft(call, contract, own, 7n, 'ipfs://nothing');
    await mine(4);
    await until('it', async () => (await held(contract, 7n)) === '1');
    // The contract is asked for its name beside the blocks.
    await until('what it calls itself', async () => (await collections()).some(({ name }) => name === 'Ones'));
    const send = dataOf('safeTransferFrom(address,address,uint256)', own, stranger, 7n);
    expect((await sent(contract, send)).status).toBe(2000);
    await until('its leaving', async () => (await held(contract, 7n)) === undefined);
    const [line] = (await transactions({ type: 7 })).filter(
      ({ nft }) => nft?.items[0]?.contract_address.toLowerCase() === contract.toLowerCase(),
    );
    // Of what an order sends there is one line, the order's.
    expect(line).toMatchObject({ type: 3, direction: 'out', amount: '0', worth_usd: '0', symbol: 'ETH' });
    // What it cost was worth something: the price of ETH is known.
    expect(Number(line?.fee_worth_usd)).toBeGreaterThan(0);
    expect(line?.nft).toMatchObject({ count: '1', items: [{ token_id: '7', collection: 'Ones', folded: false }] });
    const paid = await until('a notice', async () => (await noticesOf('order.paid'))[0]);
    expect(paid.text).toBe('Sending NFT #7 of “Ones” in Treasury is done.');
    const owner = await call<string>('eth_call', { to: contract, data: dataOf('ownerOf(uint256)', 7n) }, 'latest');
    expect(owner.slice(-40)).toBe(stranger.slice(2).toLowerCase());
    const { history } = await fixture.api.nft.info({ ...place(contract), token_id: '7' });
    expect(history.map(({ direction, address }) => [direction, address])).toEqual([
      ['out', stranger],
      ['in', `0x${'0'.repeat(40)}`],
    ]);
  }, 60_000);

  it('of which there are several goes out with others of its collection in one call', async () => {
    const contract = await deployNfts(call, 'Some');
    await mintBatch(call, contract, own, [
      [1n, 5n],
      [2n, 3n],
    ]);
    await mine(4);
    await until('them', async () => (await held(contract, 2n)) === '3');
    const signature = 'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)';
    const send = dataOf(signature, own, stranger, [1n, 2n], [2n, 3n], '0x');
    expect((await sent(contract, send)).status).toBe(2000);
    await until('their leaving', async () => (await held(contract, 2n)) === undefined);
    expect(await held(contract, 1n)).toBe('3');
  }, 60_000);

  it('is not shown where only its contract’s events say so', async () => {
    const liar = await deploy(call, 'LyingNft');
    await lie(call, liar, own, 5n);
    await mine(5);
    const info = () => fixture.api.nft.info({ ...place(liar), token_id: '5' });
    await until('the answer', async () => (await info().catch(() => undefined))?.history[0]?.status === 'unbacked');
    expect(await info()).toMatchObject({ amount: '0' });
    expect((await collections()).map(({ contract_address }) => contract_address)).not.toContain(liar);
    // It is told to nobody, and stands where somebody looks for it.
    const lines = (all: Awaited<ReturnType<typeof transactions>>) =>
      all.filter(({ contract_address: at }) => at.toLowerCase() === liar.toLowerCase());
    expect(lines(await transactions())).toEqual([]);
    expect(lines(await transactions({ type: 7 }))).toMatchObject([{ status: 3000, sub_status: 'unbacked' }]);
  }, 60_000);
});

describe('collections', () => {
  it('that lure people somewhere are folded away, found, and taken back out by whoever wants to see them', async () => {
    const contract = await deployNft(call, 'Claim your reward at drop.example.com', 'WIN');
    await mintNft(call, contract, own, 1n, '');
    await mine(4);
    const one = async () => (await collections({ keyword: 'reward' }))[0];
    await until('it', async () => (await one())?.lures === true);
    expect(await one()).toMatchObject({ folded: true });
    expect((await collections()).at(-1)).toMatchObject({ folded: true, symbol: 'WIN' });
    const name = place((await one())?.contract_address ?? '');
    await fixture.api.nft.fold({ ...name, folded: false });
    expect(await one()).toMatchObject({ folded: false, lures: true });
    await fixture.api.nft.fold({ ...name, folded: true });
    expect(await one()).toMatchObject({ folded: true });
    await server.logSettled();
    const { rows } = await server.database.pool.query<{ entry: string }>(
      "select entry from audit_log where entry like '%nft.fold%'",
    );
    expect(rows.map(({ entry }) => JSON.parse(entry).detail.folded)).toEqual(['no', 'yes']);
    expect(await fixture.api.nft.picture({ ...name, token_id: '1' })).toMatchObject({ image: '', problem: 'none' });
  }, 60_000);

  it('of other wallets are nobody’s to look at, and nothing is fetched of what a wallet never had', async () => {
    const unknown = { ...place(stranger), token_id: '1' };
    const codeOf = (asking: Promise<unknown>) =>
      asking.then(
        () => 0,
        (error: { code: number }) => error.code,
      );
    expect(await codeOf(fixture.api.nft.picture(unknown))).toBe(errorEntry('itemNotFound').code);
    expect(await codeOf(fixture.api.nft.info({ ...unknown, sub_wallet_id: 999_999 as never }))).toBe(
      errorEntry('walletNotFound').code,
    );
  });
});
