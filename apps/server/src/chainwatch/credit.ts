import { depositStatus } from '@holdfast/contract';
import { sql } from 'kysely';
import { shortfallOf } from '../chains/claim.ts';
import { modelOf } from '../chains/models.ts';
import type { Db, Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { type Entry, freezeAsset, post } from '../ledger/service.ts';
import { addDepositEvent, type Deposit, depositRef } from './deposits.ts';
import type { ChainDeps } from './deps.ts';
import { bookTakings } from './takings.ts';

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
    await freezeAsset(tx, deposit.workspace_id, deposit.asset_id, 'deposit_not_backed', detail);
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
async function creditEntries(tx: Tx, { sub_wallet_id: sub, asset_id: assetId, amount }: Deposit): Promise<Entry[]> {
  await sql`select 1 from balances where sub_wallet_id = ${sub} and asset_id = ${assetId} for update`.execute(tx);
  const { rows } = await sql<{ short: bigint }>`select ${shortfallOf(sub, assetId)} as short`.execute(tx);
  const short = rows[0]?.short ?? 0n;
  const repaid = short < amount ? short : amount;
  const sides = [
    { subWalletId: sub, assetId, bucket: 'pending_in', amount: -amount },
    { subWalletId: sub, assetId, bucket: 'shortfall', amount: repaid },
    { subWalletId: sub, assetId, bucket: 'available', amount: amount - repaid },
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
        worth_cents: deps.catalog.centsOf(deposit.asset_id, deposit.amount),
        updated_at: sql<Date>`now()`,
      })
      .where('id', '=', deposit.id)
      .execute();
    await modelOf(deps.chain).blocks.credited(tx, deposit);
    await addDepositEvent(tx, deposit.id, depositStatus.confirmed, 'confirmed');
    await addDepositEvent(tx, deposit.id, depositStatus.credited, 'credited');
    return true;
  });
}

/** Credits one deposit or refuses it. Returns whether it was credited. */
async function decide(deps: ChainDeps, deposit: Deposit): Promise<boolean> {
  if ((await deps.reader.header(deposit.height))?.hash !== deposit.block_hash) return false;
  const asset = deps.catalog.find(deposit.asset_id)?.asset;
  if (!asset) return false;
  const { isBacked } = modelOf(deps.chain).holdings;
  const left = (await isBacked(deps, asset, deposit)) ? undefined : await bookTakings(deps, asset, deposit);
  // A spender took of it, and that is not final: it is looked at again.
  if (left !== undefined && left > 0n) return false;
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
