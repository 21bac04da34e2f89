import { orderStatus } from '@holdfast/contract';
import type { TodoItem } from '../../lib/inbox-item.ts';

type Asked = Pick<
  TodoItem,
  'status' | 'state' | 'nodes' | 'payment' | 'initiator' | 'initiator_signed' | 'decisions' | 'solo_mode'
>;

/** Whoever reads it, and what they are called. */
interface Reader {
  readonly id: string | undefined;
  readonly word: string;
}

const namesOf = (members: readonly TodoItem['initiator'][], reader?: Reader): string[] =>
  members.map(({ id, name }) => (id === reader?.id ? reader.word : name));

/** Whose decision is missing: how many, and out of whom. Nothing where none is. */
export function missing(
  { nodes }: Pick<TodoItem, 'nodes'>,
  reader?: Reader,
): { readonly count: number; readonly names: readonly string[] } | undefined {
  const node = nodes.find(({ status }) => status === 1);
  if (!node) return undefined;
  const given = node.members.filter(({ status }) => status === 1).length;
  // Who approved on one page may be the one who does on another.
  const left = node.kind === 'page' ? node.members : node.members.filter(({ status }) => status === 0);
  return {
    count: Math.max(1, node.threshold - given),
    names: namesOf(left, reader),
  };
}

/** The step that comes after the open one, by its place among all. */
interface Later {
  readonly step: number;
  readonly steps: number;
  readonly count: number;
  readonly names: readonly string[];
}

/**
 * Which step follows the open one, and whom it asks: none where the approvals given so far are enough for all that follow. What is asked of their pages is no
 * step: one of the same approvals is.
 */
function laterStep({ nodes, decisions }: Pick<TodoItem, 'nodes' | 'decisions'>, reader?: Reader): Later | undefined {
  const given = new Set(decisions.filter(({ decision }) => decision === 'approve').map(({ id }) => id));
  const steps = nodes
    .filter(({ kind }) => kind !== 'page')
    .map(({ status, threshold, members }) => {
      const left = members.filter(({ id }) => !given.has(id));
      return { status, left, count: threshold - (members.length - left.length) };
    });
  const place = steps.findIndex(({ status, count }) => status === 0 && count > 0);
  const step = steps[place];
  return step && { step: place + 1, steps: steps.length, count: step.count, names: namesOf(step.left, reader) };
}

export interface Step {
  readonly key: string;
  readonly tone: 'wait' | 'done' | 'bad';
  /** What is waited for after it. */
  readonly later?: Later;
  readonly values: {
    readonly names?: readonly string[];
    readonly name?: string;
    readonly count?: number;
    readonly have?: number;
    readonly need?: number;
  };
}

const step = (key: string, tone: Step['tone'], values: Step['values'] = {}): Step => ({
  key: `tools:todo.next.${key}`,
  tone,
  values,
});

function openStep(item: Asked, reader?: Reader): Step {
  const [name = ''] = namesOf([item.initiator], reader);
  const byWhoAsked = step('initiator', 'wait', { name });
  const left = missing(item, reader);
  if (item.solo_mode) return left ? step('approvals', 'wait', left) : byWhoAsked;
  if (!item.initiator_signed) return byWhoAsked;
  if (!left) return step('signers', 'wait');
  if (item.nodes.find(({ status }) => status === 1)?.kind === 'page') return step('page', 'wait', left);
  const later = laterStep(item, reader);
  return { ...step('approvals', 'wait', left), ...(later && { later }) };
}

/** Signing takes less than a second where nothing is in its way: coins, a frozen asset, a fee, or signers that do not answer. */
const signedByMs = 5_000;
const isLate = ({ decisions }: Asked, now: number): boolean =>
  decisions.length > 0 && now - Math.max(...decisions.map(({ time }) => time.getTime())) > signedByMs;

/** What happens next with an item, by its state; `blocks` as far as they are known. @param now epoch milliseconds */
export function nextStep(
  item: Asked,
  blocks?: { readonly have: number; readonly need: number },
  reader?: Reader,
  now = 0,
): Step {
  const { state, payment } = item;
  if (item.status === 0) return openStep(item, reader);
  if (state === orderStatus.approvalRefused) {
    const refused = item.decisions.find(({ decision }) => decision === 'refuse');
    if (!refused) return step('refused', 'bad');
    return refused.id === reader?.id ? step('refusedByYou', 'bad') : step('refusedBy', 'bad', { name: refused.name });
  }
  if (state === orderStatus.autoCancelled) return step('expired', 'bad');
  // Taken back by who asked, or ended by a signer; the other number says that what was asked for is not possible any more.
  if (item.status === 3 && state === orderStatus.systemRejected)
    return step(payment ? 'notAllowed' : 'overtaken', 'bad');
  if (item.status === 3) return step(payment ? 'cancelled' : 'takenBack', 'bad');
  if (!payment) return state === orderStatus.done ? step('inForce', 'done') : step('takenOver', 'wait');
  if (state === orderStatus.awaitingSignature) return step(isLate(item, now) ? 'signingLate' : 'signing', 'wait');
  if (state === orderStatus.paying) return blocks ? step('blocks', 'wait', blocks) : step('sent', 'wait');
  return state === orderStatus.done ? step('paid', 'done') : step('failed', 'bad');
}

const isHan = (sign: string | undefined): boolean => /\p{Script=Han}/u.test(sign ?? '');
/** Names with a word between them, as ` or `. A Chinese word stands apart from Latin letters alone; the names stay as they are. */
export const joined = (names: readonly string[], between: string): string =>
  names.reduce((before, name, at) => {
    if (at === 0) return name;
    const word = between.trim();
    if (!isHan(word)) return before + between + name;
    return [before, isHan(before.at(-1)) ? '' : ' ', word, isHan([...name][0]) ? '' : ' ', name].join('');
  }, '');
