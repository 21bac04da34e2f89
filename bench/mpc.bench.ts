/** Threshold signing and key generation beside one-party noble. CPU time of this thread, so that a busy machine matters less. */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import {
  type Curve,
  dkg,
  dkls23,
  type EcdsaState,
  type FrostSigner,
  frost,
  type KeyShare,
  type Messages,
  type PairState,
  pairFromJson,
  pairSetup,
  pairToJson,
  shareFromJson,
  shareToJson,
} from '@holdfast/mpc';
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { randomBytes } from '@noble/hashes/utils.js';
import type { Figure } from './run.ts';

type Keys = Record<number, KeyShare>;
const two = [1, 2] as const;
const three = [1, 2, 3] as const;

function at<T>(record: Readonly<Record<number, T>>, i: number): T {
  const value = record[i];
  if (value === undefined) throw new Error(`nothing at ${i}`);
  return value;
}

function each<T>(parties: readonly number[], f: (party: number) => T): Record<number, T> {
  return Object.fromEntries(parties.map((party) => [party, f(party)]));
}

function others(messages: Readonly<Record<number, Uint8Array>>, me: number): Messages {
  return Object.fromEntries(Object.entries(messages).filter(([party]) => Number(party) !== me));
}

function generate(curve: Curve): Keys {
  const session = randomBytes(32);
  const one = each(three, (me) => dkg.round1({ curve, t: 2, n: 3, me, session }));
  const sent1 = each(three, (me) => at(one, me).broadcast);
  const next = each(three, (me) => dkg.round2(at(one, me).state, others(sent1, me)));
  const sent2 = each(three, (me) => at(next, me).broadcast);
  const last = each(three, (me) => dkg.round3(at(next, me).state, others(sent2, me)));
  const sent3 = each(three, (me) => at(last, me).broadcast);
  return each(three, (me) => {
    const directs = Object.fromEntries(three.filter((p) => p !== me).map((p) => [p, at(at(last, p).direct, me)]));
    return dkg.finish(at(last, me).state, others(sent3, me), directs);
  });
}

function pairUp(keys: Keys): Record<number, PairState> {
  const session = randomBytes(32);
  let turns = each(two, (me) => pairSetup.start({ key: at(keys, me), other: 3 - me, session }));
  for (;;) {
    const steps = each(two, (me) => pairSetup.step(at(turns, me).state, at(turns, 3 - me).out));
    const [a, b] = [at(steps, 1), at(steps, 2)];
    if (a.done && b.done) return { 1: a.pair, 2: b.pair };
    if (a.done || b.done) throw new Error('one side ended early');
    turns = { 1: a, 2: b };
  }
}

function signOnce(keys: Keys, pairs: Record<number, PairState>): number {
  const [digest, session] = [randomBytes(32), randomBytes(32)];
  const input = (me: number) => ({
    key: at(keys, me),
    pairs: { [3 - me]: at(pairs, me) },
    parties: two,
    digest,
    tweak: 5n,
    session,
  });
  let turns = each(two, (me) => dkls23.start(input(me)));
  let bytes = 0;
  for (;;) {
    bytes += at(at(turns, 1).out, 2).length;
    const steps = each(two, (me) => dkls23.step(at(turns, me).state, { [3 - me]: at(at(turns, 3 - me).out, me) }));
    const [a, b] = [at(steps, 1), at(steps, 2)];
    if (a.done || b.done) return bytes;
    turns = { 1: a, 2: b };
  }
}

function frostOnce(signer: FrostSigner, keys: Keys): void {
  const [message, session] = [randomBytes(32), randomBytes(32)];
  const one = each(two, (me) => signer.commit({ key: at(keys, me), parties: two, message, tweak: 5n, session }));
  const next = each(two, (me) => signer.sign(at(one, me).state, { [3 - me]: at(one, 3 - me).broadcast }));
  for (const me of two) signer.aggregate(at(next, me).state, { [3 - me]: at(next, 3 - me).broadcast });
}

/** CPU milliseconds of one call: the best of three batches after a warm-up (the clock counts in steps of some milliseconds). */
function cpu(times: number, f: () => void): number {
  for (let i = 0; i < Math.ceil(times / 3); i++) f();
  const batches = Array.from({ length: 3 }, () => {
    const before = process.threadCpuUsage();
    for (let i = 0; i < times; i++) f();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000 / times;
  });
  return Math.min(...batches);
}

interface Job {
  readonly me: number;
  readonly key: string;
  readonly pair: string;
}
type Call = { id: number; digest?: Uint8Array; session?: Uint8Array; inbound?: Uint8Array };
type Reply = { id: number; out?: Uint8Array };

