import { randomUUID } from 'node:crypto';
import { type Plan, type Signature, signatureFromWire, type WireSignature } from '@holdfast/chains';
import type { Approval, Attachments, SignedQuote } from '@holdfast/policy';
import { type Signer, SignerRefusal } from '../signers/client.ts';
import type { InboundBox } from '../signers/types.ts';

export interface SigningRequest {
  readonly intent: string;
  readonly approvals: readonly Approval[];
  /** What the intent's body names. */
  readonly attachments: Attachments;
  /** null where nothing is planned: of a message. */
  readonly plan: Plan | null;
  /** What the signers say now that its coins are worth. */
  readonly quotes: readonly SignedQuote[];
}
export type SigningResult =
  | { readonly state: 'signed'; readonly signatures: Signature[] }
  /** At least one signer did not admit the request, so no signature of it can exist from this session. */
  | {
      readonly state: 'refused';
      readonly refusals: readonly SignerRefusal[];
      readonly admittedBy: number;
      readonly unreachable: boolean;
    };

/** More rounds than any of the protocols has: a session that goes on longer is broken. */
const maxRounds = 24;

interface Stepped {
  readonly signer: Signer;
  readonly done: boolean;
  readonly signatures: WireSignature[] | undefined;
  readonly outbound: readonly { to: string; box: string }[];
}

/** Carries sealed boxes between signers until all are done. The server can read none of them; it can only drop them. */
async function relay(signers: readonly Signer[], session: string, hellos: never[]): Promise<WireSignature[]> {
  let inbound = new Map<string, InboundBox[]>();
  let open = [...signers];
  let result: WireSignature[] | undefined;
  for (let round = 0; round < maxRounds && open.length > 0; round++) {
    const first = round === 0 ? { hellos } : {};
    const replies = await Promise.all(
      open.map(async (signer): Promise<Stepped> => {
        const reply = await signer.call('sign.step', { session, ...first, inbound: inbound.get(signer.id) ?? [] });
        return { signer, done: reply.done, signatures: reply.signatures, outbound: reply.outbound };
      }),
    );
    inbound = new Map();
    for (const { signer, outbound } of replies)
      for (const { to, box } of outbound) inbound.set(to, [...(inbound.get(to) ?? []), { from: signer.id, box }]);
    result ??= replies.find(({ signatures }) => signatures !== undefined)?.signatures;
    open = replies.filter(({ done }) => !done).map(({ signer }) => signer);
  }
  if (!result) throw new Error('the signers did not finish');
  return result;
}

/**
 * One session with `signers`: open with all, then relay. `onJoined` runs after all have admitted the request and before any protocol message is
 * carried: from there a signature may come to exist. Throws when the protocol itself fails; a new session may be tried then.
 */
export async function runSession(
  signers: readonly Signer[],
  request: SigningRequest,
  onJoined: () => Promise<void>,
): Promise<SigningResult> {
  const session = randomUUID();
  const parties = signers.map(({ id }) => id);
  const opened = await Promise.allSettled(
    signers.map((signer) => signer.call('sign.open', { session, ...request, parties })),
  );
  const hellos = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value.hello] : []));
  if (hellos.length < signers.length) {
    const reasons: unknown[] = opened.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    const refusals = reasons.filter((reason) => reason instanceof SignerRefusal);
    return { state: 'refused', refusals, admittedBy: hellos.length, unreachable: refusals.length < reasons.length };
  }
  await onJoined();
  const signatures = await relay(signers, session, hellos as never[]);
  return { state: 'signed', signatures: signatures.map(signatureFromWire) };
}
