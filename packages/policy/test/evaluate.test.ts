import { runsOf } from '@holdfast/testkit/runs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Approval,
  checkPolicy,
  type Decision,
  evaluate,
  type Intent,
  isSolo,
  type Member,
  mayInitiate,
  type PolicyDocument,
} from '../src/index.ts';
import {
  approve,
  device,
  documentIntent,
  hashOf,
  type Key,
  member,
  node,
  policyOf,
  refOf,
  strategy,
  transfer,
} from './fixtures.ts';

/** Small scenarios: up to five members with up to three keys each, up to three nodes, any mixture of decisions. Few names, so that much collides. */
const names = ['a', 'b', 'c', 'd', 'e'];
const keyCache = new Map<string, Key>();
function keyOf(name: string, index: number): Key {
  const label = `${name}${index}`;
  const known = keyCache.get(label) ?? device(label);
  keyCache.set(label, known);
  return known;
}

const roles: Member['role'][] = ['owner', 'admin', 'operator', 'approver', 'viewer'];
const person = (name: string) =>
  fc
    .record({
      role: fc.constantFrom<Member['role']>(...roles, 'owner', 'owner', 'admin', 'operator'),
      status: fc.constantFrom<Member['status']>(...Array<'active'>(6).fill('active'), 'removed'),
      count: fc.constantFrom(0, 1, 1, 1, 2, 3),
    })
    .map(({ role, status, count }): Member => {
      const own = Array.from({ length: count }, (_, i) => keyOf(name, i));
      return { ...member(name, role, ...own), status };
    });
/** Mostly flows that make sense; now and then a name twice or one that nobody has. */
const nodesOf = (people: readonly string[]) => {
  const approvers = fc.oneof(
    { weight: 6, arbitrary: fc.uniqueArray(fc.constantFrom(...people), { minLength: 1 }) },
    { weight: 1, arbitrary: fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 6 }) },
  );
  const threshold = fc.constantFrom(1, 1, 1, 2, 2, 3);
  return fc.array(fc.record({ threshold, approvers }), { minLength: 1, maxLength: 3 });
};
const policies = fc
  .integer({ min: 1, max: names.length })
  .chain((count) => {
    const present = names.slice(0, count);
    const flows = fc.tuple(nodesOf(present), nodesOf(present));
    return fc.tuple(fc.tuple(...present.map(person)), flows, fc.constantFrom<'on' | 'off'>('on', 'off'));
  })
  .map(([people, [first, second], protection]) => {
    const flow = (list: typeof first) => list.map((n, i) => node(`n${i}`, n.threshold, ...n.approvers));
    return policyOf(people, [strategy('*', protection, ...flow(first)), strategy('7', protection, ...flow(second))]);
  });

const votes = fc.array(
  fc.record({
    who: fc.constantFrom(...names),
    key: fc.constantFrom(0, 0, 0, 0, 1, 2),
    decision: fc.constantFrom<Decision>('initiate', 'initiate', ...Array<'approve'>(9).fill('approve'), 'refuse'),
    about: fc.constantFrom<'this' | 'other'>('this', 'this', 'this', 'this', 'this', 'other'),
    signedBy: fc.oneof(
      { weight: 8, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constantFrom(...names) },
    ),
  }),
  { maxLength: 14, size: 'max' },
);

interface Scenario {
  readonly policy: PolicyDocument;
  readonly intent: Intent;
  readonly approvals: Approval[];
}

/** In half of the scenarios everybody has already agreed, so that satisfied flows are not rare. */
const scenarios = fc
  .tuple(policies, votes, fc.constantFrom(...names), fc.boolean())
  .map(([policy, list, initiator, agreed]): Scenario => {
    const intent = transfer({ policy: refOf(policy), initiator });
    const other = transfer({ policy: refOf(policy), initiator, id: '6f1c1f5e-8f0f-4c39-9a55-1f0f3e0f9a99' });
    const random = list.map((vote) => {
      const signer = keyOf(vote.signedBy ?? vote.who, vote.key);
      const made = approve(signer, vote.who, vote.about === 'this' ? intent : other, vote.decision);
      return { ...made, credential: keyOf(vote.who, vote.key).credential.id };
    });
    const everybody = policy.members.map(({ id }) => approve(keyOf(id, 0), id, intent));
    const started = approve(keyOf(initiator, 0), initiator, intent, 'initiate');
    return { policy, intent, approvals: agreed ? [started, ...everybody, ...random.slice(0, 3)] : random };
  });

