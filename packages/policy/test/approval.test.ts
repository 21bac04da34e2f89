import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Approval,
  approvalDigest,
  checkApproval,
  domainDigest,
  fromBase64Url,
  isRemark,
  type Proof,
  policyLimits,
  toBase64Url,
  verifyApproval,
  verifyProof,
} from '../src/index.ts';
import { approve, hashOf, keys, team, transfer } from './fixtures.ts';

const intent = transfer();
const holds = (approval: Approval): boolean => verifyApproval(team, approval).ok;

/** The proof with one bit of one of its byte strings turned over. */
function* spoiltProofs(proof: Proof): Generator<Proof> {
  if (proof.type === 'device') {
    for (let at = 0; at < proof.signature.length; at++) {
      const digit = (Number.parseInt(proof.signature.charAt(at), 16) ^ 1).toString(16);
      yield { ...proof, signature: proof.signature.slice(0, at) + digit + proof.signature.slice(at + 1) };
    }
    return;
  }
  for (const field of ['authenticatorData', 'clientDataJSON', 'signature'] as const) {
    const bytes = fromBase64Url(proof[field]) ?? new Uint8Array();
    for (let at = 0; at < bytes.length; at++)
      yield { ...proof, [field]: toBase64Url(bytes.map((byte, i) => (i === at ? byte ^ 1 : byte))) };
  }
}

describe('an approval', () => {
  it.each([
    ['passkey', approve(keys.ann, 'ann', intent)],
    ['device key', approve(keys.dee, 'dee', intent)],
  ])('by %s fails with any byte of its proof changed', (_, approval) => {
    expect(holds(approval)).toBe(true);
    let tried = 0;
    for (const proof of spoiltProofs(approval.proof)) {
      expect(holds({ ...approval, proof })).toBe(false);
      tried++;
    }
    expect(tried).toBeGreaterThan(100);
  });

  it.each([
    ['passkey', approve(keys.ann, 'ann', intent)],
    ['device key', approve(keys.dee, 'dee', intent)],
  ])('by %s fails with any part of its statement changed', (_, approval) => {
    const others: Partial<Approval>[] = [
      { intent: hashOf('another intent') },
      { decision: 'refuse' },
      { decision: 'initiate' },
      { member: 'bob' },
      { member: 'cem' },
      { credential: keys.bob.credential.id },
      { credential: keys.ann2.credential.id },
    ];
    for (const change of others) expect(holds({ ...approval, ...change })).toBe(false);
  });

  it('has another digest for every part of its statement', () => {
    const statement = { intent: hashOf('i'), decision: 'approve' as const, member: 'a', credential: 'c' };
    const all = [
      statement,
      { ...statement, intent: hashOf('j') },
      { ...statement, decision: 'refuse' as const },
      { ...statement, decision: 'initiate' as const },
      { ...statement, member: 'b' },
      { ...statement, credential: 'd' },
      { ...statement, member: 'ac', credential: '' },
      { ...statement, decision: 'refuse' as const, remark: '' },
      { ...statement, decision: 'refuse' as const, remark: 'no' },
      { ...statement, decision: 'refuse' as const, remark: 'no ' },
      { ...statement, decision: 'refuse' as const, remark: '\u00e9' },
      { ...statement, decision: 'refuse' as const, remark: 'e\u0301' },
    ].map((one) => approvalDigest(one).join());
    expect(new Set(all).size).toBe(all.length);
  });

  it('has the digest it had before there were remarks, where it has none', () => {
    const statement = { intent: hashOf('i'), decision: 'refuse' as const, member: 'a', credential: 'c' };
    expect(approvalDigest(statement)).toEqual(domainDigest('holdfast/approval/v1', statement));
  });

  it('says why in as many characters as the limits name, whatever they weigh, and no more', () => {
    for (const character of ['x', '中', '🦊']) {
      expect(isRemark(character.repeat(policyLimits.remark))).toBe(true);
      expect(isRemark(character.repeat(policyLimits.remark + 1))).toBe(false);
    }
  });

  it.each([
    ['passkey', keys.dee2],
    ['device key', keys.dee],
  ])('that refuses by %s gives its reason in exactly the words that were signed, or none was given', (_, key) => {
    const refusal = (remark?: string) => approve(key, 'dee', intent, 'refuse', undefined, remark);
    const remark = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => text !== '' && isRemark(text));
    fc.assert(
      fc.property(remark, remark, (said, other) => {
        const { remark: _said, ...without } = refusal(said);
        expect(checkApproval(refusal(said))).toEqual(refusal(said));
        expect(holds(refusal(said))).toBe(true);
        expect(holds(without)).toBe(false);
        expect(holds({ ...refusal(), remark: said })).toBe(false);
        expect(holds({ ...refusal(said), remark: other })).toBe(said === other);
      }),
      { numRuns: 30 },
    );
  });

  it('by one member cannot be presented as another’s, in any pairing', () => {
    const makers = [keys.ann, keys.ann2, keys.bob, keys.cem, keys.dee, keys.dee2, keys.eve, keys.stranger];
    const owners = ['ann', 'ann', 'bob', 'cem', 'dee', 'dee', 'eve', 'zoe'];
    makers.forEach((maker, i) => {
      owners.forEach((owner, j) => {
        const claimed = makers[j]?.credential.id ?? '';
        const approval = { ...approve(maker, owner, intent), credential: claimed };
        expect(holds(approval)).toBe(i === j && owner !== 'zoe');
      });
    });
  });

  it('comes through its schema unchanged', () => {
    const why = approve(keys.dee, 'dee', intent, 'refuse', undefined, 'wrong invoice');
    for (const approval of [approve(keys.ann, 'ann', intent), approve(keys.dee, 'dee', intent), why])
      expect(checkApproval(JSON.parse(JSON.stringify(approval)))).toEqual(approval);
  });

  it('is never taken for a proof over other bytes', () => {
    const approval = approve(keys.ann, 'ann', intent);
    expect(verifyProof(keys.ann.credential, approval.proof, approvalDigest(approval))).toBeUndefined();
    expect(verifyProof(keys.ann.credential, approval.proof, new Uint8Array(32))).toBe('wrongChallenge');
  });
});
