import type { Hello, Session } from '@holdfast/channel';
import { MpcAbort, type PairSetup } from '@holdfast/mpc';
import { type KeygenRequest, parseKeygenRequest } from '@holdfast/policy';
import { hexToBytes } from '@noble/hashes/utils.js';
import { admit } from '../admission/admit.ts';
import { type AdmissionRequest, need } from '../admission/types.ts';
import { factsOf, policyInForce, type SignerContext, signerKeys } from '../context.ts';
import { Refusal, refuse } from '../errors.ts';
import { type Outbound, type Relay, type RelayInput, startRelay } from '../signing/relay.ts';
import { createRepeater } from '../signing/repeat.ts';
import type { KeyGroupPublic, StoredGroup } from '../state/entries.ts';
import { groupOf, type Possession, provesPossession } from './group.ts';
import { type CeremonyParty, createCeremonyParty } from './party.ts';

export interface CeremonyReply {
  readonly outbound: Outbound;
  readonly done: boolean;
  readonly group?: KeyGroupPublic;
}

export interface CeremonyStatus {
  readonly state: 'none' | 'open' | 'pending' | 'active';
  readonly group?: KeyGroupPublic;
}

/** The key ceremony at one signer. One at a time; a new one puts an unfinished one away, and nothing ever overwrites an active key group. */
export interface Ceremony {
  open(request: AdmissionRequest): Promise<{ hello: Hello }>;
  step(ceremony: string, input: RelayInput): Promise<CeremonyReply>;
  confirm(ceremony: string, proofs: Possession): Promise<{ group: KeyGroupPublic }>;
  status(ceremony: string): CeremonyStatus;
}

interface Running {
  readonly id: string;
  readonly parties: readonly string[];
  readonly recovery: string;
  readonly relay: Relay;
  readonly repeat: ReturnType<typeof createRepeater<CeremonyReply>>;
  channel?: Session;
  party?: CeremonyParty;
  /** Round of the messages sent last, and whose answers the next step needs. */
  round: number;
  from: readonly string[];
  deadline: number;
}

const stepTimeoutMs = 120_000;

function findGroup(ctx: SignerContext, ceremony: string): StoredGroup | undefined {
  const active = [...ctx.store.state.groups.values()].find((group) => group.ceremony === ceremony);
  const { pending } = ctx.store.state;
  return active ?? (pending?.ceremony === ceremony ? pending : undefined);
}

/** The party that is no signer: it takes its share away and is never online again. */
function recoveryOf(request: KeygenRequest, signers: readonly string[]): string {
  const outside = request.parties.filter((party) => !signers.includes(party));
  const [recovery] = outside;
  if (recovery === undefined || outside.length !== 1 || new Set(request.parties).size !== request.parties.length)
    throw refuse('badParties', request.parties.join());
  return recovery;
}

function startRunning(ctx: SignerContext, request: KeygenRequest, digest: string): Running {
  const keys = signerKeys(policyInForce(ctx).document);
  const recovery = recoveryOf(request, Object.keys(keys));
  const all = { ...keys, [recovery]: request.recovery };
  const parties = [...request.parties].sort();
  const relay = startRelay({ identity: ctx.identity, me: ctx.me, keys: all, context: hexToBytes(digest) });
  const deadline = ctx.now() + stepTimeoutMs;
  return {
    id: request.ceremony,
    parties,
    recovery,
    relay,
    repeat: createRepeater<CeremonyReply>(),
    round: 0,
    from: [],
    deadline,
  };
}

function send(
  running: Running,
  channel: Session,
  out: ReadonlyMap<number, Uint8Array>,
  from: readonly number[],
): CeremonyReply {
  running.round += 1;
  running.from = from.map(String);
  const payloads = new Map([...out].map(([party, bytes]) => [String(party), bytes]));
  return { outbound: running.relay.send(channel, running.round, payloads), done: false };
}

function begin(ctx: SignerContext, pairSetup: PairSetup, running: Running, hellos: readonly Hello[]): CeremonyReply {
  if (running.channel) throw refuse('ceremonyState', 'hellos again');
  const channel = running.relay.open(hellos);
  running.channel = channel;
  const pairWith = running.parties.filter((party) => party !== ctx.me && party !== running.recovery).map(Number);
  const parties = running.parties.map(Number);
  const session = channel.id;
  running.party = createCeremonyParty({ me: Number(ctx.me), parties, threshold: 2, pairWith, session, pairSetup });
  const { out, from } = running.party.start();
  return send(running, channel, out, from);
}

async function advance(ctx: SignerContext, running: Running, input: RelayInput): Promise<CeremonyReply> {
  const { channel, party } = running;
  if (!channel || !party) throw refuse('ceremonyState', 'no hellos yet');
  const received = running.relay.receive(channel, running.round, input, running.from);
  const step = party.step(new Map([...received].map(([from, payload]) => [Number(from), payload])));
  if (!step.done) return send(running, channel, step.out, step.from);
  const group = groupOf(ctx, running.id, running.parties, Number(running.recovery), step.result);
  if (ctx.store.state.groups.has(group.public.id)) throw refuse('ceremonyState', 'the group exists');
  await ctx.store.append({ type: 'groupPending', group });
  return { outbound: [], done: true, group: group.public };
}

export function createCeremony(ctx: SignerContext, pairSetup: PairSetup): Ceremony {
  let running: Running | undefined;

  const open: Ceremony['open'] = (request) =>
    admit(
      ctx.steps,
      () => factsOf(ctx, request),
      (draft) => {
        const keygen = parseKeygenRequest(request.attachments.request ?? '');
        if (findGroup(ctx, keygen.ceremony)) throw refuse('ceremonyState', 'this ceremony is over');
        running = startRunning(ctx, keygen, need(draft, 'digest'));
        return { hello: running.relay.hello };
      },
    );

  const act = async (current: Running, input: RelayInput): Promise<CeremonyReply> => {
    try {
      if (ctx.store.state.frozen) throw refuse('frozen');
      current.deadline = ctx.now() + stepTimeoutMs;
      return await (input.hellos
        ? Promise.resolve(begin(ctx, pairSetup, current, input.hellos))
        : advance(ctx, current, input));
    } catch (error) {
      if (running === current) running = undefined;
      if (error instanceof Refusal) throw error;
      ctx.log('a key ceremony failed', { reason: error instanceof Error ? error.message : 'unknown' });
      throw refuse(error instanceof MpcAbort ? 'sessionFailed' : 'internal');
    }
  };

  const step: Ceremony['step'] = async (ceremony, input) => {
    const current = running;
    if (current?.id !== ceremony || ctx.now() > current.deadline) throw refuse('unknownSession');
    return current.repeat(input, () => act(current, input));
  };

  const confirm: Ceremony['confirm'] = async (ceremony, proofs) => {
    const group = findGroup(ctx, ceremony);
    if (!group) throw refuse('ceremonyState', 'nothing to confirm');
    if (!provesPossession(group, proofs)) throw refuse('badPossession');
    const { active, id } = group.public;
    await (active ? ctx.store.flushed() : ctx.store.append({ type: 'groupActive', group: id }));
    return { group: { ...group.public, active: true } };
  };

  const status: Ceremony['status'] = (ceremony) => {
    const group = findGroup(ctx, ceremony)?.public;
    if (group) return { state: group.active ? 'active' : 'pending', group };
    return { state: running?.id === ceremony ? 'open' : 'none' };
  };

  return { open, step, confirm, status };
}