/** The members whose true decision of one kind over this intent is among the approvals, counted the long way round. */
function trueVoices({ policy, intent, approvals }: Scenario, decision: Decision): Set<string> {
  const able = policy.members.filter((m) => m.status === 'active');
  const made = able.flatMap((m) => m.credentials.map((c) => ({ m, c })));
  return new Set(
    made
      .filter(({ m, c }) => {
        const key = keyOf(m.id, m.credentials.indexOf(c));
        const wanted = JSON.stringify(approve(key, m.id, intent, decision));
        return approvals.some((approval) => JSON.stringify(approval) === wanted);
      })
      .map(({ m }) => m.id),
  );
}

const runs = { numRuns: runsOf(100) };

describe('evaluation', () => {
  it('is satisfied only when at every node enough distinct members approved, none of them the protected initiator', () => {
    let satisfied = 0;
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const result = evaluate(scenario.policy, scenario.intent, scenario.approvals);
        if (result.state !== 'satisfied') return;
        satisfied++;
        const voices = trueVoices(scenario, 'approve');
        const flow = scenario.policy.strategies.find((s) => s.wallet === result.rule?.id);
        for (const { approvers, threshold } of flow?.nodes ?? []) {
          const counted = [...new Set(approvers)].filter((id) => voices.has(id));
          const others = counted.filter((id) => id !== scenario.intent.initiator);
          const protectedNow = flow?.signProtection === 'on' && !isSolo(scenario.policy);
          expect((protectedNow ? others : counted).length).toBeGreaterThanOrEqual(Number(threshold));
        }
        expect(result.initiatorSigned).toBe(true);
        expect(trueVoices(scenario, 'refuse').has(scenario.intent.initiator)).toBe(false);
      }),
      { numRuns: runsOf(1_000) },
    );
    expect(satisfied).toBeGreaterThan(3);
  });

  it('does not depend on the order of the approvals, nor on their repetition', () => {
    fc.assert(
      fc.property(
        scenarios,
        fc.array(fc.nat(11), { minLength: 12, maxLength: 12 }),
        ({ policy, intent, approvals }, order) => {
          const shuffled = approvals
            .map((approval, i) => ({ approval, rank: order[i] ?? 0 }))
            .sort((x, y) => x.rank - y.rank)
            .map(({ approval }) => approval);
          expect(evaluate(policy, intent, [...shuffled, ...shuffled.slice(3)])).toEqual(
            evaluate(policy, intent, approvals),
          );
        },
      ),
      runs,
    );
  });

  it('ends with a refusal by anybody who may decide, whatever else was decided', () => {
    fc.assert(
      fc.property(scenarios, fc.nat(), ({ policy, intent, approvals }, pick) => {
        const before = evaluate(policy, intent, approvals);
        const deciders = before.nodes.flatMap((n) => n.eligible);
        const who = deciders[pick % Math.max(1, deciders.length)];
        fc.pre(who !== undefined);
        const refusal = approve(keyOf(String(who), 0), String(who), intent, 'refuse');
        expect(evaluate(policy, intent, [...approvals, refusal]).state).toBe('refused');
      }),
      runs,
    );
  });

  it('never counts approvals over another intent, by strangers, or with a false signature', () => {
    fc.assert(
      fc.property(scenarios, ({ policy, intent, approvals }) => {
        const sound = approvals.filter((approval) => {
          const owner = policy.members.find((m) => m.id === approval.member);
          const index = owner?.credentials.findIndex((c) => c.id === approval.credential) ?? -1;
          if (!owner || index < 0) return false;
          const wanted = approve(keyOf(owner.id, index), owner.id, intent, approval.decision);
          return JSON.stringify(wanted) === JSON.stringify(approval);
        });
        expect(evaluate(policy, intent, sound)).toEqual(evaluate(policy, intent, approvals));
      }),
      runs,
    );
  });

  it('never goes back when more approve', () => {
    fc.assert(
      fc.property(scenarios, fc.constantFrom(...names), ({ policy, intent, approvals }, who) => {
        const more = [...approvals, approve(keyOf(who, 0), who, intent)];
        const [before, after] = [approvals, more].map((list) => evaluate(policy, intent, list));
        if (before?.state === 'satisfied') expect(after?.state).toBe('satisfied');
        if (before?.state === 'refused') expect(after?.state).toBe('refused');
      }),
      runs,
    );
  });

  it('counts a member with many credentials once', () => {
    const all = [0, 1, 2].map((i) => keyOf('a', i));
    const policy = policyOf(
      [member('a', 'owner', ...all), member('b', 'admin', keyOf('b', 0))],
      [strategy('*', 'off', node('n', 2, 'a', 'b'))],
    );
    const intent = transfer({ policy: refOf(policy), initiator: 'a' });
    const approvals = all.map((key) => approve(key, 'a', intent));
    expect(evaluate(policy, intent, approvals)).toMatchObject({ state: 'waiting', nodes: [{ approved: ['a'] }] });
    expect(evaluate(policy, intent, [...approvals, approve(keyOf('b', 0), 'b', intent)]).state).toBe('satisfied');
  });

  it('is never satisfied under any other document than the one the intent names', () => {
    fc.assert(
      fc.property(scenarios, fc.integer({ min: 2, max: 99 }), ({ policy, intent, approvals }, version) => {
        const other = { ...policy, version: String(version) };
        expect(['unsatisfiable', 'refused']).toContain(evaluate(other, intent, approvals).state);
      }),
      runs,
    );
  });
});

