import { describe, expect, it } from 'vitest';
import {
  approvalDigest,
  canDecide,
  checkFreeze,
  freezeDigest,
  freezeTiming,
  mayFreeze,
  PolicyError,
  policyHash,
  policyLimits,
  verifyFreeze,
} from '../src/index.ts';
import { freezeBy, watched } from './cases/freezes.ts';
import { hashOf, keys } from './fixtures.ts';

const freeze = freezeBy(keys.bob, 'bob');

describe('a freeze', () => {
  it('has another digest for every part of its statement', () => {
    const digests = [
      freeze,
      { ...freeze, deployment: hashOf('x') },
      { ...freeze, policy: hashOf('x') },
      { ...freeze, member: 'bo' },
      { ...freeze, credential: 'b' },
      { ...freeze, time: '1' },
      { ...freeze, reason: '' },
    ].map((one) => freezeDigest(one).join());
    expect(new Set(digests).size).toBe(digests.length);
  });

  it('is never taken for a decision, nor a decision for it', () => {
    const statement = { intent: freeze.policy, decision: 'refuse' as const, member: 'bob', credential: 'c' };
    expect(freezeDigest(freeze)).not.toEqual(approvalDigest(statement));
    const signed = keys.bob.sign({ ...statement, credential: freeze.credential });
    expect(verifyFreeze(watched, { ...freeze, proof: signed }).ok).toBe(false);
  });

  it('is worth nothing under the next version of the rules: what was used once stops nobody after it was lifted', () => {
    const next = { ...watched, version: '2', prev: policyHash(watched) };
    expect(verifyFreeze(watched, freeze)).toMatchObject({ ok: true });
    expect(verifyFreeze(next, freeze)).toEqual({ ok: false, reason: 'otherRules' });
  });

  it('stops nothing elsewhere, and is nothing to say for who may not decide', () => {
    const elsewhere = freezeBy(keys.bob, 'bob', { deployment: hashOf('other') });
    expect(verifyFreeze(watched, elsewhere)).toEqual({ ok: false, reason: 'otherDeployment' });
    expect(verifyFreeze(watched, freezeBy(keys.eve, 'eve'))).toEqual({ ok: false, reason: 'mayNotFreeze' });
  });

  it('counts from its time until it is old, and clocks may differ a little', () => {
    const time = Number(freeze.time);
    expect(freezeTiming(freeze, time - 1_001, 1_000)).toBe('notYetValid');
    expect(freezeTiming(freeze, time - 1_000, 1_000)).toBeUndefined();
    expect(freezeTiming(freeze, time + policyLimits.freezeMs - 1, 1_000)).toBeUndefined();
    expect(freezeTiming(freeze, time + policyLimits.freezeMs, 1_000)).toBe('expired');
  });

  it('may be given by exactly those who may decide in the workspace', () => {
    expect(watched.members.filter(mayFreeze).map(({ id }) => id)).toEqual(['ann', 'bob', 'cem', 'dee']);
    expect(watched.members.filter(mayFreeze)).toEqual(watched.members.filter((member) => canDecide(member)));
  });

  it.each([
    ['nothing', null],
    ['a list', []],
    ['another field', { ...freeze, lift: 'yes' }],
    ['a field left out', { ...freeze, reason: undefined }],
    ['a time that is a number', { ...freeze, time: 1 }],
    ['a reason in two lines', { ...freeze, reason: 'a\nb' }],
    ['a reason that turns the writing direction', { ...freeze, reason: '\u202egnp' }],
    ['half a character', { ...freeze, reason: '\ud800' }],
    ['a reason without end', { ...freeze, reason: 'x'.repeat(201) }],
    ['no proof', { ...freeze, proof: {} }],
  ])('is not read from %s', (_, value) => {
    expect(() => checkFreeze(value)).toThrow(PolicyError);
  });
});
