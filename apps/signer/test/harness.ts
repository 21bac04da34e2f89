import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childPublicKey, type Plan, rulesOf, type SignedTx } from '@holdfast/chains';
import { type Hello, type Identity, newIdentity, type PeerKeys, publicKeysOf, sealRequest } from '@holdfast/channel';
import { provePossession } from '@holdfast/mpc';
import {
  type Approval,
  bodyHash,
  canonicalText,
  type Intent,
  intentDigest,
  intentText,
  type KeygenRequest,
  type PolicyDocument,
  policyHash,
  policyText,
} from '@holdfast/policy';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Step } from '../src/admission/types.ts';
import { type Signer, startSigner } from '../src/app.ts';
import { possessionContext } from '../src/ceremony/group.ts';
import { type CeremonyResult, createCeremonyParty } from '../src/ceremony/party.ts';
import type { SignerConfig } from '../src/config.ts';
import { setupMac } from '../src/genesis.ts';
import { initSigner } from '../src/init.ts';
import { type Outbound, startRelay } from '../src/signing/relay.ts';
import type { SignStepReply } from '../src/signing/session.ts';
import type { KeyGroupPublic } from '../src/state/entries.ts';
import {
  baseIntent,
  btcPayee,
  decide,
  decideOn,
  evmPayee,
  fundingTx,
  newMember,
  p2wpkh,
  type TestMember,
  testChains,
} from './fixtures.ts';

/** Cheap for tests only; the cost is stored beside the wrapped key. */
export const testKdf = { memory: 64, passes: 1 };
export const passphrase = 'test passphrase, long enough';
export const setupCode = 'TEST-TEST-TEST-TEST';

export interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown> & { error?: { code: string } };
}

/** How a test reaches one signer, in this process or another. */
export interface Link {
  readonly id: string;
  readonly keys: PeerKeys;
  /** Base URL without a slash at the end. */
  url: string;
}

export interface Place extends Link {
  readonly dir: string;
  readonly config: SignerConfig;
  signer: Signer | undefined;
}

export interface Pair {
  readonly dir: string;
  readonly server: Identity;
  readonly places: readonly Place[];
  now: number;
  stop(): Promise<void>;
}

export interface PairOptions {
  readonly config?: Partial<SignerConfig>;
  readonly steps?: readonly Step[];
}

export const originOf = (id: string): string => `http://localhost:1700${id}`;

/** Makes the folders and configurations of two signers. */
export async function preparePair(options: PairOptions = {}): Promise<Pair> {
  const dir = mkdtempSync(join(tmpdir(), 'holdfast-signer-'));
  const server = newIdentity();
  const made = await Promise.all(
    ['1', '2'].map(async (id) => ({ id, keys: await initSigner(join(dir, id), passphrase, testKdf) })),
  );
  const places = made.map(({ id, keys }): Place => {
    const peers = made
      .filter((other) => other.id !== id)
      .map((other) => ({ id: other.id, name: `Signer ${other.id}`, origin: originOf(other.id), ...other.keys }));
    const config: SignerConfig = {
      id,
      name: `Signer ${id}`,
      listen: { host: '127.0.0.1', port: 0 },
      origin: originOf(id),
      dataDir: join(dir, id),
      passphraseFile: join(dir, `${id}.passphrase`),
      setupCodeFile: join(dir, `${id}.code`),
      server: publicKeysOf(server),
      peers,
      chains: testChains as SignerConfig['chains'],
      pages: { approver: join(dir, 'no-pages'), ceremony: join(dir, 'no-pages') },
      ...options.config,
    };
    return { id, keys, dir: join(dir, id), config, url: '', signer: undefined };
  });
  const pair: Pair = {
    dir,
    server,
    places,
    now: 0,
    stop: async () => {
      await Promise.all(places.map((place) => place.signer?.stop()));
      rmSync(dir, { recursive: true, force: true });
    },
  };
  return pair;
}

/** Starts (or starts again) one signer in this process. Its clock is the real one, moved by `pair.now`. */
export async function startPlace(pair: Pair, place: Place, steps?: readonly Step[]): Promise<void> {
  const now = (): number => Date.now() + pair.now;
  place.signer = await startSigner({ config: place.config, passphrase, setupCode, now, ...(steps ? { steps } : {}) });
  place.url = `http://127.0.0.1:${place.signer.port}`;
}

export async function startPair(options: PairOptions = {}): Promise<Pair> {
  const pair = await preparePair(options);
  for (const place of pair.places) await startPlace(pair, place, options.steps);
  return pair;
}

