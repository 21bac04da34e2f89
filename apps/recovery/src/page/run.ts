import { type Approval, approvalDigest, intentDigestHex, verifyApproval } from '@holdfast/policy';
import { Fault, signWithDeviceKey, signWithPasskey } from '@holdfast/signer-ui';
import { type CeremonyPlan, type OnStep, runCeremony } from '../ceremony.ts';
import type { Kit } from '../kit.ts';
import type { Owner, Surroundings } from './signers.ts';

async function approve(plan: CeremonyPlan, owner: Owner, around: Surroundings): Promise<Approval> {
  const { member, credential } = owner;
  const statement = {
    intent: intentDigestHex(plan.intent),
    decision: 'approve',
    member: member.id,
    credential: credential.id,
  } as const;
  const challenge = approvalDigest(statement);
  const proof =
    credential.type === 'passkey'
      ? await signWithPasskey(credential, challenge)
      : await signWithDeviceKey(credential, challenge);
  const approval: Approval = { ...statement, proof };
  const verdict = around.policy && verifyApproval(around.policy, approval);
  if (!verdict?.ok) throw new Fault('faultUnexpected', { message: verdict ? verdict.reason : 'policy' });
  return approval;
}

/** The owner approves, then the three parties run. What comes back exists only in this page until it is saved. */
export async function makeKeys(plan: CeremonyPlan, owner: Owner, around: Surroundings, onStep: OnStep): Promise<Kit> {
  if (!around.policy) throw new Fault('faultUnexpected', { message: 'policy' });
  onStep('approve');
  const approval = await approve(plan, owner, around);
  const shares = await runCeremony(plan, [approval], around.policy, around.signers, onStep);
  const { deployment, ceremony } = plan.request;
  return { deployment, ceremony, createdAt: new Date().toISOString(), ...shares };
}
