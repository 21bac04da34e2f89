import { type Approval, createSpendings, parsePolicy, policyHash, type Spending } from '@holdfast/policy';
import type { PolicyInForce, SignerState } from '../state/state.ts';
import { readPacked, textOf } from './codec.ts';
import { LazyMap } from './lazy-map.ts';

/**
 * The state in pieces, and back: whatever fields there are, as they are. Only what has a mind of its own is made anew: the rules are read
 * from their text, the counters are told again what they were told. A piece is JSON, each item in a line of its own; an entry of a `lazy` map is in two.
 */
interface Part {
  readonly field: string;
  /** Entries of a map, members of a set or list, or the one value. */
  readonly kind: 'map' | 'lazy' | 'set' | 'list' | 'value';
  readonly items: readonly unknown[];
}

const partCharacters = 500_000;

/** Amounts as text: JSON has a word for them. */
type AsText<T extends Amounts> = Omit<T, 'units' | 'cents'> & { readonly units: string; readonly cents?: string };
type Amounts = Pick<Spending, 'units' | 'cents'>;
type WrittenSpending = AsText<Omit<Spending, 'fee'>> & { readonly fee?: AsText<NonNullable<Spending['fee']>> };

type Kept = Omit<SignerState, 'policy' | 'spendings'> & {
  readonly policy: { readonly text: string; readonly approvals: readonly Approval[] } | undefined;
  readonly spendings: readonly (WrittenSpending | string)[];
};

const asText = <T extends Amounts>({ units, cents, ...rest }: T) => ({
  ...rest,
  units: String(units),
  ...(cents === undefined ? {} : { cents: String(cents) }),
});
const asAmounts = <T extends AsText<Amounts>>({ units, cents, ...rest }: T) => ({
  ...rest,
  units: BigInt(units),
  cents: cents === undefined ? undefined : BigInt(cents),
});

const writeSpending = ({ fee, ...spending }: Spending): WrittenSpending => ({
  ...asText(spending),
  ...(fee ? { fee: asText(fee) } : {}),
});
const readSpending = ({ fee, ...written }: WrittenSpending): Spending => ({
  ...asAmounts(written),
  ...(fee ? { fee: asAmounts(fee) } : {}),
});

const keptOf = (state: SignerState): Kept => ({
  ...state,
  policy: state.policy && { text: state.policy.text, approvals: state.policy.approvals },
  spendings: state.spendings.history().map((one) => (typeof one === 'string' ? one : writeSpending(one))),
});

function policyOf({ text, approvals }: NonNullable<Kept['policy']>): PolicyInForce {
  const document = parsePolicy(text);
  return { text, document, hash: policyHash(document), approvals };
}

function stateOf({ policy, spendings, ...rest }: Kept): SignerState {
  const counted = createSpendings();
  for (const one of spendings)
    if (typeof one === 'string') counted.drop(one);
    else counted.add(readSpending(one));
  return {
    ...rest,
    policy: policy && policyOf(policy),
    spendings: counted,
  };
}

/** As JSON text of a `Part`, each of some hundred kilobytes. */
function* piecesOf(field: string, kind: Part['kind'], items: Iterable<string>): Generator<string> {
  const text = (piece: readonly string[]): string =>
    `{"field":${JSON.stringify(field)},"kind":"${kind}","items":[\n${piece.join(',\n')}\n]}`;
  let piece: string[] = [];
  let size = 0;
  for (const item of items) {
    piece.push(item);
    size += item.length;
    if (size < partCharacters) continue;
    yield text(piece);
    [piece, size] = [[], 0];
  }
  yield text(piece);
}

function* textsOf(values: Iterable<unknown>): Generator<string> {
  for (const value of values) yield textOf(value);
}

function* lazyTexts(map: LazyMap<object>): Generator<string> {
  for (const [key, text] of map.texts()) yield `[${JSON.stringify(key)},\n${text}]`;
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Map || value instanceof Set || value instanceof LazyMap);

/** An object that holds a map is taken apart too: that may be long. */
const isHolder = (value: unknown): value is object =>
  isPlain(value) && Object.values(value).some((field) => field instanceof Map || field instanceof Set);

function* partsIn(prefix: string, object: object): Generator<string> {
  for (const [name, value] of Object.entries(object) as [string, unknown][]) {
    const field = `${prefix}${name}`;
    if (isHolder(value)) yield* partsIn(`${field}.`, value);
    else if (value instanceof LazyMap) yield* piecesOf(field, 'lazy', lazyTexts(value));
    else if (value instanceof Map) yield* piecesOf(field, 'map', textsOf(value));
    else if (value instanceof Set) yield* piecesOf(field, 'set', textsOf(value));
    else if (Array.isArray(value)) yield* piecesOf(field, 'list', textsOf(value));
    else if (value !== undefined) yield* piecesOf(field, 'value', textsOf([value]));
  }
}

/** JSON of a `Part` each. */
export const partsOf = (state: SignerState): Iterable<string> => partsIn('', keptOf(state));

type Branch = { [name: string]: unknown };

/** What a part adds to what was there of its field before. */
function joined(before: unknown, { kind, items }: Part): unknown {
  if (kind === 'value') return items[0];
  if (kind === 'list') {
    const list = Array.isArray(before) ? before : [];
    for (const value of items) list.push(value);
    return list;
  }
  if (kind === 'set') {
    const set = before instanceof Set ? before : new Set<unknown>();
    for (const value of items) set.add(value);
    return set;
  }
  const map = before instanceof Map ? before : new Map<unknown, unknown>();
  for (const entry of items as [unknown, unknown][]) map.set(entry[0], entry[1]);
  return map;
}

/** The same of a `lazy` map, whose lines are `["key",` and `value],`, the last without its comma. */
function joinedLazily(before: unknown, text: string): LazyMap<object> {
  const map = before instanceof LazyMap ? before : new LazyMap<object>();
  const [, ...lines] = text.split('\n');
  for (let i = 0; i + 1 < lines.length - 1; i += 2) {
    const [key = '', value = ''] = [lines[i], lines[i + 1]];
    map.setText(JSON.parse(key.slice(1, -1)) as string, value.slice(0, value.endsWith(',') ? -2 : -1));
  }
  return map;
}

const headOf = (text: string): Part => JSON.parse(`${text.slice(0, text.indexOf('\n'))}]}`) as Part;

/** Puts pieces together again. What they hold was sealed by this program, so its shape is not looked at. */
export function restore(parts: Iterable<string>): SignerState {
  const kept: Branch = {};
  for (const text of parts) {
    const { field, kind } = headOf(text);
    const path = field.split('.');
    const last = path.pop() ?? '';
    let branch = kept;
    for (const name of path) {
      branch[name] ??= {};
      branch = branch[name] as Branch;
    }
    branch[last] = kind === 'lazy' ? joinedLazily(branch[last], text) : joined(branch[last], readPacked(text) as Part);
  }
  return stateOf(kept as unknown as Kept);
}
