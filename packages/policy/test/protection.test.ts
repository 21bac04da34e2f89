import { runsOf } from '@holdfast/testkit/runs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTightening, lacksOwner, type PolicyDocument } from '../src/index.ts';
import { liftsProtection } from '../src/protection.ts';
import { apply, documents, edits } from './arbitrary.ts';
import { crew, rule } from './cases/crew.ts';
import { node, strategy } from './fixtures.ts';

const seed = Number(process.env.HOLDFAST_SEED ?? Date.now() % 2 ** 31);
console.info(`protection: seed ${seed}`);

const nodes = [node('Release', 1, 'ann')];
const flow = (id: string, signProtection: 'on' | 'off') => ({
  ...rule('flow'),
  ...{
    id,
    name: id,
    enabled: 'on' as const,
    type: 'transfer' as const,
    action: 'flow' as const,
    signProtection,
    nodes,
  },
});
const doc = (senior: PolicyDocument['senior'], ...strategies: PolicyDocument['strategies']): PolicyDocument => ({
  ...crew,
  senior,
  strategies,
});
const on = strategy('*', 'on', ...nodes);
const off = strategy('*', 'off', ...nodes);
const [a, b] = [flow('a', 'on'), flow('b', 'off')];
const refuses = { action: 'refuse' as const, nodes: [] };
const narrower = { ...a, when: { ...a.when, wallets: ['7'] } };

describe('a change takes signature protection off', () => {
  test.each<[string, PolicyDocument, PolicyDocument, boolean]>([
    ['of the default flow', doc([], on), doc([], off), true],
    ['by a flow of a sub-wallet’s own', doc([], on), doc([], on, { ...off, wallet: '7' }), true],
    ['by a sub-wallet that falls back to a flow without', doc([], off, { ...on, wallet: '7' }), doc([], off), true],
    ['of a rule', doc([a], on), doc([{ ...a, signProtection: 'off' }], on), true],
    ['by a new rule', doc([], on), doc([b], on), true],
    ['by a rule that goes', doc([a], off), doc([], off), true],
    ['by a rule that is switched off', doc([a], off), doc([{ ...a, enabled: 'off' }], off), true],
    ['by a rule that lets pass from then on', doc([a], off), doc([{ ...a, action: 'pass', nodes: [] }], off), true],
    ['by a rule that speaks of less', doc([a], off), doc([narrower], off), true],
    ['by an order in which another comes first', doc([a, b], on), doc([b, a], on), true],
    [
      'by a refusal in the place of its flow that does not name it',
      doc([a], off),
      doc([{ ...a, ...refuses, signProtection: 'off' }], off),
      true,
    ],
    ['by a refusal in the place of its flow that goes', doc([{ ...a, ...refuses }], off), doc([], off), true],
    [
      'by such a refusal that is switched off',
      doc([{ ...a, ...refuses }], off),
      doc([{ ...a, ...refuses, enabled: 'off' }], off),
      true,
    ],
    [
      'by such a refusal that speaks of less',
      doc([{ ...a, ...refuses }], off),
      doc([{ ...narrower, ...refuses }], off),
      true,
    ],
    [
      'by such a refusal that asks without it',
      doc([{ ...a, ...refuses }], off),
      doc([{ ...a, signProtection: 'off' }], off),
      true,
    ],
    [
      'by such a refusal that names it no longer',
      doc([{ ...a, ...refuses }], off),
      doc([{ ...a, ...refuses, signProtection: 'off' }], off),
      true,
    ],
    ['not by such a refusal that asks with it', doc([{ ...a, ...refuses }], off), doc([a], off), false],
    ['not by a refusal that never named it', doc([{ ...b, ...refuses }, a], on), doc([a], on), false],
    [
      'not by an unprotected flow that refuses from then on',
      doc([b, a], on),
      doc([{ ...b, ...refuses }, a], on),
      false,
    ],
    ['not where it is switched on', doc([b], off), doc([{ ...b, signProtection: 'on' }], on), false],
    ['not where nothing had it', doc([b], off), doc([b, { ...b, id: 'c' }], off), false],
    ['not where everything keeps it', doc([a], on), doc([], on), false],
    ['not by a new rule that has it', doc([b], on), doc([a, b], on), false],
    [
      'not by a rule that refuses from then on',
      doc([a, b], on),
      doc([{ ...a, action: 'refuse', nodes: [] }, b], on),
      false,
    ],
    ['not by other people in a flow', doc([b], on), doc([{ ...b, nodes: [node('Release', 1, 'bob')] }], on), false],
  ])('%s', (_, current, next, lifts) => {
    expect(liftsProtection(current, next)).toBe(lifts);
  });

  test('which an owner alone may ask for', () => {
    const lacks = (initiator: string) => lacksOwner(doc([], on), doc([], off), { initiator });
    const roles = crew.members.map(({ id, role }) => [role === 'owner', lacks(id)]);
    for (const [isOwner, lacksOne] of roles) expect(lacksOne).toBe(!isOwner);
    expect(roles.map(([isOwner]) => isOwner)).toEqual(expect.arrayContaining([true, false]));
    expect(lacks('nobody')).toBe(true);
  });
});

test('no step that may take effect at once takes it off', () => {
  fc.assert(
    fc.property(documents, edits, (current, edit) => {
      const next = apply(current, edit);
      if (isTightening(current, next)) expect(liftsProtection(current, next)).toBe(false);
    }),
    { numRuns: runsOf(4_000), seed },
  );
});
