import { runsOf } from '@holdfast/testkit/runs';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  bodyHash,
  checkPolicy,
  checkPolicyChange,
  evaluate,
  type Flow,
  type Intent,
  isTightening,
  mayInitiate,
  mayObject,
  openNodes,
  type PolicyDocument,
  policyHash,
} from '../src/index.ts';
import { apply, documents, edits } from './arbitrary.ts';
import { rule } from './cases/crew.ts';
import { approve, device, documentIntent, exportRequest, keygenRequest, keys, member, refOf } from './fixtures.ts';

vi.setConfig({ testTimeout: 180_000 });
const seed = Number(process.env.HOLDFAST_SEED ?? Date.now() % 2 ** 31);
console.info(`government: seed ${seed}`);
const runs = (all: number) => ({ numRuns: runsOf(all), seed });

const after = (current: PolicyDocument, change: Partial<PolicyDocument>): PolicyDocument => ({
  ...current,
  ...change,
  version: String(Number(current.version) + 1),
  prev: policyHash(current),
});
const everybody = ['ann', 'bob', 'cem', 'dee', 'eve'] as const;
const keyOf = { ann: keys.ann2, bob: keys.bob, cem: keys.cem, dee: keys.dee, eve: keys.eve } as const;
const gus = { ...member('gus', 'viewer', device('gus')), keyHolder: 'no' as const };

/** Whatever the members can ask of the workspace that is not instant: what it needs when each of them asks, and who may object. */
function government(policy: PolicyDocument): unknown {
  const { members, senior, book } = policy;
  const looser = [...senior, { ...rule('pass'), id: 'extra' }];
  const steps: Partial<PolicyDocument>[] = [
    { members: [...members, gus] },
    { senior: looser },
    { members: [...members, gus], senior: looser },
    { book: { ...book, coolingHours: '0' } },
    {},
  ];
  return everybody.map((initiator) => {
    const intents: { readonly intent: Intent; readonly next?: PolicyDocument }[] = [
      ...steps.map((step) => {
        const next = after(policy, step);
        return { intent: documentIntent('policy', policyHash(next), { initiator, policy: refOf(policy) }), next };
      }),
      { intent: documentIntent('keygen', bodyHash(keygenRequest), { initiator, policy: refOf(policy) }) },
      { intent: documentIntent('export', bodyHash(exportRequest), { initiator, policy: refOf(policy) }) },
      { intent: documentIntent('book', 'a'.repeat(64), { initiator, policy: refOf(policy) }) },
    ];
    return intents.map(({ intent, next }) => {
      const { nodes, problem, solo, action } = evaluate(policy, intent, [], undefined, next ? { next } : {});
      const asked = members.filter((one) => mayInitiate(one, intent.kind)).map(({ id }) => id);
      const objecting = everybody.filter((id) => mayObject(policy, intent.kind, id));
      return { kind: intent.kind, nodes, problem, solo, action, asked, objecting };
    });
  });
}

/** As many of these steps as may take effect at once, one after the other. */
function alone(start: PolicyDocument, steps: readonly Parameters<typeof apply>[1][]): PolicyDocument {
  return steps.reduce((doc, step) => {
    const next = { ...apply(doc, step), prev: policyHash(doc) };
    return isTightening(doc, next) && checkPolicyChange(doc, next).length === 0 ? next : doc;
  }, start);
}
const sequences = fc.array(edits, { minLength: 1, maxLength: 8 });

describe('what one member does alone, at once and in any order', () => {
  it('leaves everybody the say in changes of the workspace that they had, and nobody more', () => {
    let moved = 0;
    fc.assert(
      fc.property(documents, sequences, (start, steps) => {
        if (checkPolicy(start).length > 0) return;
        const end = alone(start, steps);
        if (end === start) return;
        moved++;
        expect(government(end)).toEqual(government(start));
      }),
      runs(500),
    );
    expect(moved).toBeGreaterThan(runsOf(16));
  });

  it('can be undone by the people who could have asked for the same before, but for who was taken out', () => {
    let undone = 0;
    fc.assert(
      fc.property(documents, sequences, fc.constantFrom('ann', 'bob'), (start, steps, who) => {
        if (checkPolicy(start).length > 0) return;
        const end = alone(start, steps);
        if (end === start) return;
        const { strategies, senior, book } = start;
        const back = after(end, { strategies, senior, book });
        if (policyHash({ ...back, version: end.version, prev: end.prev }) === policyHash(end)) return;
        // A program that is gone may be named by a rule as the only one who asks.
        if (checkPolicy({ ...start, members: end.members }).length > 0) return;
        expect(checkPolicyChange(end, back)).toEqual([]);
        const intent = documentIntent('policy', policyHash(back), { initiator: who, policy: refOf(end) });
        const said = [
          approve(keyOf[who], who, intent, 'initiate'),
          ...everybody.filter((id) => id !== who).map((id) => approve(keyOf[id], id, intent)),
          approve(keyOf[who], who, intent),
        ];
        // Without its document at hand a change needs every flow.
        const whatever = documentIntent('policy', policyHash(start), { initiator: who, policy: refOf(start) });
        if (evaluate(start, whatever, []).problem) return;
        undone++;
        expect(evaluate(end, intent, said, undefined, { next: back }).state).toBe('satisfied');
      }),
      runs(600),
    );
    expect(undone).toBeGreaterThan(runsOf(8));
  });
});

describe('a document in which no flow is a dead end', () => {
  it('is one in which some member who may ask finds enough approvers at every node, each looked at by itself', () => {
    const reached = (policy: PolicyDocument, flow: Flow, kind: Intent['kind'], wallet: string): boolean =>
      policy.members.some(
        (one) =>
          mayInitiate(one, kind, wallet) &&
          openNodes(policy, [flow], { initiator: one.id, wallet }, undefined).every(
            (open) => open.eligible.length >= open.threshold,
          ),
      );
    const kinds = {
      members: 'policy',
      strategies: 'policy',
      keys: 'policy',
      addressBook: 'book',
      keyMaterial: 'export',
      api: 'policy',
    } as const;
    const found = { sound: 0, dead: 0 };
    fc.assert(
      fc.property(documents, sequences, (start, steps) => {
        const policy = steps.reduce(apply, start);
        const own = policy.strategies.filter(({ wallet }) => wallet !== '*');
        const [basic] = policy.strategies;
        if (!basic) throw new Error('there is a default flow');
        const alive =
          reached(policy, basic, 'policy', '') &&
          reached(policy, basic, 'transfer', '') &&
          reached(policy, basic, 'transfer', '9') &&
          own.every((flow) => reached(policy, flow, 'transfer', flow.wallet)) &&
          policy.workspace.every((flow) => reached(policy, flow, kinds[flow.op], '')) &&
          policy.senior
            .filter(({ action, enabled }) => action === 'flow' && enabled === 'on')
            .every((flow) => reached(policy, flow, 'transfer', flow.when.wallets[0] ?? ''));
        found[alive ? 'sound' : 'dead']++;
        expect(checkPolicy(policy).includes('nodeNotSatisfiable')).toBe(!alive);
      }),
      runs(1_500),
    );
    expect(Math.min(found.sound, found.dead)).toBeGreaterThan(runsOf(100));
  });
});
