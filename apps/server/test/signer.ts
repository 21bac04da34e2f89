/**
 * A stand-in for a signer process: speaks the server's channel, holds a policy and a key group, but signs with a whole test key and admits
 * everything. For tests of the server's side only; what signers refuse is tested with real ones.
 */
import { createPrivateKey, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  considerCheckpoint,
  cosignCheckpoint,
  logKey,
  type Seen,
  signatureLine,
  type WitnessRequest,
  witnessKey,
} from '@holdfast/audit';
import {
  type ChainConfig,
  familyOf,
  groupKeyAt,
  type Plan,
  signatureToWire,
  type WireSignature,
} from '@holdfast/chains';
import { type Identity, newIdentity, openRequest, type PeerKeys, publicKeysOf } from '@holdfast/channel';
import { type Approval, addressDigest, parseIntent, parsePolicy, policyHash } from '@holdfast/policy';
import type { TestKey } from '@holdfast/testkit';
import type { KeyGroupPublic, SignerEvent, SignerHealth } from '../src/signers/types.ts';

type Params = Record<string, unknown>;
type EventBody = SignerEvent extends infer E ? (E extends SignerEvent ? Omit<E, 'seq'> : never) : never;

export interface TestSigner {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly origin: string;
  readonly identity: Identity;
  /** Canonical intents announced to it, by intent id. */
  readonly announced: ReadonlyMap<string, string>;
  /** Intents it was asked to sign. */
  readonly signed: readonly string[];
  /** Gives it the genesis document. */
  initialise(document: string): void;
  /** Gives it a key group; pending until `active`. */
  hold(key: TestKey, active?: boolean): void;
  /** Adds to its event feed, as when a member approved on its page. */
  emit(event: EventBody): void;
  /** Makes every further call of a method fail with this code; undefined makes it work again. */
  refuse(method: string, code: string | undefined): void;
  /** Alters what it says about an address, as a signer gone wrong would. */
  lieAboutAddresses(address: string | undefined): void;
  /** Has witnessed the audit log as far as this, or forgets that it did. */
  seen(log: Seen | undefined): void;
  /** Stops answering, or answers again on the same port. */
  setDown(down: boolean): void;
  close(): Promise<void>;
}

class Refused extends Error {}

function groupOf(key: TestKey, active: boolean): KeyGroupPublic {
  return {
    id: key.id,
    threshold: 2,
    parties: ['1', '2', '3'],
    secp256k1: key.root,
    ed25519: key.ed25519,
    epoch: 1,
    createdAt: 0,
    active,
  };
}

const ed25519Pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const signWith = (identity: Identity, message: Uint8Array): string => {
  const key = createPrivateKey({
    key: Buffer.concat([ed25519Pkcs8, identity.sign.secret]),
    format: 'der',
    type: 'pkcs8',
  });
  return sign(null, message, key).toString('hex');
};

interface State {
  readonly id: string;
  readonly identity: Identity;
  readonly chains: readonly ChainConfig[];
  document: string | undefined;
  key: TestKey | undefined;
  active: boolean;
  lie: string | undefined;
  readonly announced: Map<string, string>;
  readonly signed: string[];
  readonly events: SignerEvent[];
  readonly sessions: Map<string, { readonly intent: string; readonly signatures: readonly WireSignature[] }>;
  /** Intents it took part in signing, and those it has given up. */
  readonly given: Set<string>;
  readonly closed: Set<string>;
  readonly waiters: Set<() => void>;
  readonly server: PeerKeys;
  seen: Seen | undefined;
}

function health({ id, document, key, active, events }: State): SignerHealth {
  const policy = document === undefined ? undefined : parsePolicy(document);
  return {
    version: '0.0.0-test',
    signer: id,
    deployment: policy?.deployment ?? null,
    policy: policy ? { id: policy.id, version: policy.version, hash: policyHash(policy) } : null,
    keyGroups: key ? [groupOf(key, active)] : [],
    frozen: false,
    freeze: null,
    quarantined: [],
    exported: [],
    shares: [],
    keyMaterialDelayMs: 86_400_000,
    time: Date.now(),
    log: { size: events.length, root: '00'.repeat(32) },
  };
}

