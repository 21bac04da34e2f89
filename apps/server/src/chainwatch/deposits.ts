import type { ChainBlock, Transfer } from '@holdfast/chains/rpc';
import type { DepositId } from '@holdfast/contract';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { Bucket, MoneyTables } from '../db/money-tables.ts';
import { move, post } from '../ledger/service.ts';
import { type ChainDeps, depositStatus } from './deps.ts';
import type { Watched } from './watched.ts';

export type Deposit = Selectable<MoneyTables['deposits']>;

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

async function insert(
  tx: Tx,
  deps: ChainDeps,
  block: ChainBlock,
  transfer: Transfer,
  to: Watched,
): Promise<Deposit | undefined> {
  const asset = deps.chain.assets.find(({ symbol }) => symbol === transfer.symbol);
  const dust = transfer.amount < BigInt(asset?.minDeposit ?? '0');
  return tx
    .insertInto('deposits')
    .values({
      workspace_id: to.workspaceId,
      sub_wallet_id: to.subWalletId,
      address_id: to.id,
      chain: deps.chain.id,
      txid: transfer.txid,
      idx: transfer.index,
      symbol: transfer.symbol,
      amount: transfer.amount,
      address_from: transfer.from,
      address_to: transfer.to,
      needed: transfer.coinbase ? coinbaseDepth : deps.chain.confirmations.deposit,
      status: dust ? depositStatus.abnormal : depositStatus.unconfirmed,
      sub_status: dust ? 'below_minimum' : 'confirming',
      height: block.height,
      block_hash: block.hash,
    })
    .onConflict((oc) => oc.columns(['chain', 'txid', 'idx']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** A deposit that a reorganisation took out and that is in a block again. */
async function revive(tx: Tx, deps: ChainDeps, block: ChainBlock, transfer: Transfer): Promise<Deposit | undefined> {
  const { rows } = await sql<Deposit>`
    update deposits set inclusion = inclusion + 1, height = ${block.height}, block_hash = ${block.hash}, updated_at = now(), credited_at = null,
      status = case when sub_status = 'reorged_below_minimum' then ${depositStatus.abnormal}::int else ${depositStatus.unconfirmed}::int end,
      sub_status = case when sub_status = 'reorged_below_minimum' then 'below_minimum' else 'confirming' end
    where chain = ${deps.chain.id} and txid = ${transfer.txid} and idx = ${transfer.index} and status = ${depositStatus.abnormal}
      and sub_status in ('reorged', 'reorged_below_minimum') returning *`.execute(tx);
  return rows[0];
}

/** Writes down one payment to an address of ours. Seen before, it changes nothing. Returns the deposit when it is new. */
export async function takeDeposit(
  tx: Tx,
  deps: ChainDeps,
  block: ChainBlock,
  transfer: Transfer,
  to: Watched,
): Promise<Deposit | undefined> {
  const deposit = (await insert(tx, deps, block, transfer, to)) ?? (await revive(tx, deps, block, transfer));
  if (!deposit) return undefined;
  const entries = move(to.subWalletId, transfer.symbol, 'chain', waitingBucket(deposit), transfer.amount);
  await post(tx, { workspaceId: to.workspaceId, kind: 'deposit_seen', ref: depositRef(deposit), entries });
  await addDepositEvent(tx, deposit.id, deposit.status, deposit.sub_status, {
    height: String(block.height),
    hash: block.hash,
  });
  return deposit;
}