/** One call of the server over the sealed channel. */
export async function call(
  pair: Pick<Pair, 'server' | 'now'>,
  link: Link,
  method: string,
  params: unknown,
  from: Identity = pair.server,
): Promise<Record<string, unknown> & { error?: { code: string } }> {
  const request = { id: randomUUID(), time: Date.now() + pair.now, method, params };
  const sealed = sealRequest(from, link.keys, utf8ToBytes(JSON.stringify(request)));
  const response = await fetch(`${link.url}/channel`, { method: 'POST', body: new Uint8Array(sealed.message) });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const plain = response.ok ? sealed.openReply(bytes) : bytes;
  return JSON.parse(new TextDecoder().decode(plain)) as Record<string, unknown>;
}

export async function must<T>(reply: Promise<Record<string, unknown> & { error?: { code: string } }>): Promise<T> {
  const value = await reply;
  if (value.error) throw new Error(`refused: ${value.error.code}`);
  return value as T;
}

/** A request of a page at the approval origin. */
export async function ask(
  link: Link,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const init =
    body === undefined
      ? { method, headers }
      : { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
  const response = await fetch(`${link.url}${path}`, init);
  return { status: response.status, body: (await response.json()) as Reply['body'] };
}

export async function asked<T>(reply: Promise<Reply>): Promise<T> {
  const { body } = await reply;
  if (body.error) throw new Error(`refused: ${body.error.code}`);
  return body as T;
}

/** A policy with an owner alone, or with an owner and others of whom one must approve. */
export function newPolicy(
  pair: Pick<Pair, 'places'>,
  members: readonly TestMember[],
  approvers: readonly string[],
): PolicyDocument {
  return {
    v: '1',
    domain: 'holdfast/policy/v1',
    deployment: randomBytes(32).toString('hex'),
    id: 'policy',
    version: '1',
    prev: '',
    members: members.map(({ member }) => member),
    strategies: [
      { wallet: '*', signProtection: 'on', nodes: [{ name: 'approve', approvers: [...approvers], threshold: '1' }] },
    ],
    signers: pair.places.map(({ id, keys }) => ({ id, name: `Signer ${id}`, ...keys, origin: originOf(id) })),
  };
}

export function genesisBody(policy: PolicyDocument, owner: TestMember, code = setupCode) {
  const hash = policyHash(policy);
  return { document: policyText(policy), mac: setupMac(code, hash), proof: decideOn(hash, owner, 'approve') };
}

export async function genesis(pair: Pair, policy: PolicyDocument, owner: TestMember): Promise<void> {
  for (const place of pair.places) await asked(ask(place, 'POST', '/api/genesis', genesisBody(policy, owner)));
}

export interface CeremonyRun {
  readonly ceremony: string;
  readonly group: KeyGroupPublic;
  /** What the recovery party takes away. */
  readonly kit: CeremonyResult;
  readonly possession: { readonly secp256k1: string; readonly ed25519: string };
}

export function keygenIntent(policy: PolicyDocument, initiator: string, now = Date.now()) {
  const recovery = newIdentity();
  const request: KeygenRequest = {
    v: '1',
    domain: 'holdfast/keygen/v1',
    deployment: policy.deployment,
    ceremony: randomUUID(),
    threshold: '2',
    parties: ['1', '2', '3'],
    recovery: publicKeysOf(recovery),
  };
  const intent: Intent = { ...baseIntent(policy, initiator, now), kind: 'keygen', body: bodyHash(request) };
  return { recovery, request, intent };
}

interface Mail {
  readonly from: string;
  readonly to: string;
  readonly box: string;
}
interface StepReply {
  readonly outbound: Outbound;
  readonly done: boolean;
  readonly group?: KeyGroupPublic;
}

const addressed = (mail: readonly Mail[], id: string) =>
  mail.filter(({ to }) => to === id).map(({ from, box }) => ({ from, box }));
const numbered = <T>(map: ReadonlyMap<string, T>): Map<number, T> =>
  new Map([...map].map(([key, value]) => [Number(key), value]));
const named = <T>(map: ReadonlyMap<number, T>): Map<string, T> =>
  new Map([...map].map(([key, value]) => [String(key), value]));

/** The recovery party as the page plays it. */
function recoveryParty(links: readonly Link[], recovery: Identity, request: KeygenRequest, intent: Intent) {
  const keys = { ...Object.fromEntries(links.map(({ id, keys: own }) => [id, own])), 3: request.recovery };
  const relay = startRelay({ identity: recovery, me: '3', keys, context: intentDigest(intent) });
  let kit: CeremonyResult | undefined;
  return {
    hello: relay.hello,
    kit: () => kit,
    begin(hellos: readonly Hello[]) {
      const session = relay.open(hellos);
      const party = createCeremonyParty({ me: 3, parties: [1, 2, 3], threshold: 2, pairWith: [], session: session.id });
      const mail = (round: number, out: ReadonlyMap<number, Uint8Array>): Mail[] =>
        relay.send(session, round, named(out)).map((box) => ({ from: '3', ...box }));
      const next = (round: number, inbound: { from: string; box: string }[]): Mail[] => {
        if (kit) return [];
        const step = party.step(numbered(relay.receive(session, round, { inbound }, ['1', '2'])));
        if (!step.done) return mail(round + 1, step.out);
        kit = step.result;
        return [];
      };
      return { first: mail(1, party.start().out), next };
    },
  };
}

/** The owner asks and, being alone, approves; with others, they approve. */
const consent = (intent: Intent, owner: TestMember, others: readonly TestMember[] | undefined): Approval[] =>
  others
    ? [decide(intent, owner, 'initiate'), ...others.map((member) => decide(intent, member, 'approve'))]
    : [decide(intent, owner, 'approve')];

export interface CeremonyOptions {
  readonly approvals?: readonly Approval[];
  /** Members who approve beside the owner who asks. */
  readonly approvedBy?: readonly TestMember[];
  /** Breaks off before this round. */
  readonly stopAt?: number;
}

/** Runs a key ceremony as the page does: it is party 3, and carries the boxes between the signers. Stops before `confirm`. */
export async function runCeremony(
  links: readonly Link[],
  policy: PolicyDocument,
  owner: TestMember,
  options: CeremonyOptions = {},
): Promise<CeremonyRun> {
  const { recovery, request, intent } = keygenIntent(policy, owner.member.id);
  const { ceremony } = request;
  const me = recoveryParty(links, recovery, request, intent);
  const approvals = options.approvals ?? consent(intent, owner, options.approvedBy);
  const opening = { intent: intentText(intent), request: canonicalText(request), approvals };
  const opened = await Promise.all(
    links.map((link) => asked<{ hello: Hello }>(ask(link, 'POST', '/api/keygen/open', opening))),
  );
  const hellos = [...opened.map(({ hello }) => hello), me.hello];
  const stepAll = async (body: (link: Link) => object) => {
    const replies = await Promise.all(
      links.map((link) => asked<StepReply>(ask(link, 'POST', '/api/keygen/step', { ceremony, ...body(link) }))),
    );
    const mail = replies.flatMap(({ outbound }, i) => outbound.map((box) => ({ from: links[i]?.id ?? '', ...box })));
    return { replies, mail };
  };
  const { first, next } = me.begin(hellos);
  let { replies, mail } = await stepAll(() => ({ hellos, inbound: [] }));
  mail = [...mail, ...first];
  for (let round = 1; !replies.every(({ done }) => done); round++) {
    if (round === options.stopAt) throw new Error('broken off');
    const current = mail;
    const own = next(round, addressed(current, '3'));
    ({ replies, mail } = await stepAll((link) => ({ inbound: addressed(current, link.id) })));
    mail = [...mail, ...own];
  }
  const [group, kit] = [replies[0]?.group, me.kit()];
  if (!group || !kit || replies[1]?.group?.id !== group.id) throw new Error('the ceremony gave different groups');
  const context = possessionContext(ceremony, group.id);
  const prove = (curve: 'secp256k1' | 'ed25519'): string => bytesToHex(provePossession(kit[curve], context));
  return { ceremony, group, kit, possession: { secp256k1: prove('secp256k1'), ed25519: prove('ed25519') } };
}

export async function confirm(links: readonly Link[], { ceremony, possession }: CeremonyRun): Promise<KeyGroupPublic> {
  const replies = await Promise.all(
    links.map((link) =>
      asked<{ group: KeyGroupPublic }>(ask(link, 'POST', '/api/keygen/confirm', { ceremony, possession })),
    ),
  );
  const [first] = replies;
  if (!first) throw new Error('no signer');
  return first.group;
}

/** A pair that is set up: a policy, an owner alone, and an active key group. */
export interface Ready {
  readonly pair: Pair;
  readonly owner: TestMember;
  readonly policy: PolicyDocument;
  readonly group: KeyGroupPublic;
}

export async function readyPair(options: PairOptions = {}): Promise<Ready> {
  const pair = await startPair(options);
  const owner = newMember('owner', 'owner');
  const policy = newPolicy(pair, [owner], ['owner']);
  await genesis(pair, policy, owner);
  const group = await confirm(pair.places, await runCeremony(pair.places, policy, owner));
  return { pair, owner, policy, group };
}

type Family = 'evm' | 'bitcoin';
const chainOf = (family: Family) => {
  const chain = testChains.find((candidate) => candidate.family === family);
  if (!chain) throw new Error('no such chain');
  return chain;
};

export const addressAt = (group: KeyGroupPublic, family: Family, path: string): string =>
  rulesOf(chainOf(family)).addressOf(chainOf(family), childPublicKey(group.secp256k1, path));

/** A payment from sub-wallet 7 of workspace 1. */
export function transfer(
  ready: Pick<Ready, 'policy' | 'group' | 'owner'>,
  family: Family,
  overrides: Partial<Intent> = {},
): Intent {
  const chain = chainOf(family);
  const path = family === 'evm' ? 'm/60/7/0/0' : 'm/0/7/0/0';
  const native = { symbol: chain.baseSymbol, contract: '', decimals: family === 'evm' ? '18' : '8' };
  return {
    ...baseIntent(ready.policy, ready.owner.member.id, Date.now()),
    workspace: '1',
    wallet: '7',
    keyGroup: ready.group.id,
    path,
    chain: chain.id,
    asset: native,
    feeAsset: native,
    from: addressAt(ready.group, family, path),
    outputs: [
      {
        address: family === 'evm' ? evmPayee : btcPayee,
        amount: family === 'evm' ? '1000000000000000' : '50000',
        memo: '',
        entry: '',
      },
    ],
    maxFee: family === 'evm' ? '10000000000000000' : '100000',
    conflict: family === 'evm' ? 'evm-nonce' : 'bitcoin-inputs',
    ...overrides,
  };
}

export interface SignRequest {
  readonly intent: Intent;
  readonly approvals: readonly Approval[];
  readonly plan: Plan;
}

export const openParams = ({ intent, approvals, plan }: SignRequest, session: string) => ({
  session,
  intent: intentText(intent),
  attachments: {},
  approvals,
  plan,
  parties: ['1', '2'],
});

type Caller = Pick<Pair, 'server' | 'now'>;

/** Has both signers sign, relaying between them as the server does. @returns what each of them released */
export async function signBoth(
  caller: Caller,
  links: readonly Link[],
  request: SignRequest,
  session: string = randomUUID(),
): Promise<SignStepReply[]> {
  const params = openParams(request, session);
  const opened = await Promise.all(
    links.map((link) => must<{ hello: Hello }>(call(caller, link, 'sign.open', params))),
  );
  const hellos = opened.map(({ hello }) => hello);
  const stepAll = (body: (i: number) => object) =>
    Promise.all(links.map((link, i) => must<SignStepReply>(call(caller, link, 'sign.step', { session, ...body(i) }))));
  let replies = await stepAll(() => ({ hellos, inbound: [] }));
  for (let round = 1; !replies.every(({ done }) => done); round++) {
    if (round > 10) throw new Error('the session does not end');
    const mail = replies.flatMap(({ outbound }, i) => outbound.map((box) => ({ from: links[i]?.id ?? '', ...box })));
    replies = await stepAll((i) => ({ inbound: addressed(mail, links[i]?.id ?? '') }));
  }
  return replies;
}

/** The signed transaction, put together as the server does from what a signer released. */
export function assemble(group: KeyGroupPublic, { intent, plan }: SignRequest, reply: SignStepReply): SignedTx {
  const chain = chainOf(plan.family);
  const rules = rulesOf(chain);
  const unsigned = rules.build(chain, intent, plan, (path) => childPublicKey(group.secp256k1, path));
  const signatures = (reply.signatures ?? []).map(({ r, s, recid }) => ({
    r: BigInt(`0x${r}`),
    s: BigInt(`0x${s}`),
    recid,
  }));
  return rules.attach(chain, unsigned, signatures);
}

/** Coins of sub-wallet 7 at a path, `salt` making each another one. */
export function coin(group: KeyGroupPublic, path: string, sats: bigint, salt: number) {
  return { path, ...fundingTx(p2wpkh(childPublicKey(group.secp256k1, path)), sats, salt) };
}
