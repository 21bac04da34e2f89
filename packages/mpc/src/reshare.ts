import { fault } from './abort.ts';
import { makePlan, type Plan } from './deal/plan.ts';
import { commit, deal, finish, reveal } from './deal/rounds.ts';
import { groupFor, mod } from './group.ts';
import { at, checkParties } from './parties.ts';
import { lagrange } from './polynomial.ts';
import { checkSession } from './session.ts';
import { checkPublic, holdersOf, publicHash } from './share.ts';
import { equalBytes, hash } from './transcript.ts';
import type { KeyPublic, KeyShare, PartyId, Reshare, ReshareConfig } from './types.ts';

/** What dealer i deals is lambda_i * x_i; its commitment is lambda_i * X_i, known to all. The sum is the old secret. */
function planOf({ key, share, me, dealers, receivers, t, session }: ReshareConfig): Plan {
  checkPublic(key);
  const group = groupFor(key.curve);
  const holders = checkParties(dealers);
  if (holders.length < key.t) throw fault('fewer dealers than the threshold');
  const expected: Record<PartyId, Uint8Array> = {};
  for (const dealer of holders) {
    expected[dealer] = group
      .decode(at(key.verifyingShares, dealer))
      .multiplyUnsafe(lagrange(group, holders, dealer))
      .toBytes();
  }
  const sorted = checkParties(receivers);
  const context = hash('reshare', checkSession(session), publicHash(key), t, ...holders, 'to', ...sorted);
  const secret = holders.includes(me) ? mod(lagrange(group, holders, me) * myShare(key, me, share), group.order) : null;
  const { curve, chainCode } = key;
  return makePlan({
    curve,
    context,
    me,
    dealers: holders,
    receivers: sorted,
    t,
    epoch: key.epoch + 1,
    secret,
    expected,
    chainCode,
  });
}

function myShare(key: KeyPublic, me: PartyId, share: bigint | undefined): bigint {
  if (share === undefined || share <= 0n) throw fault('a dealer needs its share');
  const group = groupFor(key.curve);
  const fits = equalBytes(group.base.multiply(share).toBytes(), at(key.verifyingShares, me));
  if (!fits) throw fault('my share is not the one of this key and epoch');
  return share;
}

/**
 * Moves a key to a new sharing without ever putting it together: dealers re-share their parts, receivers add them up (Desmedt and
 * Jajodia 1997; Herzberg et al. 1995 for refresh). The public key and chain code stay; the epoch grows; old shares are worthless with
 * new ones. Pair set-ups are made anew afterwards.
 */
export const reshare: Reshare = {
  round1: (config) => commit(planOf(config)),
  round2: reveal,
  round3: deal,
  finish,
};

/** All holders renew their shares together. */
export function refreshConfig(key: KeyShare, session: Uint8Array): ReshareConfig {
  const parties = holdersOf(key);
  return { key, share: key.share, me: key.me, dealers: parties, receivers: parties, t: key.t, session };
}

/** The holders but `lost` deal; everyone, the one who lost its share included, gets a new share. */
export function reissueConfig(
  key: KeyPublic & { share?: bigint },
  me: PartyId,
  lost: PartyId,
  session: Uint8Array,
): ReshareConfig {
  const parties = holdersOf(key);
  const dealers = parties.filter((party) => party !== lost);
  const own = me === lost || key.share === undefined ? {} : { share: key.share };
  return { key, ...own, me, dealers, receivers: parties, t: key.t, session };
}
