import type { WorkspaceId } from '@holdfast/contract';
import type { Evaluation } from '@holdfast/policy';
import type { CurrentPolicy } from '../../orders/service.ts';
import type { Board } from './board.ts';
import type { TodoParts } from './deps.ts';
import { keyOf } from './evaluations.ts';
import { itemsOf } from './items.ts';
import * as queries from './queries.ts';
import { actionOf, readDecisions } from './rules.ts';
import type { Span, Words } from './words.ts';

export type Open = queries.OpenThing & { readonly mine: boolean };

/** Items read whole at a time when they have to be evaluated. */
const chunk = 100;

/** How many of these are to be decided by the member, asked for by the member, and of which kind. */
export function countsOf(open: readonly Open[], memberId: string) {
  const kinds = new Map<number, { open: number; mine: number }>();
  for (const { item_type, mine } of open) {
    const kind = kinds.get(item_type) ?? { open: 0, mine: 0 };
    kinds.set(item_type, { open: kind.open + 1, mine: kind.mine + (mine ? 1 : 0) });
  }
  return {
    mine: open.filter(({ mine }) => mine).length,
    asked: open.filter(({ initiator }) => initiator === memberId).length,
    kinds: [...kinds].map(([itemType, count]) => ({ itemType, ...count })).sort((a, b) => a.itemType - b.itemType),
  };
}

/** Whether the member can decide each of these now. */
async function turnsOf(
  deps: TodoParts,
  workspaceId: WorkspaceId,
  memberId: string,
  policy: CurrentPolicy,
  things: readonly queries.OpenThing[],
): Promise<boolean[]> {
  const unknown = things.filter((thing) => !deps.evaluations.find(policy, keyOf(thing.source, thing.id), thing));
  const fresh = new Map<string, Evaluation>();
  for (let from = 0; from < unknown.length; from += chunk)
    for (const { thing, evaluation } of await itemsOf(
      deps,
      policy,
      memberId,
      await queries.findThings(deps.db, workspaceId, unknown.slice(from, from + chunk)),
    ))
      fresh.set(keyOf(thing.source, thing.row.id), evaluation);
  return things.map((thing) => {
    const { source, id, initiator, decisions } = thing;
    const evaluation = fresh.get(keyOf(source, id)) ?? deps.evaluations.find(policy, keyOf(source, id), thing);
    const approvals = readDecisions(decisions);
    return evaluation !== undefined && actionOf({ open: true, initiator, approvals, evaluation }, memberId) === 1;
  });
}

/** Everything open that is looked through, first what runs out first, and which of it the member can decide now. */
export async function openOf(
  deps: TodoParts,
  workspaceId: WorkspaceId,
  memberId: string,
  policy: CurrentPolicy,
  board: Board,
): Promise<readonly Open[]> {
  const known = board.open.get(memberId);
  if (known) return known;
  const turns = await turnsOf(deps, workspaceId, memberId, policy, board.things);
  const open = board.things.map((thing, n) => ({ ...thing, mine: turns[n] === true }));
  board.open.set(memberId, open);
  return open;
}

/** What is open and holds the words, of certain days where these are given; first what runs out first. */
export async function fittingOf(
  deps: TodoParts,
  workspaceId: WorkspaceId,
  memberId: string,
  policy: CurrentPolicy,
  { words, span }: { readonly words: Words | undefined; readonly span: Span | undefined },
): Promise<{ readonly open: readonly Open[]; readonly older: boolean }> {
  const found = span
    ? await queries.findOfSpan(deps.db, workspaceId, span, words)
    : { things: words ? await queries.findFitting(deps.db, workspaceId, words) : [], older: false };
  const { things, older } = found;
  const turns = await turnsOf(deps, workspaceId, memberId, policy, things);
  return { open: things.map((thing, n) => ({ ...thing, mine: turns[n] === true })), older };
}
