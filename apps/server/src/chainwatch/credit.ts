import type { AssetConfig } from '@holdfast/chains';
import { orderStatus, type SubWalletId, type WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { type Entry, freezeAsset, post } from '../ledger/service.ts';
import { addDepositEvent, type Deposit, depositRef } from './deposits.ts';
import { type ChainDeps, depositStatus } from './deps.ts';

/** Deposits handled in one round; the rest follow in the next. */
const roundMax = 500;

const due = (db: Db, chain: string, final: number): Promise<Deposit[]> =>
  db
    .selectFrom('deposits')
    .selectAll()
    .where('chain', '=', chain)
    .where('status', 'in', [depositStatus.unconfirmed, depositStatus.confirmed])
    .where(sql<boolean>`height + needed - 1 <= ${final}`)
    .orderBy('id')
    .limit(roundMax)
    .execute();

export interface Claim {
  /** What the books say is on the chain and final: available and frozen. */
  readonly booked: bigint;
  /** What is in blocks, but not final yet, or too little to count. */
  readonly waiting: bigint;
  /** How far the books are above the chain because a reorganisation took back what was spent or promised already. */
  readonly short: bigint;
  /** The most that orders which are paying may have taken from the chain already, mined or not. */
  readonly paying: bigint;
  /** The same for orders that are in a block. */
  readonly mined: bigint;
}

/** What is still missing of a sub-wallet's coin, as an SQL expression. */
const shortfallOf = (
  subWalletId: SubWalletId,
  symbol: string,
) => sql<bigint>`(select coalesce(-sum(amount), 0) from ledger_entries
  where sub_wallet_id = ${subWalletId} and symbol = ${symbol} and bucket = 'shortfall')`;

/** What the books claim of one coin of one sub-wallet, and what is on its way out, as of one moment: one statement, one snapshot. */
export async function claimOf(
  db: Db,
  workspaceId: WorkspaceId,
  subWalletId: SubWalletId,
  symbol: string,
): Promise<Claim> {
  const { rows } = await sql<Claim>`
    with out as (
      select case when symbol = ${symbol} then amount else 0 end + case when fee_symbol = ${symbol} then max_fee else 0 end as units,
        mined_height is not null as mined
      from orders where workspace_id = ${workspaceId} and sub_wallet_id = ${subWalletId} and status = ${orderStatus.paying})
    select coalesce((select available + frozen + collecting from balances b
        where b.workspace_id = ${workspaceId} and b.sub_wallet_id = ${subWalletId} and b.symbol = ${symbol}), 0) as booked,
      coalesce((select pending_in + held from balances b
        where b.workspace_id = ${workspaceId} and b.sub_wallet_id = ${subWalletId} and b.symbol = ${symbol}), 0) as waiting,
      ${shortfallOf(subWalletId, symbol)} as short,
      (select coalesce(sum(units), 0) from out) as paying, (select coalesce(sum(units), 0) from out where mined) as mined`.execute(
    db,
  );
  return rows[0] ?? { booked: 0n, waiting: 0n, short: 0n, paying: 0n, mined: 0n };
}

/**
 * Does the chain really hold what would be credited? A node that shows a payment whose coins are not there is lying or broken (threats.md T30, T62).
 * Account chains: the balance covers all that the books say plus this credit. UTXO chains: the output is there and unspent, or spent by us.
 */
async function isBacked(deps: ChainDeps, asset: AssetConfig, deposit: Deposit): Promise<boolean> {
  const { db, chain, reader } = deps;
  if (reader.model === 'utxo') {
    const own = await db
      .selectFrom('utxos')
      .select('spent_by')
      .where('chain', '=', chain.id)
      .where('txid', '=', deposit.txid)
      .where('vout', '=', deposit.idx)
      .executeTakeFirst();
    return own !== undefined && (own.spent_by !== null || (await reader.unspent(deposit.txid, deposit.idx)));
  }
  // The balance first: whatever is paid out after this moment then only lowers the claim, never the balance alone.
  const held = await reader.balance(deposit.address_to, asset);
  const { booked, short, paying } = await claimOf(db, deposit.workspace_id, deposit.sub_wallet_id, deposit.symbol);
  return held + paying + short >= booked + deposit.amount;
}

/** The deposit as it was seen, locked; undefined when it was credited, or a reorganisation made it another inclusion, since. */
async function lockOpen(tx: Tx, seen: Deposit): Promise<Deposit | undefined> {
  const now = await tx
    .selectFrom('deposits')
    .selectAll()
    .where('id', '=', seen.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const open = now.status === depositStatus.unconfirmed || now.status === depositStatus.confirmed;
  return open && now.inclusion === seen.inclusion && now.block_hash === seen.block_hash ? now : undefined;
}

async function refuseCredit(deps: ChainDeps, deposit: Deposit): Promise<void> {
  if (deposit.sub_status === 'unbacked') return;
  const refused = await inTransaction(deps.db, async (tx) => {
    if (!(await lockOpen(tx, deposit))) return false;
    const detail = { deposit: String(deposit.id), txid: deposit.txid, amount: deposit.amount.toString() };
    await freezeAsset(tx, deposit.workspace_id, deposit.symbol, 'deposit_not_backed', detail);
    await tx
      .updateTable('deposits')
      .set({ status: depositStatus.confirmed, sub_status: 'unbacked', updated_at: sql<Date>`now()` })
      .where('id', '=', deposit.id)
      .execute();
    await addDepositEvent(tx, deposit.id, depositStatus.confirmed, 'unbacked');
    return true;
  });
  if (!refused) return;
  deps.log.error(
    { deposit: deposit.id, txid: deposit.txid },
    'the chain does not hold what a deposit claims: asset frozen',
  );
}

/** Pending becomes available, less what an earlier reorganisation left the sub-wallet short of: the books stand above the chain by that much. */
async function creditEntries(tx: Tx, { sub_wallet_id: sub, symbol, amount }: Deposit): Promise<Entry[]> {
  await sql`select 1 from balances where sub_wallet_id = ${sub} and symbol = ${symbol} for update`.execute(tx);
  const { rows } = await sql<{ short: bigint }>`select ${shortfallOf(sub, symbol)} as short`.execute(tx);
  const short = rows[0]?.short ?? 0n;
  const repaid = short < amount ? short : amount;
  const sides = [
    { subWalletId: sub, symbol, bucket: 'pending_in', amount: -amount },
    { subWalletId: sub, symbol, bucket: 'shortfall', amount: repaid },
    { subWalletId: sub, symbol, bucket: 'available', amount: amount - repaid },
  ] as const;
  return sides.filter((side) => side.amount !== 0n);
}

async function credit(deps: ChainDeps, seen: Deposit): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const deposit = await lockOpen(tx, seen);
    if (!deposit) return false;
    const entries = await creditEntries(tx, deposit);
    await post(tx, { workspaceId: deposit.workspace_id, kind: 'deposit_credited', ref: depositRef(deposit), entries });
    await tx
      .updateTable('deposits')
      .set({
        status: depositStatus.credited,
        sub_status: 'credited',
        credited_at: sql<Date>`now()`,
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', deposit.id)
      .execute();
    await tx
      .updateTable('utxos')
      .set({ ready: true })
      .where('chain', '=', deposit.chain)
      .where('txid', '=', deposit.txid)
      .where('vout', '=', deposit.idx)
      .execute();
    await addDepositEvent(tx, deposit.id, depositStatus.confirmed, 'confirmed');
    await addDepositEvent(tx, deposit.id, depositStatus.credited, 'credited');
    return true;
  });
}

/** Credits one deposit or refuses it. Returns whether it was credited. */
async function decide(deps: ChainDeps, deposit: Deposit): Promise<boolean> {
  if ((await deps.reader.header(deposit.height))?.hash !== deposit.block_hash) return false;
  const asset = deps.chain.assets.find(({ symbol }) => symbol === deposit.symbol);
  if (!asset) return false;
  const backed = await isBacked(deps, asset, deposit);
  const credited = backed && (await credit(deps, deposit));
  if (!backed) await refuseCredit(deps, deposit);
  deps.notifier.changed(deposit.workspace_id, 'deposit', deposit.id);
  deps.notifier.changed(deposit.workspace_id, 'balance', deposit.sub_wallet_id);
  return credited;
}

/**
 * Credits what is final: deep enough by our own count and by the node's finality, still in the block it was seen in, and backed by the chain.
 * @param height the last block taken in
 * @returns how many were credited @throws the first failure, after all the others were looked at
 */
export async function creditFinal(deps: ChainDeps, height: number): Promise<number> {
  if ((await due(deps.db, deps.chain.id, height)).length === 0) return 0;
  const final = await deps.reader.finalizedHeight();
  let credited = 0;
  let failure: unknown;
  for (const deposit of await due(deps.db, deps.chain.id, height)) {
    if (deposit.height > final) continue;
    try {
      if (await decide(deps, deposit)) credited++;
    } catch (error) {
      // Those after it are not made to wait; the round as a whole still counts as failed.
      failure ??= error;
      deps.log.error({ err: error, deposit: deposit.id }, 'a deposit could not be credited');
    }
  }
  if (failure !== undefined) throw failure;
  return credited;
}
