import { type contract, type Output, orderStatus, todoType } from '@holdfast/contract';
import type { TextKey } from '../../lib/i18n.ts';
import { isAskersAlone, myAction, type TodoItem } from '../../lib/inbox-item.ts';
import { given, type Search } from '../../lib/search.ts';
import { todoSearch } from './search.ts';

export type Payment = NonNullable<TodoItem['payment']>;
export type TodoCounts = Pick<Output<typeof contract.todo.list>, 'open_count' | 'my_count' | 'asked_count' | 'kinds'>;

/** The name as the address bar has it: a payment's is a bare number, which would stand in quotation marks as a text. */
export const inAddress = (key: string): string | number => (/^\d+$/.test(key) ? Number(key) : key);

/** What the inbox shows, as it stands in the address bar. */
export interface TodoFilter {
  readonly scope?: 'mine' | 'asked';
  readonly kind?: number;
  /** 1 passed, 2 refused, 3 cancelled, 4 expired; open when missing. */
  readonly status?: number;
  /** Days on which it was asked for, both included. */
  readonly from?: string;
  readonly to?: string;
  readonly q?: string;
  readonly page?: number;
}

/** What is filtered by, and the item that is looked at. */
export function readInbox(search: Search): TodoFilter & { readonly item?: string | number } {
  const { kind, ...others } = todoSearch(search);
  return given({ kind: kinds.some(({ type }) => type === kind) ? kind : undefined, ...others });
}

/** Kinds of item in the order in which people meet them. */
export const kinds = [
  { type: todoType.withdraw, text: 'tools:todo.kind.withdraw' },
  { type: todoType.addressBook, text: 'tools:todo.kind.addressBook' },
  { type: todoType.strategy, text: 'tools:todo.kind.strategy' },
  { type: todoType.workspaceRule, text: 'tools:todo.kind.workspaceRule' },
  { type: todoType.keyGrant, text: 'tools:todo.kind.keyGrant' },
  { type: todoType.keyMaterial, text: 'tools:todo.kind.keyMaterial' },
  { type: todoType.apiClient, text: 'tools:todo.kind.apiClient' },
  { type: todoType.member, text: 'tools:todo.kind.member' },
] as const;

/** How an item stands, by its `status`. */
export const statuses = [
  { tone: 'wait', text: 'tools:todo.status.open' },
  { tone: 'done', text: 'tools:todo.status.passed' },
  { tone: 'bad', text: 'tools:todo.status.refused' },
  { tone: 'idle', text: 'tools:todo.status.cancelled' },
  { tone: 'idle', text: 'tools:todo.status.expired' },
] as const;

const hourMs = 3_600_000;
const soonMs = 6 * hourMs;

/** As `ApprovalNode` counts. */
const stepDone = 2;

/** Approvals given and needed, over all steps. That one of them is given on another page is no further approval, unless none of them was. */
export function progress(item: Pick<TodoItem, 'nodes'>): { readonly have: number; readonly need: number } {
  const nodes = item.nodes.filter(({ kind }) => kind !== 'page');
  const isOnPage = nodes.every(({ status }) => status === stepDone);
  const further = isOnPage && item.nodes.some(({ status }) => status !== stepDone) ? 1 : 0;
  const approved = (node: TodoItem['nodes'][number]): number =>
    Math.min(node.threshold, node.members.filter(({ status }) => status === 1).length);
  return {
    have: nodes.reduce((sum, node) => sum + approved(node), 0),
    need: nodes.reduce((sum, node) => sum + node.threshold, further),
  };
}

/** Time left, rounded down, in the largest unit that says something; nothing once it is over. A week that has just begun is seven days: the last hour of a day is not waited for. */
export function timeLeft(
  until: Date,
  now: number,
): { readonly key: TextKey; readonly count: number; readonly soon: boolean } | undefined {
  const left = until.getTime() - now;
  if (left <= 0) return undefined;
  const soon = left < soonMs;
  if (left < hourMs) return { key: 'todo.minutesLeft', count: Math.max(1, Math.floor(left / 60_000)), soon };
  if (left < 48 * hourMs) return { key: 'todo.hoursLeft', count: Math.floor(left / hourMs), soon };
  return { key: 'todo.daysLeft', count: Math.floor((left + hourMs) / (24 * hourMs)), soon };
}

/** What to say above the button, to whoever reads it. @param me their member id, as far as it is known */
export function turnText(
  item: Pick<TodoItem, 'my_action' | 'initiator_signed' | 'initiator' | 'solo_mode' | 'nodes' | 'decisions'>,
  me: string | undefined,
): TextKey | 'tools:todo.turnLater' {
  const own = item.initiator.id === me;
  const alone = own && isAskersAlone(item);
  // Whoever asked and signed that has asked, and decided nothing.
  const hasAskedOnly = own && item.decisions.every(({ id, decision }) => id !== me || decision === 'initiate');
  if (item.my_action === myAction.decided)
    return hasAskedOnly && item.nodes.length > 0 && !alone ? 'todo.turn.asked' : 'todo.turn.decided';
  // That one approval comes through another page asks nobody for one more of theirs.
  const isNamed = item.nodes.some(
    ({ kind, status, members }) =>
      kind !== 'page' && status !== stepDone && members.some((one) => one.id === me && one.status === 0),
  );
  if (item.my_action === myAction.none)
    return alone ? 'todo.turn.alone' : own ? 'todo.turn.asked' : isNamed ? 'tools:todo.turnLater' : 'todo.turn.others';
  if (item.initiator_signed || item.solo_mode) return 'todo.turn.approve';
  return alone ? 'todo.turn.alone' : 'todo.turn.initiate';
}

/** Says in the drawer's address that the way to refuse is wanted. */
export const refusing = 'refuse';

/** Most decisions of one visit to the approval page: its address names each of them, and whoever approves reads each whole. */
export const decideMost = { refuse: 40, approve: 10 } as const;

type Linked = Pick<TodoItem, 'approval_url' | 'intent_id' | 'intent_hash'>;
const linkOf = ({ approval_url }: Linked) => {
  const [, origin, query = ''] = /^(https?:\/\/[^/]+)\/#\/i\/[0-9a-f-]{36}\?(.*)$/.exec(approval_url) ?? [];
  return origin === undefined ? undefined : { origin, query };
};

/** Those of the items that one visit decides: an approval counts on the page that its link leads to, a refusal on any. What has no such link is left out. */
export function heldTogether<Item extends Linked>(
  items: readonly Item[],
  decision: keyof typeof decideMost,
): readonly Item[] {
  const linked = items.slice(0, decideMost[decision]).filter((item) => linkOf(item) !== undefined);
  const [first] = linked;
  const origin = first && linkOf(first)?.origin;
  return decision === 'refuse' ? linked : linked.filter((item) => linkOf(item)?.origin === origin);
}

/** Where they are decided one after the other: the page of the signer that the link of the first leads to, which shows each again. */
export function decisionLink(items: readonly Linked[], decision: keyof typeof decideMost): string {
  const held = heldTogether(items, decision);
  const [first] = held;
  const link = first && linkOf(first);
  if (!link) return '';
  const refs = held.map(({ intent_id, intent_hash }) => `${intent_id}.${intent_hash}`);
  const back = new URLSearchParams(link.query).get('return') ?? '';
  return `${link.origin}/#/${decision}?${new URLSearchParams({ items: refs.join(','), return: back })}`;
}

const underWay: readonly number[] = [orderStatus.awaitingApproval, orderStatus.awaitingSignature, orderStatus.paying];
/** Something becomes of it yet. */
export const isUnderWay = (state: number): boolean => underWay.includes(state);
