import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { modelOf, models } from '../chains/models.ts';
import { type Signer, SignerRefusal } from '../signers/client.ts';
import { type Bare, startBare } from '../test/bare.ts';
import { paced } from './recall.ts';
import { standForUsed } from './used.ts';

let bare: Bare;
beforeAll(async () => {
  bare = await startBare(100);
});
afterAll(() => bare?.close());

/** A signer that takes these for open. */
function withOpen(signer: Signer, payments: readonly object[], settled: string[]): Signer {
  const call = async (method: string, { intents = [] }: { intents?: string[] }): Promise<object> => {
    if (method === 'open') return { payments };
    settled.push(...intents);
    return { settled: intents };
  };
  return { ...signer, call } as Signer;
}

it('stands for what the chain has used the nonce of, and for nothing else, whatever the database knows of it', async () => {
  const { address } = await bare.database.db.selectFrom('addresses').select('address').executeTakeFirstOrThrow();
  const on = { db: bare.database.db, chain: bare.chain, reader: bare.reader };
  const [one, other] = bare.deps().signers;
  if (!one || !other) throw new Error('two signers');
  expect(await modelOf(bare.chain).isUsed(on, [`${address}|0`])).toBe(false);
  bare.slate.ledger.waiting.push({
    txid: 'ab'.repeat(32),
    nonce: 0n,
    fee: 1n,
    from: address,
    to: address,
    contract: '',
    amount: 1n,
  });
  bare.slate.mine(1);
  const payments = [0, 1].map((nonce) => ({ id: `n${nonce}`, chain: bare.chain.id, keys: [`${address}|${nonce}`] }));
  const unknown = { id: 'x', chain: 'nowhere:1', keys: [`${address}|0`] };
  const settled: string[] = [];
  const older = {
    ...other,
    call: () => Promise.reject(new SignerRefusal(other.id, 'badRequest', '')),
  } as unknown as Signer;
  const recall = async () => true;
  await standForUsed({ ...bare.deps(), recall, signers: [withOpen(one, [...payments, unknown], settled), older] });
  expect(settled).toEqual(['n0']);
});

it('counts a coin as used once the block that spent it is final', async () => {
  const { db } = bare.database;
  const chain = { ...bare.chain, id: 'bitcoin:regtest' };
  const txid = 'cd'.repeat(32);
  const reader = { ...bare.reader, finalizedHeight: async () => 10 };
  const used = () => models.utxo.isUsed({ db, chain, reader }, [`${'ef'.repeat(32)}:0`, `${txid}:1`]);
  const { workspaceId } = bare.books;
  await sql`insert into utxo_txs (chain, txid, raw_tx) values (${chain.id}, ${txid}, 'aa')`.execute(db);
  await sql`insert into utxos (chain, txid, vout, workspace_id, sub_wallet_id, address, path, amount, kind, height, ready)
    values (${chain.id}, ${txid}, 1, ${workspaceId}, ${bare.subWallet}, 'a', 'm/0/1/0/0', 1000, 'deposit', 1, true)`.execute(
    db,
  );
  expect(await used()).toBe(false);
  const spentAt = (height: number) =>
    sql`update utxos set spent_by = ${'aa'.repeat(32)}, spent_height = ${height} where txid = ${txid}`.execute(db);
  await spentAt(11);
  expect(await used()).toBe(false);
  await spentAt(10);
  expect(await used()).toBe(true);
});

it('looks for a coin that is not found ever more rarely, at most a day apart, and for another one at once', async () => {
  const state = { now: 0, looks: [] as string[] };
  const recall = paced(
    async (_chain, wallet, txid) => {
      state.looks.push(`${wallet} ${txid}`);
      throw new Error('not found');
    },
    () => new Date(state.now),
  );
  const minute = 60_000;
  const looked: number[] = [];
  for (; state.now < 5 * 24 * 60 * minute; state.now += minute) {
    const before = state.looks.length;
    await recall(bare.chain, '7', 'ab').catch(() => undefined);
    if (state.looks.length > before) looked.push(state.now / minute);
  }
  expect(looked.slice(0, 6)).toEqual([0, 1, 3, 7, 15, 31]);
  expect(looked).toHaveLength(15);
  expect(looked.at(-1)).toBe((looked.at(-2) ?? 0) + 24 * 60);
  await recall(bare.chain, '8', 'ab').catch(() => undefined);
  expect(state.looks.at(-1)).toBe('8 ab');
  // One that was not named for days begins anew.
  state.now += 3 * 24 * 60 * minute;
  expect(await recall(bare.chain, '7', 'ab').catch(() => 'looked')).toBe('looked');
  state.now += minute;
  expect(await recall(bare.chain, '7', 'ab').catch(() => 'looked')).toBe('looked');
});
