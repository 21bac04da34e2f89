import { type Freeze, type FreezeStatement, freezeDigest, type Proof } from '@holdfast/policy';
import type { StopFacts } from '@holdfast/review/facts';
import type { Freezer } from '@holdfast/review/freeze';
import { Fault } from './fault.ts';
import { sendFreeze, stopFacts } from './signer-api.ts';

/**
 * Has one signer stop, by a member's key. The order names the rules in force there, and the time by its clock: one's own may be wrong.
 * @param prove signs 32 bytes
 * @returns what the signer then says of itself
 * @throws Fault when the key was not used, or the signer does not answer or refuses
 */
export async function orderFreeze(
  origin: string,
  { member, credential }: Freezer,
  reason: string,
  prove: (challenge: Uint8Array) => Promise<Proof>,
): Promise<StopFacts> {
  const { deployment, policy, time } = await stopFacts(origin);
  if (!deployment || !policy) throw new Fault('faultRefused', { message: 'not set up' }, 'notInitialised');
  const statement: FreezeStatement = {
    deployment,
    policy: policy.hash,
    member: member.id,
    credential: credential.id,
    time: String(time),
    reason,
  };
  const freeze: Freeze = { ...statement, proof: await prove(freezeDigest(statement)) };
  await sendFreeze(origin, freeze);
  return stopFacts(origin);
}
