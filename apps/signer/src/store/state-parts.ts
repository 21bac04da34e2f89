import { type Approval, createSpendings, parsePolicy, policyHash, type Spending } from '@holdfast/policy';
import type { PolicyInForce, SignerState } from '../state/state.ts';
import { pack, tagMark, unpack } from './codec.ts';

/**
 * The state in pieces, and back: whatever fields there are, as they are. Only what has a mind of its own is made anew: the rules are read
 * from their text, the counters are told again what they were told.
 */
export interface Part {
  readonly field: string;
  /** Entries of a map, members of a set or list, or the one value. */
  readonly kind: 'map' | 'set' | 'list' | 'value';
  readonly items: readonly unknown[];
}

const partCharacters = 500_000;

type Kept = Omit<SignerState, 'policy' | 'spendings'> & {
  readonly policy: { readonly text: string; readonly approvals: readonly Approval[] } | undefined;
  readonly spendings: readonly (Spending | string)[];
};

const keptOf = (state: SignerState): Kept => ({
  ...state,
  policy: state.policy && { text: state.policy.text, approvals: state.policy.approvals },
  spendings: state.spendings.history(),
});

function policyOf({ text, approvals }: NonNullable<Kept['policy']>): PolicyInForce {
  const document = parsePolicy(text);
  return { text, document, hash: policyHash(document), approvals };
}

function stateOf({ policy, spendings, ...rest }: Kept): SignerState {
  const counted = createSpendings();
  for (const one of spendings)
    if (typeof one === 'string') counted.drop(one);
    else counted.add(one);
  return {
    ...rest,
    policy: policy && policyOf(policy),
    spendings: counted,
  };
}

/** As JSON text of a `Part`, each of some hundred kilobytes. */
function* piecesOf(field: string, kind: Part['kind'], items: Iterable<unknown>): Generator<string> {
  const text = (piece: readonly string[]): string =>
    `{"field":${JSON.stringify(field)},"kind":"${kind}","items":[${piece.join()}]}`;
  let piece: string[] = [];
  let size = 0;
  for (const item of items) {
    const packed = JSON.stringify(pack(item));
    piece.push(packed);
    size += packed.length;
    if (size < partCharacters) continue;
    yield text(piece);
    [piece, size] = [[], 0];
  }
  yield text(piece);
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Map || value instanceof Set);

/** An object that holds a map is taken apart too: that may be long. */
const isHolder = (value: unknown): value is object =>
  isPlain(value) && Object.values(value).some((field) => field instanceof Map || field instanceof Set);

function* partsIn(prefix: string, object: object): Generator<string> {
  for (const [name, value] of Object.entries(object) as [string, unknown][]) {
    const field = `${prefix}${name}`;
    if (isHolder(value)) yield* partsIn(`${field}.`, value);
    else if (value instanceof Map) yield* piecesOf(field, 'map', value);
    else if (value instanceof Set) yield* piecesOf(field, 'set', value);
    else if (Array.isArray(value)) yield* piecesOf(field, 'list', value);
    else if (value !== undefined) yield* piecesOf(field, 'value', [value]);
  }
}

/** JSON of a `Part` each. */
export const partsOf = (state: SignerState): Iterable<string> => partsIn('', keptOf(state));

type Branch = { [name: string]: unknown };

/** What a part adds to what was there of its field before. */
function joined(before: unknown, kind: Part['kind'], values: readonly unknown[]): unknown {
  if (kind === 'value') return values[0];
  if (kind === 'list') {
    const list = Array.isArray(before) ? before : [];
    for (const value of values) list.push(value);
    return list;
  }
  if (kind === 'set') {
    const set = before instanceof Set ? before : new Set<unknown>();
    for (const value of values) set.add(value);
    return set;
  }
  const map = before instanceof Map ? before : new Map<unknown, unknown>();
  for (const entry of values as [unknown, unknown][]) map.set(entry[0], entry[1]);
  return map;
}

function readPart(text: string): Part {
  const part = JSON.parse(text) as Part;
  // Most hold nothing that JSON has no word for.
  return text.includes(tagMark) ? { ...part, items: part.items.map(unpack) } : part;
}

/** Puts pieces together again. What they hold was sealed by this program, so its shape is not looked at. */
export function restore(parts: Iterable<string>): SignerState {
  const kept: Branch = {};
  for (const text of parts) {
    const { field, kind, items } = readPart(text);
    const path = field.split('.');
    const last = path.pop() ?? '';
    let branch = kept;
    for (const name of path) {
      branch[name] ??= {};
      branch = branch[name] as Branch;
    }
    branch[last] = joined(branch[last], kind, items);
  }
  return stateOf(kept as unknown as Kept);
}