describe('a sound policy document', () => {
  it('can always be changed: some members can start and satisfy the default flow', () => {
    let sound = 0;
    fc.assert(
      fc.property(policies, (policy) => {
        if (checkPolicy(policy).length > 0) return;
        sound++;
        const everybody = policy.members.filter((m) => m.credentials.length > 0);
        const works = everybody.some(({ id }) => {
          const intent = documentIntent('policy', hashOf('next'), { policy: refOf(policy), initiator: id });
          const decisions = everybody.map((m) => approve(keyOf(m.id, 0), m.id, intent));
          const started = approve(keyOf(id, 0), id, intent, 'initiate');
          return evaluate(policy, intent, [started, ...decisions]).state === 'satisfied';
        });
        expect(works).toBe(true);
      }),
      { numRuns: runsOf(800) },
    );
    expect(sound).toBeGreaterThan(runsOf(20));
  });

  it('that is refused as unsatisfiable can indeed not be changed by anybody', () => {
    let locked = 0;
    fc.assert(
      fc.property(policies, (policy) => {
        if (!checkPolicy({ ...policy, strategies: policy.strategies.slice(0, 1) }).includes('nodeNotSatisfiable'))
          return;
        locked++;
        for (const { id } of policy.members) {
          const intent = documentIntent('policy', hashOf('next'), { policy: refOf(policy), initiator: id });
          expect(evaluate(policy, intent, []).state).toBe('unsatisfiable');
        }
      }),
      { numRuns: runsOf(300) },
    );
    expect(locked).toBeGreaterThan(runsOf(5));
  });

  it('lets only movers ask for transfers, and only owners and admins for changes', () => {
    const able = (kind: Intent['kind']) => roles.filter((role) => mayInitiate(member('a', role, keyOf('a', 0)), kind));
    expect(able('transfer')).toEqual(['owner', 'admin', 'operator']);
    expect(able('policy')).toEqual(['owner', 'admin']);
    expect(able('keygen')).toEqual(['owner', 'admin']);
    expect(able('export')).toEqual(['owner', 'admin']);
  });
});
