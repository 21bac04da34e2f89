import { fault } from './abort.ts';
import { makePlan, type Plan } from './deal/plan.ts';
import { commit, deal, finish, reveal } from './deal/rounds.ts';
import { groupFor, randomScalar } from './group.ts';
import { checkSession } from './session.ts';
import { hash } from './transcript.ts';
import type { Dkg, DkgConfig } from './types.ts';

function planOf({ curve, t, n, me, session }: DkgConfig): Plan {
  const parties = Array.from({ length: n }, (_, i) => i + 1);
  const context = hash('dkg', checkSession(session), curve, t, n);
  const secret = randomScalar(groupFor(curve));
  return makePlan({
    curve,
    context,
    me,
    dealers: parties,
    receivers: parties,
    t,
    epoch: 0,
    secret,
    expected: null,
    chainCode: null,
  });
}

/**
 * Dealerless key generation: PedPoP (FROST, ePrint 2020/852 figure 1) with commit-then-reveal against rushing and an echo check against
 * equivocation. Nobody ever holds the key; the chain code is made by all in the same rounds.
 */
export const dkg: Dkg = {
  round1: (config) => commit(planOf(config)),
  round2: reveal,
  round3: deal,
  finish: (state, echoes, directs) => {
    const key = finish(state, echoes, directs);
    if (!key) throw fault('no share for me');
    return key;
  },
};
