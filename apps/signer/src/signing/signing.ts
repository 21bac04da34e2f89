import { rulesOf, type UnsignedTx } from '@holdfast/chains';
import type { Hello, Session } from '@holdfast/channel';
import { type EcdsaSignature, MpcAbort } from '@holdfast/mpc';
import { domainDigest } from '@holdfast/policy';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { admit } from '../admission/admit.ts';
import { assetKey, totalOf } from '../admission/limits.ts';
import { type AdmissionRequest, type Draft, need } from '../admission/types.ts';
import { type Core, factsOf, policyInForce, signerKeys } from '../core.ts';
import { Refusal, refuse } from '../errors.ts';
import type { Decision, PeerLog } from '../state/entries.ts';
import { type Batch, createBatch } from './batch.ts';
import { packFrames, unpackFrames } from './frames.ts';
import { checkPeerNote, knownLog, peerNote } from './peers.ts';
import { type Outbound, type Relay, type RelayInput, startRelay } from './relay.ts';
import { createRepeater } from './repeat.ts';
import { openEcdsa } from './shares.ts';

export interface SignStepReply {
  readonly outbound: Outbound;
  readonly done: boolean;
  /** r and s as 64 hex each. */
  readonly signatures?: readonly { readonly r: string; readonly s: string; readonly recid: 0 | 1 }[];
}

