import type { WorkspaceId } from '@holdfast/contract';
import type { PolicyDocument } from '@holdfast/policy';
import type { TodoAsk, TodoParts } from './deps.ts';
import { shownOf } from './items.ts';
import { countsOf, openOf } from './open.ts';
import * as queries from './queries.ts';
import { statusesOf } from './rules.ts';

/** What is looked for; a name stands for the members who are called so. */
const wordsOf = ({ members }: PolicyDocument, text: string | undefined): queries.Words | undefined => {
  if (!text) return undefined;
  const wanted = text.toLowerCase();
  return { text, members: members.filter(({ name }) => name.toLowerCase().includes(wanted)).map(({ id }) => id) };
};

/** The references on a page of what has ended, and how many there are. */
async function endedOf(
  { db }: TodoParts,
  workspaceId: WorkspaceId,
  memberId: string,
  ask: TodoAsk,
  words: queries.Words | undefined,
) {
  const wanted = {
    statuses: statusesOf(ask.status),
    itemType: ask.itemType,
    words,
    asked: ask.scope === 'asked' ? memberId : undefined,
    decided: ask.scope === 'mine' ? memberId : undefined,
  };
  const page = { limit: ask.size, offset: (ask.page - 1) * ask.size };
  const [refs, total] = await Promise.all([
    queries.findEnded(db, workspaceId, wanted, page),
    queries.countEnded(db, workspaceId, wanted),
  ]);
  return { refs, total };
}

export async function listTodo(deps: TodoParts, workspaceId: WorkspaceId, memberId: string, ask: TodoAsk) {
  const policy = await deps.orders.policy();
  const { document } = policy;
  const words = wordsOf(document, ask.keyword);
  const [open, all] = await Promise.all([
    openOf(deps, workspaceId, memberId, policy, words),
    queries.countOpen(deps.db, workspaceId),
  ]);
  const counts = { ...countsOf(open, memberId), open: all, unseen: Math.max(0, all - open.length) };
  if (ask.status !== 0) {
    const { refs, total } = await endedOf(deps, workspaceId, memberId, ask, words);
    const things = await queries.findThings(deps.db, workspaceId, refs);
    return { items: await shownOf(deps, policy, memberId, things), total, counts, document };
  }
  const fitting = open
    .filter(({ fits, item_type }) => fits && (ask.itemType === undefined || ask.itemType === item_type))
    .filter(({ mine, initiator }) => (ask.scope === 'mine' ? mine : ask.scope === 'all' || initiator === memberId))
    .sort((a, b) => Number(b.mine) - Number(a.mine));
  const skip = (ask.page - 1) * ask.size;
  const things = await queries.findThings(deps.db, workspaceId, fitting.slice(skip, skip + ask.size));
  return { items: await shownOf(deps, policy, memberId, things), total: fitting.length, counts, document };
}
