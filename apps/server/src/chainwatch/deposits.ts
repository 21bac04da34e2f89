import type { ChainBlock, Transfer } from '@holdfast/chains/rpc';
import { type DepositId, depositStatus } from '@holdfast/contract';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Asset } from '../catalog.ts';
import type { Database, Db, Tx } from '../db/database.ts';
import { type Bucket, move, post, wholeAsset } from '../ledger/service.ts';
import { customerOf } from './customers.ts';
import type { ChainDeps } from './deps.ts';
import type { Watched } from './watched.ts';

export type Deposit = Selectable<Database['deposits']>;

/** A freshly mined coin may be spent after 100 more blocks. */
const coinbaseDepth = 101;

export const depositRef = ({ id, inclusion }: Pick<Deposit, 'id' | 'inclusion'>): string =>
  `deposit:${id}:${inclusion}`;

export const addDepositEvent = (
  db: Db,
  id: DepositId,
  status: number,
  sub: string,
  detail: Record<string, string> = {},
) =>
  db
    .insertInto('deposit_events')
    .values({ deposit_id: id, status, sub_status: sub, detail: JSON.stringify(detail) })
    .execute();

/** Where a seen deposit waits: too small ones are kept apart, so that books and chain agree, and are never available. */
export const waitingBucket = (deposit: Pick<Deposit, 'sub_status'>): Bucket =>
  deposit.sub_status === 'below_minimum' ? 'held' : 'pending_in';

const longestMemo = 500;

/** A stranger's text as the database takes it: no null characters, no halves of characters, not too long. */
const memoOf = ({ memo = '' }: Transfer): string =>
  [...memo.toWellFormed().replaceAll('\0', '\ufffd')].slice(0, longestMemo).join('');

/** Everything a block says of a deposit, but for its place (chain, txid, idx). */
function factsOf({ chain }: ChainDeps, asset: Asset, block: ChainBlock, transfer: Transfer, to: Watched) {
  const dust = transfer.amount < BigInt(asset.minDeposit);
  return {
    workspace_id: to.workspaceId,
    sub_wallet_id: to.subWalletId,
    address_id: to.id,
    asset_id: asset.id,
    amount: transfer.amount,
    address_from: transfer.from,
    address_to: transfer.to,
    memo: memoOf(transfer),
    needed: transfer.coinbase ? coinbaseDepth : chain.confirmations.deposit,
    status: dust ? depositStatus.abnormal : depositStatus.unconfirmed,
    sub_status: dust ? 'below_minimum' : 'confirming',
    height: block.height,
    block_hash: block.hash,
  };
}
type Facts = ReturnType<typeof factsOf> & Awaited<ReturnType<typeof customerOf>>;

const insert = (tx: Tx, chain: string, { txid, index }: Transfer, facts: Facts): Promise<Deposit | undefined> =>
  tx
    .insertInto('deposits')
    .values({ ...facts, chain, txid, idx: index })
    .onConflict((oc) => oc.columns(['chain', 'txid', 'idx']).doNothing())
    .returningAll()
    .executeTakeFirst();

/**
 * A deposit that a reorganisation took out and whose place is in a block again. Nothing of the old one is kept: log indexes count within a block,
 * so after a reorganisation the same place may be another payment of the same transaction, to somebody else. That is counted: what went back is a payment, not a place. Who paid
 * may not have been known.
 */
const revive = (tx: Tx, chain: string, { txid, index }: Transfer, facts: Facts): Promise<Deposit | undefined> =>
  tx
    .updateTable('deposits')
    .set({ ...facts, inclusion: sql<number>`inclusion + 1`, updated_at: sql<Date>`now()`, credited_at: null })
    .set({
      payment: sql<number>`payment + case when (address_to, asset_id, amount) is distinct from
        (${facts.address_to}, ${facts.asset_id}::int, ${facts.amount}::numeric)
        or ('' not in (address_from, ${facts.address_from}) and address_from <> ${facts.address_from}) then 1 else 0 end`,
    })
    .where('chain', '=', chain)
    .where('txid', '=', txid)
    .where('idx', '=', index)
    .where('status', '=', depositStatus.abnormal)
    .where('sub_status', 'in', ['reorged', 'reorged_below_minimum'])
    .returningAll()
    .executeTakeFirst();

/** A token that members added may say anything of itself: what nobody could own is not booked, before it fills the columns of balances. */
const addedMost = 2n ** 160n;

/** Writes down one payment to an address of ours. Seen before, or in what is not configured, it changes nothing. Returns the deposit when it is new. */
export async function takeDeposit(
  tx: Tx,
  deps: ChainDeps,
  block: ChainBlock,
  transfer: Transfer,
  to: Watched,
): Promise<Deposit | undefined> {
  const coin = deps.catalog.at(wholeAsset(deps.chain.id, transfer.contract));
  if (!coin || (coin.asset.added === true && transfer.amount > addedMost)) return undefined;
  const made = factsOf(deps, coin.asset, block, transfer, to);
  const facts = { ...made, ...(await customerOf(tx, deps.chain, to.id, made.memo)) };
  const deposit =
    (await insert(tx, deps.chain.id, transfer, facts)) ?? (await revive(tx, deps.chain.id, transfer, facts));
  if (!deposit) return undefined;
  const entries = move(deposit.sub_wallet_id, deposit.asset_id, 'chain', waitingBucket(deposit), deposit.amount);
  await post(tx, { workspaceId: deposit.workspace_id, kind: 'deposit_seen', ref: depositRef(deposit), entries });
  await addDepositEvent(tx, deposit.id, deposit.status, deposit.sub_status, {
    height: String(block.height),
    hash: block.hash,
  });
  return deposit;
}
