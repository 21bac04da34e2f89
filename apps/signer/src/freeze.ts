import {
  checkFreeze,
  type Freeze,
  type FreezeFault,
  freezeDigest,
  freezeTiming,
  PolicyError,
  verifyFreeze,
} from '@holdfast/policy';
import { clockToleranceMs } from './admission/rules.ts';
import { policyInForce, type SignerContext } from './context.ts';
import { freezeOf } from './describe.ts';
import { type RefusalCode, refuse } from './errors.ts';
import { isForged } from './forged.ts';
import { freezeId, maxOrders, ordersOf } from './state/freezes.ts';

/** Stops all signing at once, here and in sessions under way, at the server's word: it can only deny service. Who asked is its word too. */
export async function freezeForServer(ctx: SignerContext, by: string, reason: string): Promise<Record<string, never>> {
  await (ctx.store.state.frozen ? ctx.store.flushed() : ctx.store.append({ type: 'frozen', by, reason }));
  ctx.log('signing is frozen', { by, proven: 'no' });
  return {};
}

const codes: Partial<Record<FreezeFault, RefusalCode>> = {
  otherDeployment: 'otherDeployment',
  otherRules: 'policyStale',
  mayNotFreeze: 'mayNotFreeze',
};

function read(value: unknown) {
  try {
    return checkFreeze(value);
  } catch (error) {
    if (error instanceof PolicyError) throw refuse('freezeInvalid', `${error.code} ${error.at}`);
    throw error;
  }
}

/** Writes an order down as a stop of its own, unless it is one that was taken before. @throws Refusal tooMany */
function stop({ store, now }: SignerContext, freeze: Freeze): Promise<void> {
  const { member: by, reason } = freeze;
  if (store.state.freezes.has(freezeId(freeze))) return store.flushed();
  if (store.state.frozen && ordersOf(store.state.freezes, by, now()) >= maxOrders)
    throw refuse('tooMany', 'orders to freeze');
  return store.append({ type: 'frozen', by, reason, proof: freeze });
}

/**
 * Stops all signing at a member's own order, whatever the server does. It is in force before it is on disk, and on disk before it is answered. Where
 * only the server's word stood before, the member's proof takes its place. Where a member's order stands, another one, of another member or in other
 * words or of another time, earlier or later, is a new stop: no unfreeze that was asked for before ends it. The same one again adds nothing.
 * @throws Refusal freezeInvalid, mayNotFreeze, otherDeployment, policyStale, expired, notYetValid, notInitialised, tooMany
 */
export async function freezeByMember(
  ctx: SignerContext,
  value: unknown,
): Promise<{ freeze: ReturnType<typeof freezeOf> }> {
  const freeze = read(value);
  const { document, hash } = policyInForce(ctx);
  const ours = freeze.deployment === document.deployment && freeze.policy === hash;
  if (ours && isForged(document, freeze, freezeDigest(freeze))) throw refuse('freezeInvalid', 'badSignature');
  const verdict = verifyFreeze(document, freeze);
  if (!verdict.ok) throw refuse(codes[verdict.reason] ?? 'freezeInvalid', verdict.reason);
  const untimely = freezeTiming(freeze, ctx.now(), clockToleranceMs);
  if (untimely) throw refuse(untimely);
  await stop(ctx, freeze);
  ctx.log('signing is frozen', { by: freeze.member, proven: 'yes' });
  return { freeze: freezeOf(ctx) };
}