const chainOf = (state: State, id: unknown): ChainConfig => {
  const chain = state.chains.find((each) => each.id === id);
  if (!chain) throw new Refused('badIntent');
  return chain;
};
const keyOf = (state: State): TestKey => {
  if (!state.key) throw new Refused('unknownKey');
  return state.key;
};

function address(state: State, params: Params) {
  const chain = chainOf(state, params.chain);
  const path = String(params.path);
  const { root: secp256k1, ed25519 } = keyOf(state);
  const publicKey = groupKeyAt({ secp256k1, ed25519 }, path);
  const said = state.lie ?? familyOf(chain).addressOf(chain, publicKey, path);
  const deployment = state.document === undefined ? '' : parsePolicy(state.document).deployment;
  const message = addressDigest({ deployment, keyGroup: keyOf(state).id, chain: chain.id, path, address: said });
  return {
    address: said,
    publicKey: Buffer.from(publicKey).toString('hex'),
    attestation: signWith(state.identity, message),
  };
}

function open(state: State, params: Params) {
  const text = String(params.intent);
  const intent = parseIntent(text);
  if (state.closed.has(text)) throw new Refused('intentClosed');
  const chain = chainOf(state, intent.chain);
  const key = keyOf(state);
  const unsigned = familyOf(chain).build(chain, intent, params.plan as Plan, (path) =>
    groupKeyAt({ secp256k1: key.root, ed25519: key.ed25519 }, path),
  );
  state.sessions.set(String(params.session), {
    intent: text,
    signatures: unsigned.sighashes.map((asked) => signatureToWire(key.sign(asked))),
  });
  state.signed.push(text);
  return { hello: { party: state.id, ephemeral: '00'.repeat(32), nonce: '00'.repeat(32), signature: '00'.repeat(64) } };
}

/** It takes part in signing with the first step of a session. */
function close(state: State, { intent }: Params) {
  const text = String(intent);
  if (!state.given.has(text)) state.closed.add(text);
  return { closed: state.closed.has(text) };
}

function step(state: State, params: Params) {
  const session = state.sessions.get(String(params.session));
  if (!session) throw new Refused('unknownSession');
  if (state.closed.has(session.intent)) throw new Refused('intentClosed');
  state.given.add(session.intent);
  return { outbound: [], signatures: session.signatures, done: true };
}

async function events(state: State, params: Params) {
  const after = Number(params.after);
  const fresh = () => state.events.filter(({ seq }) => seq > after);
  if (fresh().length === 0)
    await new Promise<void>((done) => {
      const wake = () => {
        clearTimeout(timer);
        state.waiters.delete(wake);
        done();
      };
      const timer = setTimeout(wake, Math.min(Number(params.waitMs), 25_000));
      state.waiters.add(wake);
    });
  return { events: fresh(), next: state.events.length };
}

function witness({ seen, server, identity, id }: State, params: Params, keep: (seen: Seen) => void): object {
  const log = logKey(Buffer.from(server.identity, 'hex'));
  const answer = considerCheckpoint(seen, params as unknown as WitnessRequest, log);
  if (answer.state === 'forked') throw new Refused('logForked');
  if (answer.state === 'elsewhere') return { size: answer.size };
  keep(answer.seen);
  const seconds = Math.floor(Date.now() / 1000);
  const key = witnessKey(id, identity.sign.public);
  return {
    size: answer.seen.size,
    cosignature: signatureLine(cosignCheckpoint(answer.checkpoint, key, identity.sign.secret, seconds)),
  };
}

const methods: Record<string, (state: State, params: Params) => unknown> = {
  asset: (state, { chain, contract }) => {
    const found = state.chains.find(({ id }) => id === chain)?.assets.find((one) => one.contract === contract);
    return { asset: found ? { symbol: found.symbol, decimals: found.decimals } : null };
  },
  health,
  address,
  events,
  witness: (state, params) =>
    witness(state, params, (seen) => {
      state.seen = seen;
    }),
  close,
  'sign.open': open,
  announce: (state, { intent }) => {
    const text = String(intent);
    state.announced.set(parseIntent(text).id, text);
    return {};
  },
  policy: ({ document }) => {
    if (document === undefined) throw new Refused('notInitialised');
    return { document, approvals: [] satisfies Approval[] };
  },
  'sign.step': step,
};

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function answer(state: State, refusals: ReadonlyMap<string, string>, payload: Uint8Array): Promise<object> {
  const { method, params } = JSON.parse(Buffer.from(payload).toString('utf8')) as { method: string; params: Params };
  return answerTo(state, refusals, method, params);
}

