import type { Value } from '../abi/codec.ts';
import { type AbiType, methodOf, type Parameter } from '../abi/method.ts';
import { isSame } from '../canonical.ts';
import { limits } from '../limits.ts';
import { list, patterns, record, text } from '../schema.ts';
import type { Call } from '../subject.ts';
import { type Calls, namesCall } from './calls.ts';
import { badIf, type Condition, matchPart } from './condition.ts';

/**
 * What arguments of the calls that the rule names may be (web3, trade): numbers from `least` to `most`, both included ('' is no bound), or addresses of a list. A call
 * of the method counts as one that the rule names only where each of them holds.
 */
const bound = /^(?:-?[1-9]\d{0,77}|0)?$/;
const schema = list(
  record({
    /** With its types, in its one spelling: `transfer(address to,uint256 amount)`. */
    method: text(/^[A-Za-z_$][\x20-\x7e]{1,599}$/),
    /** Which argument, counted from 0; of a tuple's part the way to it, `0.2`. Of a list every one in it; where only some are, it is named in part. */
    at: text(/^(?:0|[1-9]\d?)(?:\.(?:0|[1-9]\d?)){0,4}$/),
    least: text(bound),
    most: text(bound),
    in: list(text(patterns.ascii), 0, limits.ruleList),
  }),
  0,
  limits.ruleMethods,
);
export type Args = ReturnType<typeof schema>;
type Bound = Args[number];
interface Others {
  readonly calls: Calls;
}

/** An argument, or a part of one, that a rule can ask for. */
export interface AskedArgument {
  readonly at: string;
  /** `params.amountIn`; what has no name is called by its place, counted from 1. */
  readonly name: string;
  readonly kind: 'number' | 'address';
}

const bare = (type: AbiType): AbiType => (type.kind === 'list' ? bare(type.of) : type);

/** Everything of a method that a rule can ask for, in order; of a list what is in it. */
export function askable(
  parameters: readonly Parameter[],
  before: readonly string[] = [],
  within = '',
): AskedArgument[] {
  return parameters.flatMap(({ name, type }, place): AskedArgument[] => {
    const own = bare(type);
    const steps = [...before, String(place)];
    const full = [within, name || String(place + 1)].filter((part) => part !== '').join('.');
    if (own.kind === 'tuple') return askable(own.parts, steps, full);
    const kind = own.kind === 'address' ? 'address' : own.kind === 'uint' || own.kind === 'int' ? 'number' : undefined;
    return kind ? [{ at: steps.join('.'), name: full, kind }] : [];
  });
}

/** The values at a place: several where lists lie on the way. Its type is known to be there. */
function valuesAt(type: AbiType, value: Value, steps: readonly string[]): Value[] {
  if (type.kind === 'list' && Array.isArray(value)) return value.flatMap((one) => valuesAt(type.of, one, steps));
  const [step, ...rest] = steps;
  if (step === undefined) return [value];
  const part = type.kind === 'tuple' ? type.parts[Number(step)] : undefined;
  const inner = Array.isArray(value) ? value[Number(step)] : undefined;
  return part && inner !== undefined ? valuesAt(part.type, inner, rest) : [];
}

function holdsFor({ least, most, in: listed }: Bound, value: Value): boolean {
  if (typeof value === 'bigint')
    return (least === '' || value >= BigInt(least)) && (most === '' || value <= BigInt(most));
  const address = String(value).toLowerCase();
  return listed.some((one) => one.toLowerCase() === address);
}

/** `part`: of the list some are within. */
type Answer = 'yes' | 'no' | 'part' | 'unknown';

/** Is an argument within its bound? Of what nobody has read with this very signature nobody can say. */
function answer(one: Bound, call: Call): Answer {
  const method = methodOf(one.method);
  if (method?.selector !== call.method) return 'yes';
  if (call.raw || !call.args || call.signature !== method.signature) return 'unknown';
  const found = valuesAt({ kind: 'tuple', parts: method.inputs }, call.args, one.at.split('.'));
  const within = found.filter((value) => holdsFor(one, value)).length;
  return within === found.length ? 'yes' : within === 0 ? 'no' : 'part';
}

function answerOf(wanted: Args, call: Call): Answer {
  const answers = wanted.map((one) => answer(one, call));
  return (['no', 'unknown', 'part'] as const).find((one) => answers.includes(one)) ?? 'yes';
}

/** Does it ask for an argument of this call that nobody can read? */
export const asksUnread = (wanted: Args, call: Call): boolean => answerOf(wanted, call) === 'unknown';

/** Bounds of a type that has such values, of an argument that is there, of a method that every call of the rule may have. */
function isSound(wanted: Args, { calls }: Others): boolean {
  const named = new Set(calls.flatMap(({ methods }) => methods));
  return wanted.every(({ method: source, at, least, most, in: listed }) => {
    const method = methodOf(source);
    if (!method || method.text !== source || !named.has(method.selector)) return false;
    const asked = askable(method.inputs).find((one) => one.at === at);
    if (asked?.kind === 'number')
      return listed.length === 0 && (least !== '' || most !== '') && !(least && most && BigInt(least) > BigInt(most));
    return asked?.kind === 'address' && least === '' && most === '' && listed.length > 0;
  });
}

export const args: Condition<Args, '4', Others> = {
  since: '4',
  schema,
  empty: [],
  facts: [],
  /**
   * As `calls`: one that is named in part has to be satisfied with what stands behind it, and what nobody can read is never what lets something pass. So it is where
   * some of a list are within: else one more in it would lead around every rule that refuses or asks for more.
   */
  match: (wanted, { calls }, { action, when }) => {
    if (wanted.length === 0) return 'yes';
    const answers = calls?.map((call) => (namesCall(when.calls, call) ? answerOf(wanted, call) : 'no')) ?? ['unknown'];
    if (answers.includes('unknown') || answers.includes('part')) return action === 'pass' ? 'no' : 'perhaps';
    return matchPart(answers.filter((one) => one === 'yes').length, answers.length, action);
  },
  notLooser: isSame,
  whenFewerListed: () => 'same',
  places: () => [],
  problems: (wanted, { type, when }) => badIf(wanted.length > 0 && (type === 'transfer' || !isSound(wanted, when))),
};
