import { type OrderId, transactionType, type WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { ReadDb } from '../../db/database.ts';
import { plannedForItsValues } from '../../db/pool.ts';
import { eachWord, type Words } from '../../parties.ts';
import { armsOf } from './arms.ts';
import { allOf, isListed } from './filter.ts';
import { findRefs, type Ref } from './merge.ts';
import { type CoinSide, fits, type Sought, seek } from './search.ts';
import { mergedFor } from './stretches.ts';

/** Of what the rarest of several words finds, the newest: each is compared with the other words. */
export const comparedMax = 500;

const sides: readonly CoinSide[] = [
  { table: 'deposits', type: transactionType.deposit },
  { table: 'orders', type: transactionType.withdraw },
];
const nothing: Sought = {
  addresses: [],
  named: [],
  amounts: { deposits: [], orders: [] },
  ids: { deposits: [], orders: [] },
  part: false,
};
const findsNothing = ({ addresses, named, amounts, ids }: Sought): boolean =>
  [addresses, named, amounts.deposits, amounts.orders, ids.deposits, ids.orders].every(({ length }) => length === 0);

/** A word, and what it finds by itself. */
interface Found {
  readonly text: string;
  readonly sought: Sought;
  /** The coins that are called so: whoever looks for them alone has a filter for it. */
  readonly assets: readonly number[];
}
async function findWord(db: ReadDb, workspaceId: WorkspaceId, words: Words): Promise<Found> {
  const [sought, { rows }] = await Promise.all([
    seek(db, workspaceId, words),
    sql<{ id: number }>`select id from assets where upper(symbol) = ${words.text.toUpperCase()}`.execute(db),
  ]);
  return { text: words.text, sought, assets: rows.map(({ id }) => id) };
}

/** The newest transactions of a word. Those of a coin may be most of the table: undefined. */
async function newestOf(db: ReadDb, workspaceId: WorkspaceId, { sought, assets }: Found): Promise<Ref[] | undefined> {
  if (assets.length > 0) return undefined;
  const f = { workspaceId };
  const most = mergedFor(comparedMax);
  const arms = await Promise.all(
    sides.map(async (side) => ({
      type: side.type,
      arms: await armsOf(db, f, side, { assets: undefined, sought, most }),
    })),
  );
  const found = arms.filter((side) => side.arms.length > 0);
  return found.length === 0 ? [] : findRefs(db, f, found, { skip: 0, size: comparedMax });
}

/** Those of them that every other word fits too. */
async function fitting(
  db: ReadDb,
  workspaceId: WorkspaceId,
  side: CoinSide,
  { refs, others }: { readonly refs: readonly Ref[]; readonly others: readonly Found[] },
): Promise<number[]> {
  const ids = refs.flatMap(({ type, id }) => (type === side.type ? [id] : []));
  if (ids.length === 0) return [];
  const asked = [
    sql`workspace_id = ${workspaceId}`,
    ...(side.table === 'orders' ? [isListed] : []),
    ...others.map(({ text, sought, assets }) => fits(text, sought, assets, side)),
  ];
  // `offset 0` keeps it a look at each of them: to the planner all that fits one of the words may be fewer.
  const from = sql.table(side.table);
  const { rows } = await sql<{
    id: number;
  }>`${sql.raw(plannedForItsValues)}select ref.id from unnest(${ids}::bigint[]) ref (id)
    cross join lateral (select from ${from} where ${from}.id = ref.id and ${allOf(asked)} offset 0) fitting`.execute(
    db,
  );
  return rows.map(({ id }) => Number(id));
}

/** What each of the words fits, somewhere. */
async function seekEach(db: ReadDb, workspaceId: WorkspaceId, words: readonly Words[]): Promise<Sought> {
  const found = await Promise.all(words.map((one) => findWord(db, workspaceId, one)));
  if (found.some(({ sought, assets }) => findsNothing(sought) && assets.length === 0)) return nothing;
  const lists = await Promise.all(found.map(async (word) => ({ word, refs: await newestOf(db, workspaceId, word) })));
  const rarest = lists
    .flatMap(({ word, refs }) => (refs ? [{ word, refs, part: word.sought.part || refs.length === comparedMax }] : []))
    // Of what was read to its end nothing is missing.
    .sort((a, b) => Number(a.part) - Number(b.part) || a.refs.length - b.refs.length)[0];
  if (!rarest) return nothing;
  const others = found.filter((word) => word !== rarest.word);
  const [deposits, orders] = await Promise.all(
    sides.map((side) => fitting(db, workspaceId, side, { refs: rarest.refs, others })),
  );
  return {
    ...nothing,
    ids: { deposits: deposits ?? [], orders: (orders ?? []) as OrderId[] },
    part: rarest.part || others.some(({ sought }) => sought.part),
  };
}

/** What fits the text as it stands; where nothing does and it has several words, what each of them fits, in one thing or another that it says. */
export async function seekWords(db: ReadDb, workspaceId: WorkspaceId, { text, book }: Words): Promise<Sought> {
  const whole = await seek(db, workspaceId, { text, book });
  const words = findsNothing(whole) ? eachWord(text) : [];
  return words.length === 0
    ? whole
    : seekEach(
        db,
        workspaceId,
        words.map((word) => ({ text: word, book })),
      );
}
