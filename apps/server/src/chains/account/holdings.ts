import type { AssetConfig } from '@holdfast/chains';
import { accountReader, balanceReader, type Taking } from '@holdfast/chains/rpc';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { claimOf } from '../claim.ts';
import type { OnChain } from '../plans.ts';
import type { AddressAsk, Place, SeenDeposit } from '../watching.ts';

/** The balance covers all that the books say plus this credit. */
export async function isBacked({ db, reader }: OnChain, asset: AssetConfig, deposit: SeenDeposit): Promise<boolean> {
  // The balance first: whatever is paid out after this moment then only lowers the claim, never the balance alone.
  const held = await balanceReader(reader).balance(deposit.address_to, asset);
  const { booked, short, paying } = await claimOf(db, deposit.workspace_id, deposit.sub_wallet_id, deposit.asset_id);
  return held + paying + short >= booked + deposit.amount;
}

/** The sub-wallet's one address on a chain. */
export const accountAt = async (db: Db, chain: string, place: Place): Promise<string | undefined> =>
  (
    await db
      .selectFrom('addresses')
      .select('address')
      .where('workspace_id', '=', place.workspace_id)
      .where('sub_wallet_id', '=', place.sub_wallet_id)
      .where('chain', '=', chain)
      .executeTakeFirst()
  )?.address;

/** The balance of the sub-wallet's one address. */
export async function held(
  { db, chain, reader }: OnChain,
  asset: AssetConfig,
  place: Place,
  height: number,
): Promise<bigint | undefined> {
  const account = await accountAt(db, chain.id, place);
  return account === undefined ? undefined : balanceReader(reader).balance(account, asset, height);
}

export async function taken(
  { db, chain, reader }: OnChain,
  asset: AssetConfig,
  place: Place,
  since: number,
): Promise<readonly Taking[]> {
  const account = await accountAt(db, chain.id, place);
  return (account && (await accountReader(reader).taken?.(account, asset.contract, since))) || [];
}

/** The sub-wallet's balance stands at its one address. */
export async function atAddresses(
  db: Db,
  { subWalletId, assetId, addresses }: AddressAsk,
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ units: bigint }>`
    select available + frozen + collecting + pending_in + held as units from balances
    where sub_wallet_id = ${subWalletId} and asset_id = ${assetId}`.execute(db);
  return new Map(addresses.map((address) => [address, rows[0]?.units ?? 0n]));
}
