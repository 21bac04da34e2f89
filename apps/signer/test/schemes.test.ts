import { randomUUID } from 'node:crypto';
import { familyOf, groupKeyAt, type Scheme, signatureFromWire } from '@holdfast/chains';
import type { Hello } from '@holdfast/channel';
import type { KeyShare } from '@holdfast/mpc';
import { pairSetup } from '@holdfast/mpc';
import { type Intent, intentText } from '@holdfast/policy';
import {
  brushed,
  inked,
  type NoteFamily,
  noteChain,
  noteFields,
  notePayee,
  notePlan,
  registerNotes,
} from '@holdfast/testkit/notes';
import {
  addressed,
  baseIntent,
  btcPayee,
  btcPlan,
  call,
  coin,
  decide,
  evmPlan,
  assemble as inBytes,
  type Mail,
  must,
  openParams,
  type SignRequest,
  signBoth,
  testChains,
  transfer,
} from '@holdfast/testkit/signer';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { admit } from '../src/admission/admit.ts';
import { need } from '../src/admission/types.ts';
import { factsOf, type SignerContext, signerKeys } from '../src/context.ts';
import { type Batch, createBatch } from '../src/signing/batch.ts';
import { packFrames, unpackFrames } from '../src/signing/frames.ts';
import { peerNote } from '../src/signing/peers.ts';
import { startRelay } from '../src/signing/relay.ts';
import { type SignStepReply, sessionContext } from '../src/signing/session.ts';
import { type GroupKeys, keysOf } from '../src/signing/shares.ts';
import { type Place, type Ready, readyPair, startPlace } from './harness.ts';

/** Sessions of every scheme, and what FROST owes them: its part is on disk before it leaves, and whoever deviates is found out. */
registerNotes();

let ready: Ready;
let [first, second]: Place[] = [];
beforeAll(async () => {
  const chains = [...testChains, noteChain(inked), noteChain(brushed)];
  const feeBudget = chains.map(({ id }) => ({ wallet: '*', chain: id, maxPerDay: '9'.repeat(30) }));
  ready = await readyPair({ config: { chains, feeBudget }, pairSetup });
  [first, second] = ready.pair.places;
}, 60_000);
afterAll(() => ready?.pair.stop());
const places = (): [Place, Place] => {
  if (!first || !second) throw new Error('no signers');
  return [first, second];
};
const coreOf = ({ signer }: Place): SignerContext => {
  if (!signer) throw new Error('not running');
  return signer.ctx;
};
const restart = async (place: Place): Promise<void> => {
  await place.signer?.stop();
  await startPlace(ready.pair, place);
};

let nonce = 0;
function note(family: NoteFamily = inked, schemes?: readonly Scheme[], at = nonce++): SignRequest {
  const intent: Intent = {
    ...baseIntent(ready.policy, ready.owner.member.id, Date.now()),
    workspace: '1',
    wallet: '7',
    keyGroup: ready.group.id,
    ...noteFields(family, ready.group),
    outputs: [{ address: notePayee, amount: '1000', memo: '', entry: '', path: '' }],
  };
  return { intent, approvals: [decide(intent, ready.owner, 'approve')], plan: notePlan(family, BigInt(at), schemes) };
}

const open = (place: Place, request: SignRequest, session: string = randomUUID()) =>
  call(ready.pair, place, 'sign.open', openParams(request, session));
const close = (place: Place, { intent }: SignRequest) =>
  call(ready.pair, place, 'close', { intent: intentText(intent) });
const codeOf = (reply: { error?: { code: string } }): string => reply.error?.code ?? 'admitted';

/** The signed transaction; `attach` verifies with a library that knows nothing of ours. */
function assemble(family: NoteFamily, { intent, plan }: SignRequest, reply: SignStepReply | undefined) {
  const chain = noteChain(family);
  const unsigned = familyOf(chain).build(chain, intent, plan, (path) => groupKeyAt(ready.group, path));
  return familyOf(chain).attach(chain, unsigned, (reply?.signatures ?? []).map(signatureFromWire));
}