interface SignSession {
  readonly id: string;
  /** Hash of what it was opened with. */
  readonly input: string;
  readonly intent: string;
  readonly keyGroup: string;
  readonly policyHash: string;
  readonly unsigned: UnsignedTx;
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

export interface Signing {
  open(session: string, request: AdmissionRequest): Promise<{ hello: Hello }>;
  step(session: string, input: RelayInput): Promise<SignStepReply>;
  /** Sessions now open. */
  count(): number;
}

/** Sessions under way at once; finished ones are kept a while to repeat their last answer. */
const maxSessions = 512;
const defaultTimeoutMs = 60_000;

function decisionOf(draft: Draft): Decision {
  const intent = need(draft, 'intent');
  return {
    id: intent.id,
    digest: need(draft, 'digest'),
    conflict: need(draft, 'conflict'),
    workspace: intent.workspace,
    wallet: intent.wallet,
    asset: assetKey(intent),
    amount: String(totalOf(intent)),
    expires: Number(intent.expires),
  };
}

/** What both signers must agree on to the last byte, or their hellos do not verify: transaction, key epoch, and the policy each has in force. */
export function sessionContext(core: Core, session: string, draft: Draft, parties: readonly string[]): Uint8Array {
  const { document, hash } = policyInForce(core);
  const group = need(draft, 'group').public;
  return domainDigest('holdfast/sign-session/v1', {
    session,
    intent: need(draft, 'digest'),
    sighashes: need(draft, 'unsigned').sighashes.map(({ path, digest }) => ({ path, digest })),
    parties: [...parties].sort(),
    policy: { id: document.id, version: document.version, hash },
    keyGroup: group.id,
    epoch: String(group.epoch),
  });
}

function startSession(
  core: Core,
  id: string,
  input: string,
  draft: Draft,
  parties: readonly string[],
  end: () => void,
): SignSession {
  const { document, hash } = policyInForce(core);
  const all = signerKeys(document);
  const keys = Object.fromEntries(parties.map((party) => [party, all[party] ?? unknownParty(party)]));
  const context = sessionContext(core, id, draft, parties);
  const relay = startRelay({ identity: core.identity, me: core.me, keys, context });
  const timer = setTimeout(end, core.config.sessionTimeoutMs ?? defaultTimeoutMs);
  timer.unref();
  return {
    id,
    input,
    intent: need(draft, 'intent').id,
    keyGroup: need(draft, 'group').public.id,
    policyHash: hash,
    unsigned: need(draft, 'unsigned'),
    parties,
    relay,
    repeat: createRepeater<SignStepReply>(),
    timer,
    opened: Promise.resolve(),
    round: 0,
    known: Object.fromEntries(parties.map((party) => [party, knownLog(core.store, party)])),
    peerLogs: {},
    done: false,
  };
}

function unknownParty(party: string): never {
  throw refuse('badParties', party);
}

/** What has changed since admission and must stop a session that is under way: a freeze wins every race. */
function checkStillAllowed(core: Core, session: SignSession): void {
  const { frozen, quarantined } = core.store.state;
  if (frozen) throw refuse('frozen');
  if (quarantined.has(session.keyGroup)) throw refuse('quarantined');
  if (policyInForce(core).hash !== session.policyHash) throw refuse('policyStale');
}

function startBatch(core: Core, session: SignSession, channel: Session): ReadonlyMap<number, Uint8Array> {
  const group = core.store.state.groups.get(session.keyGroup);
  if (!group) throw refuse('unknownKey');
  const { epoch } = group.public;
  const { deployment } = policyInForce(core).document;
  const scope = { deployment, group: group.public.id, party: core.me, epoch };
  const { secp256k1: key, pairs } = openEcdsa(core.store.vault, scope, group);
  const parties = session.parties.map(Number).sort((a, b) => a - b);
  session.batch = createBatch({ key, pairs, parties, session: channel.id, targets: session.unsigned.sighashes });
  return session.batch.start();
}

const hex64 = (value: bigint): string => value.toString(16).padStart(64, '0');

/** Completes the transaction itself and so verifies each signature against its own key and digest, before anything is released. */
function release(core: Core, session: SignSession, signatures: readonly EcdsaSignature[]): SignStepReply {
  const chain = core.chains.get(session.unsigned.chain);
  if (!chain) throw refuse('unknownWallet');
  const { txid } = rulesOf(chain).attach(chain, session.unsigned, signatures);
  const entry = { type: 'signed', id: session.intent, session: session.id, txid, peers: session.peerLogs } as const;
  core.store.append(entry).catch(() => undefined);
  session.done = true;
  delete session.batch;
  return {
    outbound: [],
    done: true,
    signatures: signatures.map(({ r, s, recid }) => ({ r: hex64(r), s: hex64(s), recid })),
  };
}

function send(
  session: SignSession,
  channel: Session,
  out: ReadonlyMap<number, Uint8Array>,
  wrap: (to: string, bytes: Uint8Array) => Uint8Array,
): SignStepReply {
  session.round += 1;
  const payloads = new Map([...out].map(([party, bytes]) => [String(party), wrap(String(party), bytes)]));
  return { outbound: session.relay.send(channel, session.round, payloads), done: false };
}

function firstStep(core: Core, session: SignSession, hellos: readonly Hello[]): SignStepReply {
  if (session.channel) throw refuse('sessionFailed', 'hellos again');
  session.channel = session.relay.open(hellos);
  const out = startBatch(core, session, session.channel);
  return send(session, session.channel, out, (to, bytes) => packFrames([peerNote(core.store, to), bytes]));
}

function nextStep(core: Core, session: SignSession, input: RelayInput): SignStepReply {
  const { channel, batch, round } = session;
  if (!channel || !batch) throw refuse('sessionFailed', 'no hellos yet');
  const others = session.parties.filter((party) => party !== core.me);
  const received = session.relay.receive(channel, round, input, others);
  const inbox = new Map<number, Uint8Array>();
  for (const [party, payload] of received) {
    const [note, body] = round === 1 ? unpackFrames(payload, 2) : [undefined, payload];
    if (note)
      session.peerLogs[party] = checkPeerNote(
        core.store,
        party,
        session.known[party] ?? knownLog(core.store, party),
        note,
      );
    inbox.set(Number(party), body ?? new Uint8Array());
  }
  const step = batch.step(inbox);
  return step.done ? release(core, session, step.signatures) : send(session, channel, step.out, (_, bytes) => bytes);
}

/** A cheating party ends the key group's use, durably, on every honest party; anything else only ends the session. */
async function fail(core: Core, session: SignSession, error: unknown): Promise<never> {
  if (error instanceof MpcAbort && error.kind === 'cheat') {
    core.log('a party deviated from the protocol', { keyGroup: session.keyGroup, reason: error.message });
    await core.store.append({ type: 'quarantined', keyGroup: session.keyGroup, reason: error.message });
    throw refuse('quarantined');
  }
  if (error instanceof Refusal) throw error;
  core.log('a signing session failed', {
    session: session.id,
    reason: error instanceof Error ? error.message : 'unknown',
  });
  throw refuse('sessionFailed');
}

export function createSigning(core: Core): Signing {
  const sessions = new Map<string, SignSession>();
  const end = (id: string): void => {
    clearTimeout(sessions.get(id)?.timer);
    sessions.delete(id);
  };
  const count = (): number => [...sessions.values()].filter((session) => !session.done).length;

  const open: Signing['open'] = async (id, request) => {
    const input = bytesToHex(sha256(utf8ToBytes(JSON.stringify(request))));
    const known = sessions.get(id);
    if (known) {
      if (known.input !== input || known.channel) throw refuse('sessionFailed', 'the session id was used');
      await known.opened;
      return { hello: known.relay.hello };
    }
    if (count() >= maxSessions) throw refuse('tooMany');
    const parties = request.parties ?? [];
    const session = await admit(
      core.steps,
      () => factsOf(core, request),
      (draft) => {
        const started = startSession(core, id, input, draft, parties, () => end(id));
        const { sighashes } = started.unsigned;
        sessions.set(id, started);
        started.opened = core.store.append({
          type: 'decided',
          decision: decisionOf(draft),
          approvals: need(draft, 'approvals'),
          sighashes: sighashes.map(({ digest }) => digest),
        });
        return started;
      },
    );
    // The decision is on disk before the first word of the session leaves.
    await session.opened;
    return { hello: session.relay.hello };
  };

  const act = async (session: SignSession, input: RelayInput): Promise<SignStepReply> => {
    try {
      checkStillAllowed(core, session);
      return input.hellos ? firstStep(core, session, input.hellos) : nextStep(core, session, input);
    } catch (error) {
      delete session.batch;
      end(session.id);
      return fail(core, session, error);
    }
  };

  return {
    open,
    step: async (id, input) => {
      const session = sessions.get(id);
      if (!session) throw refuse('unknownSession');
      await session.opened;
      return session.repeat(input, () => act(session, input));
    },
    count,
  };
}