/** One party as its own thread: keeps the states of the sessions in flight, answers with what to send. */
function serve({ me, key: keyText, pair: pairText }: Job): void {
  const [key, pair] = [shareFromJson(keyText), pairFromJson(pairText)];
  const states = new Map<number, EcdsaState>();
  parentPort?.on('message', ({ id, digest, session, inbound }: Call) => {
    const pairs = { [3 - me]: pair };
    const state = states.get(id);
    const step =
      digest && session
        ? { done: false as const, ...dkls23.start({ key, pairs, parties: two, digest, tweak: 5n, session }) }
        : state && inbound && dkls23.step(state, { [3 - me]: inbound });
    if (!step) throw new Error('no such session');
    states.delete(id);
    if (!step.done) states.set(id, step.state);
    parentPort?.postMessage(step.done ? { id } : { id, out: at(step.out, 3 - me) });
  });
}

/** Two parties in two threads, this one only relays: signatures per second with `inFlight` sessions at once. */
async function throughput(
  keys: Keys,
  pairs: Record<number, PairState>,
  total: number,
  inFlight: number,
): Promise<number> {
  const job = (me: number): Job => ({ me, key: shareToJson(at(keys, me)), pair: pairToJson(at(pairs, me)) });
  const workers = each(two, (me) => new Worker(import.meta.filename, { workerData: job(me) }));
  const waiting = new Map<string, (reply: Reply) => void>();
  for (const me of two) at(workers, me).on('message', (reply: Reply) => waiting.get(`${me}/${reply.id}`)?.(reply));
  const call = (me: number, message: Call) =>
    new Promise<Reply>((resolve) => {
      waiting.set(`${me}/${message.id}`, resolve);
      at(workers, me).postMessage(message);
    });
  async function sign(id: number): Promise<void> {
    const [digest, session] = [randomBytes(32), randomBytes(32)];
    let [a, b] = await Promise.all([call(1, { id, digest, session }), call(2, { id, digest, session })]);
    while (a.out && b.out)
      [a, b] = await Promise.all([call(1, { id, inbound: b.out }), call(2, { id, inbound: a.out })]);
  }
  let next = 0;
  const lane = async (until: number) => {
    while (next < until) await sign(next++);
  };
  const lanes = (until: number) => Promise.all(Array.from({ length: inFlight }, () => lane(until)));
  await lanes(60);
  const begin = performance.now();
  await lanes(60 + total);
  const seconds = (performance.now() - begin) / 1000;
  await Promise.all(two.map((me) => at(workers, me).terminate()));
  return total / seconds;
}

export async function run(): Promise<{ rows: Figure[] }> {
  const keys = generate('secp256k1');
  const edKeys = generate('ed25519');
  const pairs = pairUp(keys);
  const secret = secp256k1.utils.randomSecretKey();
  const edSecret = ed25519.utils.randomSecretKey();
  const alone = cpu(300, () => secp256k1.sign(randomBytes(32), secret, { prehash: false }));
  const edAlone = cpu(300, () => ed25519.sign(randomBytes(32), edSecret));
  const ecdsa = cpu(60, () => signOnce(keys, pairs)) / 2;
  const keygen = cpu(5, () => [generate('secp256k1'), generate('ed25519')]) / 3;
  const pairing = cpu(3, () => pairUp(keys)) / 2;
  const eddsa = cpu(30, () => frostOnce(frost.ed25519, edKeys)) / 2;
  const taproot = cpu(30, () => frostOnce(frost.taproot, keys)) / 2;
  const rate = await throughput(keys, pairs, 300, 8);
  const beside = (value: number, base: number) =>
    `one-party noble: ${base.toFixed(2)} ms, ${(value / base).toFixed(0)} times less`;
  return {
    rows: [
      {
        name: 'ECDSA 2-of-3, CPU per party and signature',
        value: ecdsa,
        unit: 'ms',
        aim: '≤ 16',
        yardstick: beside(ecdsa, alone),
      },
      { name: 'ECDSA, bytes sent per party and signature', value: signOnce(keys, pairs), unit: 'bytes' },
      {
        name: 'ECDSA, two parties on their own threads, 8 in flight',
        value: rate,
        unit: 'signatures/s',
        yardstick: `one-party noble, one thread: ${(1000 / alone).toFixed(0)} /s`,
      },
      {
        name: 'Key generation, both curves and pair set-up, CPU per signer',
        value: keygen + pairing,
        unit: 'ms',
        aim: '≤ 300',
        yardstick: `of it pair set-up ${pairing.toFixed(0)} ms`,
      },
      {
        name: 'EdDSA 2-of-3 (FROST), CPU per party and signature',
        value: eddsa,
        unit: 'ms',
        yardstick: beside(eddsa, edAlone),
      },
      {
        name: 'Taproot 2-of-3 (FROST), CPU per party and signature',
        value: taproot,
        unit: 'ms',
        yardstick: beside(taproot, alone),
      },
    ],
  };
}

if (!isMainThread) serve(workerData as Job);