/** A session that the test carries step by step. */
async function session(request: SignRequest) {
  const id = randomUUID();
  const opened = await Promise.all(places().map((place) => must<{ hello: Hello }>(open(place, request, id))));
  const hellos = opened.map(({ hello }) => hello);
  let mail: Mail[] = [];
  let round = 0;
  const stepAt = (place: Place) =>
    call(ready.pair, place, 'sign.step', {
      session: id,
      ...(round === 0 ? { hellos, inbound: [] } : { inbound: addressed(mail, place.id) }),
    });
  async function next(): Promise<(SignStepReply | string)[]> {
    const replies = await Promise.all(places().map(stepAt));
    mail = replies.flatMap(({ outbound = [] }, i) =>
      (outbound as { to: string; box: string }[]).map((box) => ({ from: places()[i]?.id ?? '', ...box })),
    );
    round += 1;
    return replies.map((reply) => reply.error?.code ?? (reply as unknown as SignStepReply));
  }
  return { next, stepAt };
}
const signatures = (replies: readonly (SignStepReply | string)[]): number =>
  replies.filter((reply) => typeof reply !== 'string' && reply.signatures !== undefined).length;

describe('two signers sign', () => {
  it('with Ed25519 over a whole message, as OpenSSL verifies it, and say so on the wire and in their journals', async () => {
    const request = note();
    const written = places().map((place) => vi.spyOn(coreOf(place).store, 'append'));
    const replies = await signBoth(ready.pair, places(), request);
    expect(replies[0]?.signatures).toEqual([
      { scheme: 'ed25519', signature: expect.stringMatching(/^[0-9a-f]{128}$/) },
    ]);
    expect(replies[1]?.signatures).toEqual(replies[0]?.signatures);
    expect(assemble(inked, request, replies[0]).raw).toBeTruthy();
    for (const append of written) {
      expect(append.mock.calls.flat()).toContainEqual(expect.objectContaining({ schemes: ['ed25519'] }));
      append.mockRestore();
    }
  });

  it('a Bitcoin payment from taproot and other outputs in one session, each by its own scheme', async () => {
    let salt = 500;
    const coins = ['m/0/7/2/0', 'm/0/7/0/0', 'm/0/7/3/4'].map((path) => coin(ready.group, path, 60_000n, salt++));
    const intent = transfer(ready, 'bitcoin', {
      outputs: [{ address: btcPayee, amount: '150000', memo: '', entry: '', path: '' }],
    });
    const plan = btcPlan(coins, 'm/0/7/3/0');
    const request = { intent, approvals: [decide(intent, ready.owner, 'approve')], plan };
    const [reply] = await signBoth(ready.pair, places(), request);
    expect(reply?.signatures?.map(({ scheme }) => scheme)).toEqual(['schnorr', 'ecdsa', 'schnorr']);
    // It verifies each signature against the output that it spends.
    expect(inBytes(ready.group, request, reply ?? expect.fail('no reply')).raw).toMatch(/^02000000000103/);
  });

  it('with Schnorr for a taproot output, as BIP 340 verifies it', async () => {
    const request = note(brushed);
    const [reply] = await signBoth(ready.pair, places(), request);
    expect(reply?.signatures).toMatchObject([{ scheme: 'schnorr' }]);
    expect(assemble(brushed, request, reply).raw).toBeTruthy();
  });

  it('with two schemes in the same rounds', async () => {
    const request = note(brushed, ['schnorr', 'ecdsa', 'schnorr']);
    const replies = await signBoth(ready.pair, places(), request);
    expect(replies[1]?.signatures?.map(({ scheme }) => scheme)).toEqual(['schnorr', 'ecdsa', 'schnorr']);
    expect(assemble(brushed, request, replies[0]).raw).toBe(assemble(brushed, request, replies[1]).raw);
  });

  it('with ECDSA alone as ever: the journal says of digests no more than before', async () => {
    const intent = transfer(ready, 'evm');
    const append = vi.spyOn(coreOf(places()[0]).store, 'append');
    await signBoth(ready.pair, places(), {
      intent,
      approvals: [decide(intent, ready.owner, 'approve')],
      plan: evmPlan(0),
    });
    const decided = append.mock.calls.flat().find(({ type }) => type === 'decided');
    expect(Object.keys(decided ?? {}).sort()).toEqual(['approvals', 'decision', 'sighashes', 'type']);
    append.mockRestore();
  });

  it('and not by a scheme that is not of the chain’s curve', async () => {
    await expect(signBoth(ready.pair, places(), note(inked, ['ecdsa']))).rejects.toThrow('txMismatch');
  });
});