async function answerTo(
  state: State,
  refusals: ReadonlyMap<string, string>,
  method: string,
  params: Params,
): Promise<object> {
  try {
    if (method === 'announceAll') {
      const all = params.announcements as Params[];
      return { answers: await Promise.all(all.map((one) => answerTo(state, refusals, 'announce', one))) };
    }
    const forced = refusals.get(method);
    const handle = methods[method];
    if (forced !== undefined || !handle) throw new Refused(forced ?? 'unknownMethod');
    return (await handle(state, params)) as object;
  } catch (error) {
    const code = error instanceof Refused ? error.message : 'badIntent';
    return { error: { code, message: error instanceof Error ? error.message : code } };
  }
}

export interface TestSignerOptions {
  readonly id: string;
  /** The only peer it talks to. */
  readonly server: PeerKeys;
  readonly chains: readonly ChainConfig[];
}

const newState = ({ id, server, chains }: TestSignerOptions): State => ({
  id,
  identity: newIdentity(),
  chains,
  document: undefined,
  key: undefined,
  active: false,
  lie: undefined,
  announced: new Map(),
  signed: [],
  events: [],
  sessions: new Map(),
  given: new Set(),
  closed: new Set(),
  waiters: new Set(),
  server,
  seen: undefined,
});

/** The channel over HTTP on a free port. While it is down it ends every connection. */
async function serve(state: State, refusals: ReadonlyMap<string, string>, isDown: () => boolean) {
  const http = createServer((request, response) => {
    const reply = async (): Promise<void> => {
      if (isDown()) throw new Error('down');
      const opened = openRequest(state.identity, { server: state.server }, await bodyOf(request));
      response.end(opened.reply(Buffer.from(JSON.stringify(await answer(state, refusals, opened.payload)))));
    };
    reply().catch(() => request.socket.destroy());
  });
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  return http;
}

const wakeAll = ({ waiters }: State): void => {
  for (const wake of [...waiters]) wake();
};

/** What a test does to it. */
const controlsOf = (state: State, refusals: Map<string, string>) => ({
  initialise: (document: string) => {
    state.document = document;
  },
  hold: (key: TestKey, active = true) => {
    state.key = key;
    state.active = active;
  },
  emit: (event: EventBody) => {
    state.events.push({ ...event, seq: state.events.length + 1 } as SignerEvent);
    wakeAll(state);
  },
  refuse: (method: string, code: string | undefined) => {
    if (code === undefined) refusals.delete(method);
    else refusals.set(method, code);
  },
  lieAboutAddresses: (said: string | undefined) => {
    state.lie = said;
  },
  seen: (log: Seen | undefined) => {
    state.seen = log;
  },
});

export async function startTestSigner(options: TestSignerOptions): Promise<TestSigner> {
  const state = newState(options);
  const { id, identity, announced, signed } = state;
  const refusals = new Map<string, string>();
  let down = false;
  const http = await serve(state, refusals, () => down);
  const { port } = http.address() as AddressInfo;
  return {
    id,
    name: `Signer ${id}`,
    url: `http://127.0.0.1:${port}`,
    origin: `http://localhost:${port}`,
    identity,
    announced,
    signed,
    ...controlsOf(state, refusals),
    setDown: (value) => {
      down = value;
    },
    async close() {
      wakeAll(state);
      http.closeAllConnections();
      await new Promise((done) => http.close(done));
    },
  };
}

/** As a server's configuration lists it. */
export const signerConfig = ({ id, name, url, origin, identity }: TestSigner) => ({
  id,
  name,
  url,
  origin,
  ...publicKeysOf(identity),
});
