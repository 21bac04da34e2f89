import { type Hello, newIdentity, type PeerKeys, publicKeysOf } from '@holdfast/channel';
import { keyGroupId } from '@holdfast/mpc';
import {
  type Approval,
  bodyHash,
  canonicalText,
  type Intent,
  intentDigest,
  intentText,
  type KeygenRequest,
  movesNothing,
  type PolicyDocument,
  policyHash,
} from '@holdfast/policy';
import type { KeyGroupPublic, SignerFacts } from '@holdfast/review/facts';
import { ask } from '@holdfast/signer-ui/signer-api';
import { type Kit, kitGroup, proveKit } from './kit.ts';
import { type Box, createRecoveryParty, type KeyShares, recoveryParty } from './party.ts';

/** Steps of the ceremony as the person watching sees them. */
export const ceremonySteps = ['approve', 'meet', 'commit', 'reveal', 'deal', 'pair'] as const;
export type CeremonyStep = (typeof ceremonySteps)[number];
export type OnStep = (step: CeremonyStep) => void;

const minute = 60_000;
const stepLimitMs = 60_000;
/** Five messages each way (pair set-up) after three rounds; more than this is a signer that does not end. */
const mostSteps = 20;

/** Everything a ceremony needs before it is approved. Made anew for each attempt. */
export interface CeremonyPlan {
  readonly intent: Intent;
  readonly request: KeygenRequest;
  readonly identity: ReturnType<typeof newIdentity>;
}

/** Names the parties, the recovery party's ephemeral keys and the rules in force, for the owner to approve. */
export function planCeremony(policy: PolicyDocument, initiator: string, now: number): CeremonyPlan {
  const identity = newIdentity();
  const ceremony = crypto.randomUUID();
  const parties: KeygenRequest['parties'] = ['1', '2', '3'];
  const request: KeygenRequest = {
    v: '1',
    domain: 'holdfast/keygen/v1',
    deployment: policy.deployment,
    ceremony,
    threshold: '2',
    parties,
    recovery: publicKeysOf(identity),
  };
  const intent: Intent = {
    v: '1',
    domain: 'holdfast/intent/v1',
    kind: 'keygen',
    deployment: policy.deployment,
    workspace: '',
    ...movesNothing(),
    policy: { id: policy.id, version: policy.version, hash: policyHash(policy) },
    body: bodyHash(request),
    id: crypto.randomUUID(),
    request: ceremony,
    created: String(now),
    // Clocks differ a little; the signers check theirs.
    notBefore: String(now - 2 * minute),
    expires: String(now + 30 * minute),
    initiator,
    remarkHash: '',
  };
  return { intent, request, identity };
}

interface StepReply {
  readonly outbound: readonly { readonly to: string; readonly box: string }[];
  readonly done?: boolean;
  readonly group?: KeyGroupPublic;
}
type Mail = { readonly from: string; readonly to: string; readonly box: string };

const forAll = <T>(signers: readonly SignerFacts[], act: (signer: SignerFacts) => Promise<T>): Promise<T[]> =>
  Promise.all(signers.map(act));

const toMail = (replies: readonly StepReply[], signers: readonly SignerFacts[]): Mail[] =>
  replies.flatMap((reply, i) => reply.outbound.map(({ to, box }) => ({ from: signers[i]?.signer ?? '', to, box })));

function mine(mail: readonly Mail[]): Box[] {
  return mail.filter(({ to }) => to === recoveryParty).map(({ from, box }) => ({ party: from, box }));
}

const names: readonly CeremonyStep[] = ['commit', 'reveal', 'deal', 'pair'];

function sameGroup(replies: readonly StepReply[], shares: KeyShares): string {
  const id = keyGroupId(shares.secp256k1, shares.ed25519);
  if (replies.some((reply) => reply.group?.id !== id)) throw new Error('the signers made another key than this page');
  return id;
}

/**
 * Runs the dealerless key generation: this page is party 3, and it carries the sealed boxes between the signers, which it cannot open.
 * Nothing lasts at any signer until `confirmKit`; a ceremony that breaks off is simply run again.
 */
export async function runCeremony(
  plan: CeremonyPlan,
  approvals: readonly Approval[],
  policy: PolicyDocument,
  signers: readonly SignerFacts[],
  onStep: OnStep,
): Promise<KeyShares> {
  onStep('meet');
  const { ceremony } = plan.request;
  const keys = policy.signers.map(({ id, identity, channel }): [string, PeerKeys] => [id, { identity, channel }]);
  const peers = Object.fromEntries([...keys, [recoveryParty, publicKeysOf(plan.identity)]]);
  const party = createRecoveryParty({ identity: plan.identity, peers, context: intentDigest(plan.intent) });
  const opening = { intent: intentText(plan.intent), request: canonicalText(plan.request), approvals };
  const opened = await forAll(signers, ({ origin }) =>
    ask<{ hello: Hello }>(origin, '/api/keygen/open', opening, stepLimitMs),
  );
  const hellos = [...opened.map(({ hello }) => hello), party.hello];
  const step = (signer: SignerFacts, body: object): Promise<StepReply> =>
    ask(signer.origin, '/api/keygen/step', { ceremony, ...body }, stepLimitMs);
  let boxes = party.begin(hellos);
  let replies = await forAll(signers, (signer) => step(signer, { hellos, inbound: [] }));
  for (let i = 0; i < mostSteps && !replies.every((reply) => reply.done); i++) {
    onStep(names[Math.min(i, names.length - 1)] ?? 'pair');
    const mail = toMail(replies, signers);
    const own = boxes.map(({ party: to, box }) => ({ from: recoveryParty, to, box }));
    boxes = party.shares() ? [] : party.next(mine(mail));
    const inbound = (signer: SignerFacts) =>
      [...mail, ...own].filter(({ to }) => to === signer.signer).map(({ from, box }) => ({ from, box }));
    replies = await forAll(signers, (signer) => step(signer, { inbound: inbound(signer) }));
  }
  const shares = party.shares();
  if (!shares) throw new Error('the ceremony ended early');
  sameGroup(replies, shares);
  return shares;
}

/** Proves to every signer that the kit can be read, which makes the key group count. Repeating it is harmless and catches up a signer left behind. */
export async function confirmKit(kit: Kit, signers: readonly SignerFacts[]): Promise<string> {
  const body = { ceremony: kit.ceremony, possession: proveKit(kit) };
  const replies = await forAll(signers, ({ origin }) =>
    ask<{ group: KeyGroupPublic }>(origin, '/api/keygen/confirm', body),
  );
  const id = kitGroup(kit);
  if (replies.some(({ group }) => group.id !== id || !group.active)) throw new Error('a signer confirmed another key');
  return id;
}