describe('signers who were shown different things never join one session', () => {
  it.each<[string, NoteFamily, Partial<SignRequest['plan']>]>([
    ['another message', inked, { nonce: '900000' }],
    ['another scheme for the same digest', brushed, { schemes: ['ecdsa'] }],
  ])('%s', async (_, family, other) => {
    const id = randomUUID();
    const request = note(family);
    const asked = [request, { ...request, plan: { ...request.plan, ...other } }] as const;
    const opened = await Promise.all(
      places().map((place, i) => must<{ hello: Hello }>(open(place, asked[i] ?? request, id))),
    );
    const body = { session: id, hellos: opened.map(({ hello }) => hello), inbound: [] };
    for (const place of places())
      expect((await call(ready.pair, place, 'sign.step', body)).error?.code).toBe('peerDisagrees');
  });
});

/** Signer 2 as somebody else's API client with its true keys. */
interface Cheat {
  /** What it holds in place of its own. */
  readonly keys?: (own: GroupKeys) => GroupKeys;
  /** What it signs in place of what was asked. */
  readonly message?: string;
  /** Changes its message of a round; it has the other's of that round already. */
  readonly send?: (message: Uint8Array, theirs: Uint8Array, round: number) => Uint8Array;
  /** Changes what it reads before its own API client does. */
  readonly read?: (message: Uint8Array, mine: Uint8Array) => Uint8Array;
}

const headerBytes = 38;
const context = (message: Uint8Array): Uint8Array => message.slice(6, headerBytes);
/** The body of one message under the header of another. */
const dressed = (message: Uint8Array, as: Uint8Array): Uint8Array => {
  const made = message.slice();
  made.set(context(as), 6);
  return made;
};

