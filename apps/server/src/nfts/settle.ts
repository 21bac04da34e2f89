import type { ChainReader } from '@holdfast/chains/rpc';
import { type Selectable, sql } from 'kysely';
import type { Database, Db } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Notifier } from '../jobs/notifier.ts';

/** What an address has of a thing: what its final events say, less what has left, and never more than its contract answers. */

type Holding = Selectable<Database['nft_holdings']>;

interface SettleDeps {
  readonly db: Db;
  readonly chain: { readonly id: string };
  readonly reader: ChainReader;
  readonly notifier: Notifier;
  readonly log: { warn(fields: object, text: string): void };
}

/** Looked at in one round; the rest follow in the next, so that nobody who sends many of them keeps deposits waiting. */
const roundMax = 50;
/** What was not moved is asked for again now and then: a contract may take it away without a word. */
const againMax = 5;
/** Blocks until the next try, where the node did not answer. */
const laterBlocks = 5;

const dueNow = (db: Db, chain: string, height: number): Promise<Holding[]> =>
  db
    .selectFrom('nft_holdings')
    .selectAll()
    .where('chain', '=', chain)
    .where('due', '<=', height)
    .orderBy('due')
    .limit(roundMax)
    .execute();

const longUnasked = (db: Db, chain: string): Promise<Holding[]> =>
  db
    .selectFrom('nft_holdings')
    .selectAll()
    .where('chain', '=', chain)
    .where('amount', '>', 0n)
    .where('due', 'is', null)
    .where('checked_at', '<', sql<Date>`now() - interval '1 hour'`)
    .orderBy('checked_at')
    .limit(againMax)
    .execute();

interface Heights {
  /** The last block taken in, and the last that the node calls final. */
  readonly height: number;
  readonly final: number;
}

const isOf = ({ address_id, contract, token_id }: Holding) =>
  sql<boolean>`address_id = ${address_id} and contract = ${contract} and token_id = ${token_id}::numeric`;
const isFinal = ({ height, final }: Heights) => sql<boolean>`height + needed - 1 <= ${height} and height <= ${final}`;

/**
 * What its events say: what is there for good, less all that left, and when more of it is to be looked at. Of what there is one of, the last event says it: what
 * came before anybody watched has left no trace, and its leaving takes nothing of what came since.
 */
async function saidOf(db: Db, holding: Holding, at: Heights): Promise<{ has: bigint; next: number | null }> {
  const { rows } = await sql<{ came: bigint; went: bigint; last: 'in' | 'out' | null; next: number | null }>`
    select coalesce(sum(amount) filter (where direction = 'in' and ${isFinal(at)}), 0)::numeric as came,
      coalesce(sum(amount) filter (where direction = 'out'), 0)::numeric as went,
      (array_agg(direction order by height desc, idx desc, direction) filter (where direction = 'out' or ${isFinal(at)}))[1] as last,
      min(height + needed - 1) filter (where not (${isFinal(at)})) as next
    from nft_moves where ${isOf(holding)} and status <> 'reorged'`.execute(db);
  const { came = 0n, went = 0n, last = null, next = null } = rows[0] ?? {};
  const sum = BigInt(came) - BigInt(went);
  const has = holding.standard === '721' ? BigInt(last === 'in') : sum > 0n ? sum : 0n;
  return { has, next: next === null ? null : Math.max(Number(next), at.height + 1) };
}

/** Keeps what was found, unless more was noted of it since it was asked for. */
const keep = (
  { db }: SettleDeps,
  holding: Holding,
  at: Heights,
  amount: bigint,
  said: { has: bigint; next: number | null },
) =>
  inTransaction(db, async (tx) => {
    const kept = await tx
      .updateTable('nft_holdings')
      .set({ amount, due: said.next, checked_at: sql<Date>`now()` })
      .where(isOf(holding))
      .where('version', '=', holding.version)
      .executeTakeFirst();
    if (kept.numUpdatedRows === 0n) return false;
    const backed = amount >= said.has ? 'credited' : 'unbacked';
    await sql`update nft_moves set status = case direction when 'out' then 'credited' else ${backed} end, settled_at = now()
      where ${isOf(holding)} and status = 'confirming' and ${isFinal(at)}`.execute(tx);
    return true;
  });

async function settle(deps: SettleDeps, holding: Holding, at: Heights): Promise<void> {
  const said = await saidOf(deps.db, holding, at);
  const { contract, token_id: tokenId, standard } = holding;
  const owner = await deps.db
    .selectFrom('addresses')
    .select('address')
    .where('id', '=', holding.address_id)
    .executeTakeFirstOrThrow();
  const held = said.has === 0n ? 0n : await deps.reader.nftHeld?.({ contract, tokenId, standard }, owner.address);
  if (held === undefined) return;
  const amount = held < said.has ? held : said.has;
  const kept = await keep(deps, holding, at, amount, said);
  if (kept) deps.notifier.changed(holding.workspace_id, 'balance', holding.sub_wallet_id);
}

/** Puts off what the node could not answer, so that it is not asked for at every block. */
const putOff = (db: Db, holding: Holding, height: number) =>
  db
    .updateTable('nft_holdings')
    .set({ due: height + laterBlocks, checked_at: sql<Date>`now()` })
    .where(isOf(holding))
    .where('version', '=', holding.version)
    .execute();

/** Looks at all whose time has come. A contract that cannot be asked keeps no other waiting. @param height the last block taken in */
export async function settleNfts(deps: SettleDeps, height: number): Promise<void> {
  if (!deps.reader.nftHeld) return;
  const due = [...(await dueNow(deps.db, deps.chain.id, height)), ...(await longUnasked(deps.db, deps.chain.id))];
  if (due.length === 0) return;
  const at = { height, final: await deps.reader.finalizedHeight() };
  for (const holding of due)
    try {
      await settle(deps, holding, at);
    } catch (error) {
      const { contract, token_id: tokenId } = holding;
      deps.log.warn(
        { err: error, chain: deps.chain.id, contract, tokenId: String(tokenId) },
        'an NFT was not looked at',
      );
      await putOff(deps.db, holding, height);
    }
}
