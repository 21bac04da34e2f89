import type { AssetConfig, ChainConfig } from '@holdfast/chains';
import { utxoReader } from '@holdfast/chains/rpc';
import type { SubWalletId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { utxoFamily } from '../family.ts';
import type { OnChain } from '../plans.ts';
import type { AddressAsk, Place, SeenDeposit } from '../watching.ts';
import { findUnspent, sumOf } from './coins.ts';

/** Outputs asked for one by one in one round. */
const askedMax = 200;

/** The output is there and unspent, or spent by us. */
export async function isBacked(
  { db, chain, reader }: OnChain,
  _asset: AssetConfig,
  deposit: SeenDeposit,
): Promise<boolean> {
  const own = await db
    .selectFrom('utxos')
    .select('spent_by')
    .where('chain', '=', chain.id)
    .where('txid', '=', deposit.txid)
    .where('vout', '=', deposit.idx)
    .executeTakeFirst();
  return own !== undefined && (own.spent_by !== null || (await utxoReader(reader).unspent(deposit.txid, deposit.idx)));
}

/** The sum of the sub-wallet's outputs that the node still knows as unspent. */
export async function held({ db, chain, reader }: OnChain, _asset: AssetConfig, place: Place): Promise<bigint> {
  const { rows } = await sql<{ txid: string; vout: number; amount: bigint; reserved: boolean }>`
    select txid, vout, amount, reserved_by is not null as reserved from utxos where sub_wallet_id = ${place.sub_wallet_id} and chain = ${chain.id}
      and spent_by is null and height is not null order by amount desc`.execute(db);
  const node = utxoReader(reader);
  let sum = 0n;
  // What an order of ours may be spending right now is not missing.
  for (const [n, { txid, vout, amount, reserved }] of rows.entries())
    if (reserved || n >= askedMax || (await node.unspent(txid, vout))) sum += amount;
  return sum;
}

/** The largest coins that one transaction can spend and signers' messages have room for, where there are more of them. */
export async function mostAtOnce(db: Db, chain: ChainConfig, subWalletId: SubWalletId) {
  const { maxInputs, carriable } = utxoFamily(chain);
  const all = await findUnspent(db, subWalletId, chain.id);
  const coins = carriable(all).slice(0, maxInputs);
  return coins.length < all.length ? { units: sumOf(coins), coins: coins.length } : undefined;
}

/** The outputs at each address that are in a block and not spent. */
export async function atAddresses(db: Db, { chain, addresses }: AddressAsk): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ address: string; units: bigint }>`
    select address, sum(amount) as units from utxos
    where chain = ${chain} and address = any(${addresses}::text[]) and spent_by is null and height is not null group by address`.execute(
    db,
  );
  return new Map(rows.map(({ address, units }) => [address, units]));
}