/** A session of signer 1 with a cheat. @returns how it ended at signer 1 */
async function against(cheat: Cheat, request = note()): Promise<string> {
  const [honest, place] = places();
  const ctx = coreOf(place);
  const id = randomUUID();
  const { intent, approvals, plan } = request;
  const asked = {
    peer: 'server',
    purpose: 'transfer',
    intent: intentText(intent),
    attachments: {},
    approvals,
    plan,
    parties: ['1', '2'],
  } as const;
  const draft = await admit(
    ctx.steps,
    () => factsOf(ctx, asked),
    (found) => found,
  );
  const keys = signerKeys(ready.policy);
  const relay = startRelay({
    identity: ctx.identity,
    me: '2',
    keys,
    context: sessionContext(ctx, id, draft, ['1', '2']),
  });
  const { hello } = await must<{ hello: Hello }>(open(honest, request, id));
  const hellos = [hello, relay.hello];
  const channel = relay.open(hellos);
  const group = need(draft, 'group');
  const scope = { deployment: ready.policy.deployment, group: group.public.id, party: '2', epoch: group.public.epoch };
  const own = keysOf(ctx.store.vault, scope, group);
  const [sighash] = need(draft, 'unsigned').sighashes;
  if (sighash?.scheme !== 'ed25519') throw new Error('another scheme');
  const batch: Batch = createBatch({
    me: 2,
    keys: cheat.keys?.(own) ?? own,
    parties: [1, 2],
    session: channel.id,
    asked: [cheat.message === undefined ? sighash : { ...sighash, message: cheat.message }],
  });
  const frame = (bytes: Uint8Array | undefined): Uint8Array =>
    unpackFrames(bytes ?? new Uint8Array(), 1)[0] ?? new Uint8Array();
  let mine = frame(batch.start().get(1));
  let reply = await call(ready.pair, honest, 'sign.step', { session: id, hellos, inbound: [] });
  for (let round = 1; !reply.error && !reply.done; round++) {
    const { outbound } = reply as unknown as SignStepReply;
    const boxes = { inbound: outbound.map(({ box }) => ({ from: '1', box })) };
    const got = relay.receive(channel, round, boxes, ['1']).get('1') ?? new Uint8Array();
    const theirs = frame(round === 1 ? unpackFrames(got, 2)[1] : got);
    const sent = packFrames([cheat.send?.(mine, theirs, round) ?? mine]);
    const payload = round === 1 ? packFrames([peerNote(ctx.store, '1'), sent]) : sent;
    const inbound = relay.send(channel, round, new Map([['1', payload]])).map(({ box }) => ({ from: '2', box }));
    reply = await call(ready.pair, honest, 'sign.step', { session: id, inbound });
    if (round > 1 || reply.error) break;
    const step = batch.step(new Map([[1, packFrames([cheat.read?.(theirs, mine) ?? theirs])]]));
    mine = step.done ? new Uint8Array() : frame(step.out.get(1));
  }
  return reply.error?.code ?? 'signed';
}

describe('its part of a signature', () => {
  it('leaves only when it is on disk that it may', async () => {
    const [a] = places();
    const { store } = coreOf(a);
    const { next, stepAt } = await session(note());
    await next();
    const { append } = store;
    let onDisk: () => void = () => undefined;
    const written: string[] = [];
    const reached = new Promise<void>((resolve) => {
      store.append = async (entry) => {
        written.push(entry.type);
        await append(entry);
        await new Promise<void>((release) => {
          onDisk = release;
          resolve();
        });
      };
    });
    let sent: unknown;
    const sending = stepAt(a).then((reply) => {
      sent = reply;
    });
    await reached;
    await new Promise((done) => setTimeout(done, 100));
    expect(written).toEqual(['exposed']);
    expect(sent).toBeUndefined();
    store.append = append;
    onDisk();
    await sending;
    expect(sent).toMatchObject({ done: false, outbound: [{ to: '2' }] });
  });

  it.each([
    ['before it is on disk', false],
    ['when it is on disk and has not left', true],
  ])('of a signer that stops %s: what it says of the payment after that is true', async (_, isWritten) => {
    const [a, b] = places();
    const request = note();
    const { next } = await session(request);
    await next();
    const { store } = coreOf(a);
    const { append } = store;
    store.append = async (entry) => {
      if (isWritten) await append(entry);
      throw new Error('stopped');
    };
    const [mine] = await next();
    expect(typeof mine).toBe('string');
    await restart(a);
    expect(coreOf(a).store.state.exposed.has(request.intent.id)).toBe(isWritten);
    // Nonces were in memory only: the session is over, and another may sign the same.
    expect((await next())[0]).toBe('unknownSession');
    expect(await close(a, request)).toEqual({ closed: !isWritten });
    expect(codeOf(await open(a, note(inked, undefined, Number(request.plan.nonce))))).toBe(
      isWritten ? 'conflict' : 'admitted',
    );
    expect(await close(b, request)).toEqual({ closed: false });
    const again = signBoth(ready.pair, places(), request);
    if (isWritten) expect(assemble(inked, request, (await again)[0]).raw).toBeTruthy();
    else await expect(again).rejects.toThrow('intentClosed');
  });
});

