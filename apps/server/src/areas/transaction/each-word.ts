import { transactionType, type WorkspaceId } from '@holdfast/contract';
import type { ReadDb } from '../../db/database.ts';
import { together } from '../../db/together.ts';
import { eachWord } from '../../parties.ts';
import { armsOf } from './arms.ts';
import type { Words } from './filter.ts';
import { type Ref, refsOf } from './merge.ts';
import { type Found, type Sought, seek } from './search.ts';
import { mergedFor } from './stretches.ts';

/** Of what the rarest of several words finds, the newest: each is compared with the other words. */
export const comparedMax = 500;

const sides = {
  deposits: { table: 'deposits', type: transactionType.deposit },
  orders: { table: 'orders', type: transactionType.withdraw },
} as const;
const nothing: Sought = {
  addresses: [],
  named: [],
  amounts: { deposits: [], orders: [] },
  ids: { deposits: [], orders: [] },
  moreWritten: false,
  others: [],
  part: false,
};
const findsNothing = ({ addresses, named, amounts, ids }: Sought): boolean =>
  [addresses, named, amounts.deposits, amounts.orders, ids.deposits, ids.orders].every(({ length }) => length === 0);

/** The newest transactions of a word. Those of a coin may be most of the table: undefined. */
async function newestOf(
  db: ReadDb,
  workspaceId: WorkspaceId,
  { sought, assets }: Found,
): Promise<readonly Ref[] | undefined> {
  if (assets.length > 0) return undefined;
  const f = { workspaceId };
  const most = mergedFor(comparedMax);
  const arms = await Promise.all(
    Object.values(sides).map(async (side) => ({
      type: side.type,
      arms: await armsOf(db, f, side, { assets: undefined, sought, most }),
    })),
  );
  const found = arms.filter((side) => side.arms.length > 0);
  if (found.length === 0) return [];
  // As JSON, which is read sooner than hundreds of rows.
  return (await together(db, { refs: refsOf(f, found, { skip: 0, size: comparedMax }) })).refs;
}

/** What each of the words fits, somewhere. */
async function seekEach(db: ReadDb, workspaceId: WorkspaceId, words: readonly Words[]): Promise<Sought> {
  const found = await Promise.all(words.map((one) => seek(db, workspaceId, one)));
  if (found.some(({ sought, assets }) => findsNothing(sought) && assets.length === 0)) return nothing;
  const lists = await Promise.all(found.map(async (word) => ({ word, refs: await newestOf(db, workspaceId, word) })));
  const rarest = lists
    .flatMap(({ word, refs }) => (refs ? [{ word, refs, part: word.sought.part || refs.length === comparedMax }] : []))
    // Of what was read to its end nothing is missing.
    .sort((a, b) => Number(a.part) - Number(b.part) || a.refs.length - b.refs.length)[0];
  if (!rarest) return nothing;
  const others = found.filter((word) => word !== rarest.word);
  const idsOf = (wanted: number): number[] => rarest.refs.flatMap(({ type, id }) => (type === wanted ? [id] : []));
  return {
    ...nothing,
    ids: { deposits: idsOf(sides.deposits.type), orders: idsOf(sides.orders.type) },
    others,
    part: rarest.part || others.some(({ sought }) => sought.part),
  };
}

/** What fits the text as it stands; where nothing does and it has several words, what each of them fits, in one thing or another that it says. */
export async function seekWords(db: ReadDb, workspaceId: WorkspaceId, words: Words): Promise<Sought> {
  const { text, ...rest } = words;
  const { sought: whole } = await seek(db, workspaceId, words);
  const each = findsNothing(whole) ? eachWord(text) : [];
  return each.length === 0
    ? whole
    : seekEach(
        db,
        workspaceId,
        each.map((word) => ({ text: word, ...rest })),
      );
}
