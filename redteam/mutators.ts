import { randomUUID } from 'node:crypto';
import type { Approval } from '@holdfast/policy';
import type { Random } from '@holdfast/testkit/random';
import { decideOn, newMember } from '@holdfast/testkit/signer';
import type { Attack } from './attack.ts';
import { edits } from './attacks/edits.ts';
import type { Fixture } from './fixture.ts';
import { type Ask, bookAsk, keygenAsk, type Money, nextPolicy, payAsk, policyAsk, send, textOf } from './requests.ts';

/** Breaks a lawful request in one way that no member has agreed to. */
type Mutator = (ask: Ask, fixture: Fixture, random: Random) => Ask;

const targets: Readonly<Record<string, (fixture: Fixture) => Ask>> = {
  evm: (fixture) => payAsk(fixture, 'evm'),
  usdc: (fixture) => payAsk(fixture, 'usdc'),
  bitcoin: (fixture) => payAsk(fixture, 'bitcoin'),
  policy: (fixture) => policyAsk(fixture, nextPolicy(fixture, { senior: [] })),
  book: (fixture) => bookAsk(fixture),
  keygen: (fixture) => keygenAsk(fixture),
};

const pick = <T>(random: Random, all: readonly T[]): T => random.pick(all.map((one) => [one, 1] as const));

/** Another digit, letter or length in one place of a text, of the same alphabet where that is easy. */
function nudge(text: string, random: Random): string {
  if (text === '') return random.hex(32);
  const at = random.between(0, text.length - 1);
  const old = text[at] ?? '';
  const digit = /[0-8]/.test(old) ? String(Number(old) + 1) : old === '9' ? '1' : old === 'a' ? 'b' : 'a';
  return text.slice(0, at) + digit + text.slice(at + 1);
}

/** Any text anywhere inside a value. */
function nudgeInside(value: unknown, random: Random): unknown {
  if (typeof value === 'string') return nudge(value, random);
  if (Array.isArray(value)) {
    if (value.length === 0) return ['x'];
    const at = random.between(0, value.length - 1);
    return value.map((one, i) => (i === at ? nudgeInside(one, random) : one));
  }
  if (typeof value !== 'object' || value === null) return random.hex(4);
  const fields = Object.entries(value);
  if (fields.length === 0) return { x: random.hex(4) };
  const [key, inner] = pick(random, fields);
  return { ...value, [key]: nudgeInside(inner, random) };
}

/** Another text somewhere inside a JSON text, or in what an earlier change has left of one. */
function nudgeJson(text: string, random: Random): string {
  try {
    return JSON.stringify(nudgeInside(JSON.parse(text), random));
  } catch {
    return nudge(text, random);
  }
}

const withApprovals = (ask: Ask, change: (approvals: readonly Approval[]) => readonly unknown[]): Ask => ({
  ...ask,
  approvals: change(ask.approvals as readonly Approval[]),
});

/** Those that still give an intent of the known shape. */
const sound = Object.values(edits).filter(({ code }) => code !== 'badIntent');

const mutators: Readonly<Record<string, Mutator>> = {
  'a text of the intent': (ask, _, random) => ({ ...ask, text: nudgeJson(textOf(ask), random) }),
  'a byte of its text': (ask, _, random) => ({ ...ask, text: nudge(textOf(ask), random) }),
  'a field left out': (ask, _, random) => {
    const gone = pick(random, Object.keys(ask.intent));
    return { ...ask, text: JSON.stringify(ask.intent, (key, value: unknown) => (key === gone ? undefined : value)) };
  },
  'a scripted edit': (ask, fixture, random) => {
    if (ask.kind !== 'transfer') return { ...ask, intent: { ...ask.intent, request: random.hex(8) } };
    const intent = { ...ask.intent, ...pick(random, sound).change(ask.intent, fixture) };
    return { ...ask, intent };
  },
  'a text of an approval': (ask, _, random) =>
    withApprovals(ask, (approvals) => {
      const at = random.between(0, approvals.length - 1);
      return approvals.map((one, i) => (i === at ? nudgeInside(one, random) : one));
    }),
  'approvals left out': (ask, _, random) => withApprovals(ask, (approvals) => approvals.slice(0, random.between(0, 1))),
  'approvals of another request': (ask, fixture, random) =>
    withApprovals(ask, () => targets[pick(random, Object.keys(targets))]?.(fixture).approvals as Approval[]),
  'an approval by a stranger': (ask, _, random) =>
    withApprovals(ask, (approvals) => [
      ...approvals,
      decideOn(approvals[0]?.intent ?? random.hex(32), newMember(`eve${random.between(0, 9)}`, 'owner'), 'approve'),
    ]),
  'a refusal': (ask, fixture) =>
    withApprovals(ask, (approvals) => [
      ...approvals,
      decideOn(approvals[0]?.intent ?? '', fixture.crew.adam, 'refuse'),
    ]),
  'another id': (ask) => ({ ...ask, intent: { ...ask.intent, id: randomUUID() } }),
  'another document': (ask, _, random) => {
    if (ask.attached === undefined) return { ...ask, parties: [pick(random, ['1', '2'])] };
    return { ...ask, attached: nudgeJson(ask.attached, random) };
  },
  'nothing of a plan': (ask) => (ask.kind === 'transfer' ? { ...ask, plan: {} } : { ...ask, attached: '{}' }),
};

/** A request of any kind, broken in one to three ways. The name says which, so that a failure can be made again from its seed. */
export function randomAttack(random: Random, n: number): Attack {
  const target = pick(random, Object.keys(targets)) as Money;
  const ways = Array.from({ length: random.between(1, 3) }, () => pick(random, Object.keys(mutators)));
  return {
    family: 'random',
    name: `#${n}: ${target}, ${ways.join(' + ')}`,
    expect: [],
    control: false,
    alone: false,
    run: async (fixture) => {
      const lawful = targets[target]?.(fixture) ?? payAsk(fixture);
      const broken = ways.reduce((ask, way) => mutators[way]?.(ask, fixture, random) ?? ask, lawful);
      return send(fixture, broken);
    },
  };
}