describe('given up in the middle of a session', () => {
  const sent = ['hellos', 'commitments', 'shares'] as const;
  it.each(sent.flatMap((what, rounds) => [0, 1].map((who) => [what, who + 1, rounds, who] as const)))(
    'after the %s have left, at signer %i: there is no signature, or it says that there may be',
    async (what, _, rounds, who) => {
      const request = note();
      const { next } = await session(request);
      for (let n = 0; n < rounds; n++) expect(signatures(await next())).toBe(0);
      const place = places()[who] ?? places()[0];
      const closed = what !== 'shares';
      expect(await close(place, request)).toEqual({ closed });
      let all = 0;
      for (let n = rounds; n < 5; n++) all += signatures(await next());
      expect(all).toBe(closed ? 0 : 2);
      expect(coreOf(place).store.state.exposed.has(request.intent.id)).toBe(!closed);
      const again = signBoth(ready.pair, places(), request);
      if (closed) await expect(again).rejects.toThrow('intentClosed');
      else await again;
    },
  );
});

describe('a signer that deviates in FROST', () => {
  /** So that one pair serves all cases. */
  afterEach(() => {
    const state = coreOf(places()[0]).store.state;
    (state.quarantined as Map<string, string>).clear();
  });
  const flip = (message: Uint8Array, at: number): Uint8Array => message.map((byte, i) => (i === at ? byte ^ 1 : byte));
  /** Its two points the other way round: good points, and not those that its share goes by. */
  const swapped = (message: Uint8Array): Uint8Array =>
    new Uint8Array([...message.slice(0, headerBytes), ...message.slice(-32), ...message.slice(headerBytes, -32)]);
  const under = (header: Uint8Array, points: Uint8Array): Uint8Array =>
    new Uint8Array([...header.slice(0, headerBytes), ...points.slice(headerBytes)]);
  const aged = (key: KeyShare): KeyShare => ({ ...key, epoch: key.epoch + 1 });
  /** Changes its message of one round. */
  const inRound = (round: number, change: (message: Uint8Array, theirs: Uint8Array) => Uint8Array): Cheat => ({
    send: (message, theirs, at) => (at === round ? change(message, theirs) : message),
  });
  let kept = new Uint8Array();

  it('signs with the others while it does not', async () => {
    expect(await against({})).toBe('signed');
  });

  it.each<[string, Cheat]>([
    ['commitments of an earlier session', inRound(1, () => kept)],
    ['a share of another run', inRound(2, (message) => flip(message, 6))],
    ['a share for another message', { message: '77'.repeat(8) }],
    ['its share of another epoch', { keys: (own) => ({ ...own, share: (curve) => aged(own.share(curve)) }) }],
    ['no commitments', inRound(1, () => new Uint8Array())],
  ])('with %s ends the session and nothing else', async (_, cheat) => {
    const keep = inRound(1, (message) => {
      kept = message.slice();
      return message;
    });
    expect(await against(keep)).toBe('signed');
    expect(await against(cheat)).toBe('sessionFailed');
    expect(await call(ready.pair, places()[0], 'health', {})).toMatchObject({ quarantined: [] });
    await signBoth(ready.pair, places(), note());
  });

  it.each<[string, Cheat]>([
    ['an altered share', inRound(2, (message) => flip(message, headerBytes))],
    [
      'a share for another message, under the name of this one',
      { message: '77'.repeat(8), send: dressed, read: dressed },
    ],
    ['my own commitments as its own', inRound(1, under)],
    ['other commitments than its share is for', inRound(1, swapped)],
  ])('with %s is found out, gets no signature, and the key group is in quarantine for good', async (_, cheat) => {
    expect(await against(cheat)).toBe('quarantined');
    const [honest] = places();
    expect(codeOf(await open(honest, note()))).toBe('quarantined');
    await restart(honest);
    expect(codeOf(await open(honest, note()))).toBe('quarantined');
  });
});
