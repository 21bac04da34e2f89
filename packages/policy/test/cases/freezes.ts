import { bytesToHex } from '@noble/hashes/utils.js';
import {
  checkFreeze,
  type Freeze,
  type FreezeFault,
  type FreezeStatement,
  freezeDigest,
  type Member,
  type PolicyDocument,
  policyHash,
  toBase64Url,
  verifyFreeze,
} from '../../src/index.ts';
import { approve, hashOf, type Key, keys, member, passkey, team, transfer } from '../fixtures.ts';

const bot = { ...member('bot', 'api', keys.stranger), wallets: [] } satisfies Member;
/** Gil decides in one sub-wallet only; Bot is a program. */
export const watched: PolicyDocument = {
  ...team,
  members: [
    ...team.members,
    bot,
    { ...member('gil', 'viewer', passkey('gil')), wallets: [{ wallet: '7', role: 'operator' }] },
  ],
};

export function freezeBy(key: Key, who: string, change: Partial<FreezeStatement> = {}): Freeze {
  const statement: FreezeStatement = {
    deployment: watched.deployment,
    policy: policyHash(watched),
    member: who,
    credential: key.credential.id,
    time: '1763700000000',
    reason: 'A laptop was stolen',
    ...change,
  };
  // `sign` makes the statement of an approval unless it is told what to sign.
  const nothing = { intent: '', decision: 'refuse' as const, member: '', credential: '' };
  return { ...statement, proof: key.sign(nothing, { challenge: freezeDigest(statement) }) };
}

const byAnn = freezeBy(keys.ann, 'ann');
const byBob = freezeBy(keys.bob, 'bob');
const refusal = approve(keys.bob, 'bob', transfer(), 'refuse');

const cases: Record<string, [Freeze, 'ok' | FreezeFault]> = {
  'the owner, by passkey': [byAnn, 'ok'],
  'the owner, by device key': [freezeBy(keys.ann2, 'ann'), 'ok'],
  'an admin': [byBob, 'ok'],
  'an operator': [freezeBy(keys.cem, 'cem'), 'ok'],
  'an approver': [freezeBy(keys.dee, 'dee'), 'ok'],
  'without a reason': [freezeBy(keys.bob, 'bob', { reason: '' }), 'ok'],
  'with a reason in another script': [freezeBy(keys.bob, 'bob', { reason: '笔记本被盗 💥' }), 'ok'],
  'a viewer': [freezeBy(keys.eve, 'eve'), 'mayNotFreeze'],
  'a program': [freezeBy(keys.stranger, 'bot'), 'mayNotFreeze'],
  'a viewer who decides in one sub-wallet': [freezeBy(passkey('gil'), 'gil'), 'mayNotFreeze'],
  'a removed member': [freezeBy(passkey('fay'), 'fay'), 'memberRemoved'],
  'nobody’s name': [freezeBy(keys.bob, 'zoe'), 'unknownMember'],
  'another’s credential': [freezeBy(keys.bob, 'ann'), 'unknownCredential'],
  'a stranger with a known credential': [
    freezeBy(keys.stranger, 'bob', { credential: keys.bob.credential.id }),
    'badSignature',
  ],
  'another installation': [freezeBy(keys.bob, 'bob', { deployment: hashOf('other') }), 'otherDeployment'],
  'other rules': [freezeBy(keys.bob, 'bob', { policy: hashOf('other rules') }), 'otherRules'],
  'another time than was signed': [{ ...byBob, time: '1763700000001' }, 'badSignature'],
  'another reason than was signed': [{ ...byBob, reason: 'A drill' }, 'badSignature'],
  'another reason than the passkey signed': [{ ...byAnn, reason: 'A drill' }, 'wrongChallenge'],
  'a passkey’s proof for a device key': [{ ...byBob, proof: byAnn.proof }, 'wrongProofType'],
  'the proof of a refusal': [{ ...byBob, proof: refusal.proof }, 'badSignature'],
  'a passkey that nobody touched': [
    {
      ...byAnn,
      proof: keys.ann.sign(
        { intent: '', decision: 'refuse', member: '', credential: '' },
        { challenge: freezeDigest(byAnn), flags: 0x04 },
      ),
    },
    'userNotPresent',
  ],
  'nothing for a passkey’s signature': [
    { ...byAnn, proof: { ...byAnn.proof, signature: toBase64Url(Uint8Array.of(0)) } as Freeze['proof'] },
    'badSignature',
  ],
};

/** The verdicts are written down by hand above; the code must find exactly these. */
export function freezeVectors() {
  const vectors = Object.entries(cases).map(([name, [freeze, expected]]) => {
    const verdict = verifyFreeze(watched, checkFreeze(freeze));
    const got = verdict.ok ? 'ok' : verdict.reason;
    if (got !== expected) throw new Error(`${name}: expected ${expected}, got ${got}`);
    return { name, freeze, digest: bytesToHex(freezeDigest(freeze)), verdict: expected };
  });
  return { policy: watched, cases: vectors };
}
