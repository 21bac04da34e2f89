import { familyOf, type Signature, signedBytes, type UnsignedTx, type WireSignature } from '@holdfast/chains';
import type { Session } from '@holdfast/channel';
import { assetKey, domainDigest, isMessage, type Output, unitsOf } from '@holdfast/policy';
import { bytesToHex } from '@noble/hashes/utils.js';
import { keyAtOf } from '../admission/transaction.ts';
import { type Draft, decidedOn, need } from '../admission/types.ts';
import { policyInForce, type SignerContext, signerKeys } from '../context.ts';
import { refuse } from '../errors.ts';
import type { Decision, PeerLog } from '../state/entries.ts';
import { accountOf, deedOf } from '../state/open.ts';
import type { Batch } from './batch.ts';
import { knownLog } from './peers.ts';
import { type Outbound, type Relay, startRelay } from './relay.ts';
import { createRepeater } from './repeat.ts';

export interface SignStepReply {
  readonly outbound: Outbound;
  readonly done: boolean;
  readonly signatures?: readonly WireSignature[];
}

/** One attempt to sign one admitted intent. In memory only. */
export interface SignSession {
  readonly id: string;
  /** Hash of what it was opened with. */
  readonly input: string;
  readonly intent: string;
  /** The batch whose row it pays; missing where it pays none. */
  readonly batchOf?: string;
  readonly expires: number;
  readonly keyGroup: string;
  readonly policyHash: string;
  readonly unsigned: UnsignedTx;
  /** Completes what is signed and checks whose signatures they are. @returns the name it has from then on */
  readonly complete: (signatures: readonly Signature[]) => string;
  readonly parties: readonly string[];
  readonly relay: Relay;
  readonly repeat: ReturnType<typeof createRepeater<SignStepReply>>;
  readonly timer: NodeJS.Timeout;
  opened: Promise<unknown>;
  channel?: Session;
  batch?: Batch;
  round: number;
  /** What I knew of each peer's log before my hello. */
  readonly known: Readonly<Record<string, PeerLog>>;
  readonly peerLogs: Record<string, PeerLog>;
  done: boolean;
}

const defaultTimeoutMs = 60_000;

/** What a row's decision says of its batch. */
const batchIn = ({ intent, digest }: NonNullable<Draft['batch']>): NonNullable<Decision['batch']> => ({
  id: intent.id,
  digest,
  amount: String(unitsOf(intent)),
  fee: intent.maxFee,
  rows: intent.outputs.length,
});

const besideIn = ({ asset, units, cents }: NonNullable<Draft['beside']>[number]) => ({
  asset,
  amount: String(units),
  ...(cents === undefined ? {} : { cents: String(cents) }),
});

const paidIn = ({ address, amount, memo }: Output) => ({ address, amount, ...(memo === '' ? {} : { memo }) });

/** What is written down before the session begins. */
export function decisionOf(draft: Draft): Decision {
  const intent = need(draft, 'intent');
  const { request } = decidedOn(draft);
  return {
    id: intent.id,
    digest: need(draft, 'digest'),
    conflict: need(draft, 'conflict'),
    workspace: intent.workspace,
    wallet: intent.wallet,
    asset: assetKey(intent.chain, intent.asset.contract),
    amount: String(unitsOf(intent)),
    initiator: intent.initiator,
    ...(request === '' ? {} : { request }),
    ...(draft.cents === undefined ? {} : { cents: String(draft.cents) }),
    fee: intent.maxFee,
    ...(draft.feeCents === undefined ? {} : { feeCents: String(draft.feeCents) }),
    ...(draft.beside ? { beside: draft.beside.map(besideIn) } : {}),
    ...(draft.prices && Object.keys(draft.prices).length > 0 ? { prices: draft.prices } : {}),
    account: accountOf(intent),
    ...deedOf(intent),
    // Pages of later payments tell of what was paid: nobody was by a message.
    pays: isMessage(intent) ? [] : intent.outputs.map(paidIn),
    ...(draft.batch ? { batch: batchIn(draft.batch) } : {}),
    ...(draft.attached?.payment ? { attemptOf: draft.attached.payment.id } : {}),
    ...(draft.bid === undefined ? {} : { bid: String(draft.bid) }),
    expires: Number(intent.expires),
  };
}

/**
 * What both signers must agree on to the last byte, or their hellos do not verify: what is signed and how, key epoch, and the policy each has in
 * force.
 */
export function sessionContext(
  ctx: SignerContext,
  session: string,
  draft: Draft,
  parties: readonly string[],
): Uint8Array {
  const { document, hash } = policyInForce(ctx);
  const group = need(draft, 'group').public;
  return domainDigest('holdfast/sign-session/v1', {
    session,
    intent: need(draft, 'digest'),
    sighashes: need(draft, 'unsigned').sighashes.map((asked) => ({
      scheme: asked.scheme,
      path: asked.path,
      bytes: bytesToHex(signedBytes(asked)),
    })),
    parties: [...parties].sort(),
    policy: { id: document.id, version: document.version, hash },
    keyGroup: group.id,
    epoch: String(group.epoch),
  });
}

/** A transaction has its id by its signatures, a message by its digest. */
function completing(ctx: SignerContext, draft: Draft): SignSession['complete'] {
  const [chain, unsigned, intent] = [need(draft, 'chain'), need(draft, 'unsigned'), need(draft, 'intent')];
  const { attach, messages } = familyOf(chain);
  if (!('message' in unsigned.conflict)) return (signatures) => attach(chain, unsigned, signatures).txid;
  const keyAt = keyAtOf(ctx.childKey, draft, need(draft, 'group'));
  return (signatures) => {
    if (!messages) throw refuse('badIntent', 'messages');
    return messages.attach(chain, intent, keyAt, signatures).digest;
  };
}

/** Makes my hello for an admitted draft; `end` is called when the session has lasted too long. */
export function startSession(
  ctx: SignerContext,
  id: string,
  input: string,
  draft: Draft,
  parties: readonly string[],
  end: () => void,
): SignSession {
  const { document, hash } = policyInForce(ctx);
  const all = signerKeys(document);
  const keys = Object.fromEntries(parties.map((party) => [party, all[party] ?? unknownParty(party)]));
  const context = sessionContext(ctx, id, draft, parties);
  const relay = startRelay({ identity: ctx.identity, me: ctx.me, keys, context });
  const timer = setTimeout(end, ctx.config.sessionTimeoutMs ?? defaultTimeoutMs);
  timer.unref();
  return {
    id,
    input,
    intent: need(draft, 'intent').id,
    ...(draft.batch ? { batchOf: draft.batch.intent.id } : {}),
    expires: Number(need(draft, 'intent').expires),
    keyGroup: need(draft, 'group').public.id,
    policyHash: hash,
    unsigned: need(draft, 'unsigned'),
    complete: completing(ctx, draft),
    parties,
    relay,
    repeat: createRepeater<SignStepReply>(),
    timer,
    opened: Promise.resolve(),
    round: 0,
    known: Object.fromEntries(parties.map((party) => [party, knownLog(ctx.store, party)])),
    peerLogs: {},
    done: false,
  };
}

function unknownParty(party: string): never {
  throw refuse('badParties', party);
}
