import type { PolicyDocument } from '@holdfast/policy';
import { genesisDocument, newTestMember } from '@holdfast/testkit';
import { describe, expect, it } from 'vitest';
import { rebase } from './rebase.ts';

const base = genesisDocument([newTestMember('ann', 'owner'), newTestMember('bob', 'approver')], []);
const [ann, bob] = base.members as [PolicyDocument['members'][0], PolicyDocument['members'][0]];
const [basic] = base.strategies as [PolicyDocument['strategies'][0]];
const cem = { ...bob, id: 'cem', name: 'cem' };
const dee = { ...bob, id: 'dee', name: 'dee' };
const flow = { signProtection: basic.signProtection, nodes: basic.nodes };

/** Steps that leave one another alone. */
const steps: readonly Partial<PolicyDocument>[] = [
  { members: [...base.members, cem] },
  { members: [ann, { ...bob, role: 'viewer' }] },
  { strategies: [{ ...basic, signProtection: 'off' }] },
  { workspace: [{ op: 'members', ...flow }] },
  { book: { mode: 'on', coolingHours: '24' } },
];

describe('the same change on top of another', () => {
  it('is the change itself where nothing else changed, and nothing where it changes nothing', () => {
    for (const step of steps) {
      const wanted = { ...base, ...step };
      expect(rebase(base, wanted, base)).toEqual(wanted);
      expect(rebase(base, base, wanted)).toEqual(wanted);
      expect(rebase(base, wanted, wanted)).toEqual(wanted);
    }
  });

  it('ends at the same rules whichever of two independent changes came first', () => {
    for (const one of steps)
      for (const other of steps) {
        const [a, b] = [
          { ...base, ...one },
          { ...base, ...other },
        ];
        expect(rebase(base, a, b)).toEqual(rebase(base, b, a));
      }
  });

  it('takes two who join, and one who leaves, each by itself', () => {
    const wanted = { ...base, members: [ann, bob, cem] };
    expect(rebase(base, wanted, { ...base, members: [ann, bob, dee] })?.members).toEqual([ann, bob, dee, cem]);
    const left = { ...base, members: [ann] };
    expect(rebase(base, left, { ...base, members: [ann, bob, dee] })?.members).toEqual([ann, dee]);
  });

  it('is none where both changed the same to different things', () => {
    const promoted = { ...base, members: [ann, { ...bob, role: 'admin' as const }] };
    const demoted = { ...base, members: [ann, { ...bob, role: 'viewer' as const }] };
    expect(rebase(base, promoted, demoted)).toBeUndefined();
    expect(rebase(base, promoted, { ...base, members: [ann] })).toBeUndefined();
    const on = { ...base, book: { mode: 'on' as const, coolingHours: '24' } };
    expect(rebase(base, on, { ...base, book: { mode: 'off' as const, coolingHours: '48' } })).toBeUndefined();
  });
});
