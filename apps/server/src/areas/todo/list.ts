import type { WorkspaceId } from '@holdfast/contract';
import type { PolicyDocument } from '@holdfast/policy';
import { together } from '../../db/together.ts';
import { eachWord, isDigit, namedAs, partiesLike, saysNothing } from '../../parties.ts';
import { pricesNow, writtenValue } from '../../written-values.ts';
import type { TodoAsk, TodoParts } from './deps.ts';
import { findEnded } from './ended.ts';
import { shownOf } from './items.ts';
import { countsOf, fittingOf, type Open, openOf } from './open.ts';
import * as queries from './queries.ts';
import { sourceOf, statusesOf } from './rules.ts';
import { searchMax, type Word, type Words } from './words.ts';

/** Payees are compared with what each payment says, not merged: there may be more of them than of a list's arms. */
const payeesMost = 1_000;

/** `part`: more payees are called so than are looked for. */
type Part<T> = T & { readonly part: boolean };

/** What is looked for; a name stands for the members, and for the payees, who are called so. */
async function wordsOf(
  { db, catalog }: TodoParts,
  workspaceId: WorkspaceId,
  { members }: PolicyDocument,
  { keyword, book = false, itemType }: TodoAsk,
): Promise<Part<Words> | undefined> {
  if (!keyword) return undefined;
  const pays = itemType === undefined || sourceOf(itemType) === 'order';
  const wordOf = async (text: string): Promise<Part<Word>> => {
    const wanted = text.toLowerCase();
    const asking = isDigit(text) ? [] : members.filter(({ name }) => name.toLowerCase().includes(wanted));
    const { named, like } = await together(db, {
      named: pays && book ? namedAs(workspaceId, text, payeesMost) : undefined,
      like: pays ? partiesLike(workspaceId, text, payeesMost) : undefined,
    });
    return {
      text,
      members: asking.map(({ id }) => id),
      named: named.slice(0, payeesMost),
      addresses: saysNothing(text) || like.length > payeesMost ? undefined : like.map(({ address }) => address),
      value: pays ? writtenValue(text, () => pricesNow(catalog)) : undefined,
      part: named.length > payeesMost,
    };
  };
  const [whole, each] = await Promise.all([wordOf(keyword), Promise.all(eachWord(keyword).map(wordOf))]);
  return { ...whole, each, part: [whole, ...each].some(({ part }) => part) };
}

/** What has ended, and how the member stands to it. */
function endedOf(
  { db }: TodoParts,
  workspaceId: WorkspaceId,
  memberId: string,
  ask: TodoAsk,
  words: Words | undefined,
) {
  const wanted = {
    statuses: statusesOf(ask.status),
    itemType: ask.itemType,
    words,
    asked: ask.scope === 'asked' ? memberId : undefined,
    decided: ask.scope === 'mine' ? memberId : undefined,
    span: { start: ask.start, end: ask.end },
  };
  return findEnded(db, workspaceId, wanted, { limit: ask.size, offset: (ask.page - 1) * ask.size });
}

/** What of the open is listed, of the member's first. */
const listed = (open: readonly Open[], memberId: string, { itemType, scope }: TodoAsk): readonly Open[] =>
  open
    .filter(({ item_type }) => itemType === undefined || itemType === item_type)
    .filter(({ mine, initiator }) => (scope === 'mine' ? mine : scope === 'all' || initiator === memberId))
    .sort((a, b) => Number(b.mine) - Number(a.mine));

export async function listTodo(deps: TodoParts, workspaceId: WorkspaceId, memberId: string, ask: TodoAsk) {
  const policy = await deps.orders.policy();
  const { document } = policy;
  const [words, board] = await Promise.all([
    wordsOf(deps, workspaceId, document, ask),
    deps.boards.of(workspaceId, policy.hash),
  ]);
  const [open, all] = await Promise.all([
    openOf(deps, workspaceId, memberId, policy, board),
    deps.boards.count(workspaceId, board),
  ]);
  const part = words?.part ?? false;
  const counts = { ...countsOf(open, memberId), open: all, unseen: Math.max(0, all - open.length) };
  if (ask.status !== 0) {
    const { refs, total, older } = await endedOf(deps, workspaceId, memberId, ask, words);
    const things = await queries.findThings(deps.db, workspaceId, refs);
    return { items: await shownOf(deps, policy, memberId, things), total, older, part, counts, document };
  }
  const span = ask.start || ask.end ? { start: ask.start, end: ask.end } : undefined;
  const fitting =
    words || span ? await fittingOf(deps, workspaceId, memberId, policy, { words, span }) : { open, older: false };
  const shown = listed(fitting.open, memberId, ask);
  const skip = (ask.page - 1) * ask.size;
  const things = await queries.findThings(deps.db, workspaceId, shown.slice(skip, skip + ask.size));
  const older = fitting.older || (words !== undefined && span === undefined && all > searchMax);
  return { items: await shownOf(deps, policy, memberId, things), total: shown.length, older, part, counts, document };
}
