import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { type AssetId, findBalance, move, post } from '../../ledger/service.ts';
import type { OutputProblem, OutputRow, OutputState, OutputsAsk, OutputsFound, OwnOutpoint } from '../outputs.ts';
import type { DepositPlace } from '../watching.ts';
import { isLeft, isPlain } from './coins.ts';
import { isUnderWay } from './unconfirmed.ts';

/** What members see of the outputs of a sub-wallet, and what they say of single ones (migration 0138). */

/** What there is of a sub-wallet on a chain. One that comes back of a payment of ours that waits for its block is shown as that; one that is frozen where its block is no part of the chain any more: it is in the books. */
const unspent = ({ chain, workspaceId, subWalletId }: Pick<OwnOutpoint, 'chain' | 'workspaceId' | 'subWalletId'>) =>
  sql`utxos.workspace_id = ${workspaceId} and utxos.sub_wallet_id = ${subWalletId} and utxos.chain = ${chain}
    and utxos.spent_by is null and (utxos.height is not null or utxos.frozen_at is not null or ${isUnderWay})`;

/** The open order that it is promised to, by its plan or by members' choice. */
const orderOf = sql`coalesce(utxos.reserved_by, case when not is_choice_over(utxos.chosen_by) then utxos.chosen_by end)`;
const stateOf = (dust: bigint): RawBuilder<OutputState> => sql`case when ${orderOf} is not null then 'reserved'
  when utxos.frozen_at is not null then 'frozen'
  when ${isUnderWay} then 'unconfirmed'
  when not utxos.ready then case when d.sub_status = 'below_minimum' then 'dust' else 'immature' end
  when utxos.content = 'inscribed' then 'inscribed' when not ${isPlain} then 'unread'
  when utxos.amount <= ${dust.toString()}::numeric then 'dust' else 'available' end`;

const found = (ask: OutputsAsk) => sql`
  select utxos.*, ${stateOf(ask.dust)} as state, coalesce(a.label, '') as address_label, a.key_group_id, a.attestations, coalesce(utxos.seen_at, d.created_at) as seen
  from utxos left join deposits d on d.chain = utxos.chain and d.txid = utxos.txid and d.idx = utxos.vout
  left join addresses a on a.chain = utxos.chain and a.address = utxos.address
  where ${unspent({ chain: ask.chain, workspaceId: ask.workspace_id, subWalletId: ask.sub_wallet_id })}`;

const orders = {
  amount: { asc: sql`amount, txid, vout`, desc: sql`amount desc, txid, vout` },
  age: {
    asc: sql`height desc nulls first, amount desc, txid, vout`,
    desc: sql`height nulls last, amount desc, txid, vout`,
  },
} as const;

/** One page, and what there is of each state. */
export async function findOutputs(db: Db, ask: OutputsAsk): Promise<OutputsFound> {
  const like = `%${ask.keyword.replace(/[\\%_]/g, '\\$&')}%`;
  const where = sql`(${ask.state ?? null}::text is null or state = ${ask.state ?? null})
    and (txid ilike ${like} or address ilike ${like} or label ilike ${like} or address_label ilike ${like})`;
  const { rows } = await sql<OutputRow & { readonly of: number }>`
    select txid, vout, address, address_label, path, key_group_id, attestations, kind = 'change' as change, amount, height, seen as seen_at, label, frozen_at, frozen_reason,
      ${orderOf} as order_id, state, count(*) over ()::int as of, ${isLeft} as left, content = 'inscribed' as inscribed
    from (${found(ask)}) utxos where ${where}
    order by ${orders[ask.sort][ask.order]} limit ${ask.size} offset ${(ask.page - 1) * ask.size}`.execute(db);
  const sums = await sql<{ state: OutputState; count: number; units: bigint }>`
    select state, count(*)::int as count, sum(amount) as units from (${found(ask)}) utxos group by state order by state`.execute(
    db,
  );
  return { rows: rows.map(({ of: _, ...row }) => row), total: rows[0]?.of ?? 0, sums: sums.rows };
}

const lockBalance = (tx: Tx, { subWalletId }: OwnOutpoint, asset: AssetId) =>
  sql`select 1 from balances where sub_wallet_id = ${subWalletId} and asset_id = ${asset} for update`.execute(tx);

const named = ({ txid, vout, ...of }: OwnOutpoint) => sql`${unspent(of)} and txid = ${txid} and vout = ${vout}`;

/** Balance first and output second, in the order in which payments lock them. */
export async function setFrozen(
  tx: Tx,
  of: OwnOutpoint,
  asset: AssetId,
  reason: string | undefined,
): Promise<OutputProblem | undefined> {
  await lockBalance(tx, of, asset);
  const { rows } = await sql<{ frozen: boolean; free: boolean; left: boolean; amount: bigint; freezes: number }>`
    select frozen_at is not null as frozen, ready and ${orderOf} is null as free, ${isLeft} as left, amount, freezes
    from utxos where ${named(of)} for update`.execute(tx);
  const [output] = rows;
  if (!output) return 'absent';
  if (output.frozen === (reason !== undefined)) return 'same';
  if (reason === undefined) {
    await letGo(tx, of, asset, output);
    return undefined;
  }
  if (!output.free) return 'busy';
  if (output.left) return 'left';
  const { available } = await findBalance(tx, of.workspaceId, of.subWalletId, asset);
  if (available < output.amount) return 'busy';
  await sql`update utxos set frozen_at = clock_timestamp(), frozen_reason = ${reason}, freezes = freezes + 1
    where ${named(of)}`.execute(tx);
  await post(tx, {
    workspaceId: of.workspaceId,
    kind: 'output_frozen',
    ref: refOf(of, output.freezes + 1),
    entries: move(of.subWalletId, asset, 'available', 'held', output.amount),
  });
  return undefined;
}

const refOf = ({ chain, txid, vout }: OwnOutpoint, freezes: number): string =>
  `output:${chain}:${txid}:${vout}:${freezes}`;

interface Frozen {
  readonly amount: bigint;
  readonly freezes: number;
}
async function letGo(tx: Tx, of: OwnOutpoint, asset: AssetId, { amount, freezes }: Frozen): Promise<void> {
  await sql`update utxos set frozen_at = null, frozen_reason = ''
    where chain = ${of.chain} and txid = ${of.txid} and vout = ${of.vout}`.execute(tx);
  await post(tx, {
    workspaceId: of.workspaceId,
    kind: 'output_freed',
    ref: refOf(of, freezes),
    entries: move(of.subWalletId, asset, 'held', 'available', amount),
  });
}

/** Frozen outputs that a reorganisation takes back, or that were spent all the same: the books go on as if nobody had frozen them. */
async function letGoWhere(tx: Tx, chain: string, which: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<OwnOutpoint & Frozen & { asset: AssetId }>`
    select u.chain, u.txid, u.vout, u.workspace_id as "workspaceId", u.sub_wallet_id as "subWalletId", u.amount, u.freezes, a.id as asset
    from utxos u join assets a on a.chain = u.chain and a.contract = '' and a.token_id = ''
    where u.chain = ${chain} and u.frozen_at is not null and ${which} order by u.sub_wallet_id, u.txid, u.vout for update of u`.execute(
    tx,
  );
  for (const { asset, amount, freezes, ...of } of rows) await letGo(tx, of, asset, { amount, freezes });
}
export const letGoOfDeposit = (tx: Tx, { chain, txid, idx }: DepositPlace): Promise<void> =>
  letGoWhere(tx, chain, sql`u.txid = ${txid} and u.vout = ${idx}`);
export const letGoSpent = (tx: Tx, chain: string): Promise<void> => letGoWhere(tx, chain, sql`u.spent_by is not null`);

export async function setLabel(tx: Tx, of: OwnOutpoint, label: string): Promise<string | undefined> {
  const { rows } = await sql<{ label: string }>`select label from utxos where ${named(of)} for update`.execute(tx);
  const [output] = rows;
  if (output) await sql`update utxos set label = ${label} where ${named(of)}`.execute(tx);
  return output?.label;
}
