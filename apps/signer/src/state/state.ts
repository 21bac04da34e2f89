import type { Seen } from '@holdfast/audit';
import {
  type Approval,
  applyBookChange,
  type Book,
  createSpendings,
  emptyBook,
  type Freeze,
  type Intent,
  intentDigestHex,
  type PolicyDocument,
  parseBookChange,
  parseIntent,
  parsePolicy,
  policyHash,
  type SignedQuote,
  type Spendings,
} from '@holdfast/policy';
import type { Attachments, Decision, Entry, PeerLog, StoredGroup } from './entries.ts';
import { change, type Grants, grant, isPending } from './grants.ts';
import { type Names, noNames, remember, settle, sweep } from './names.ts';

export interface Announced {
  readonly intent: Intent;
  readonly text: string;
  readonly digest: string;
  readonly attachments: Attachments;
  readonly remark: string;
  readonly approvals: Approval[];
  /** When this signer first saw it. */
  readonly at: number;
  /** What the signers said then that its asset was worth. */
  readonly quotes: readonly SignedQuote[];
}

export interface PolicyInForce {
  readonly text: string;
  readonly document: PolicyDocument;
  readonly hash: string;
  /** What authorised it: the genesis proof, or the approvals of the change. */
  readonly approvals: readonly Approval[];
}

/** How often this signer's shares of a key group were given out, and when last and of which epoch. */
export interface Exports {
  readonly count: number;
  readonly epoch: number;
  readonly at: number;
}

/** Since when nothing is signed, and who said so: a member by `proof`, or the server, whose word `by` and `reason` then are. */
export interface Frozen {
  readonly at: number;
  readonly by: string;
  readonly reason: string;
  readonly proof?: Freeze;
}

export interface Spending {
  readonly at: number;
  readonly amount: bigint;
}

export interface SignerState {
  identity: string | undefined;
  policy: PolicyInForce | undefined;
  readonly announced: Map<string, Announced>;
  /** Characters held by the announced. */
  announcedSize: number;
  /** digest → intent id, of the announced. */
  readonly digests: Map<string, string>;
  readonly names: Names;
  readonly groups: Map<string, StoredGroup>;
  pending: StoredGroup | undefined;
  readonly decided: Map<string, Decision>;
  /** Intents for which a session has begun: from then on a signature may exist somewhere. */
  readonly exposed: Set<string>;
  /** Intents of which this signer has released a signature. */
  readonly signed: Set<string>;
  /** `chain|account|nonce` or `chain|outpoint` → intent id that may use it. */
  readonly bound: Map<string, string>;
  /** wallet → workspace: a sub-wallet never changes hands. */
  readonly workspaces: Map<string, string>;
  /** `wallet|chain|contract` → what left it within the window. */
  readonly spent: Map<string, Spending[]>;
  /** What was let through, as the rules' windows count it. */
  readonly spendings: Spendings;
  /** The address book as the members approved it. */
  book: Book;
  /** The change that this signer last said it is ready for. */
  ready: { readonly body: string; readonly at: number } | undefined;
  /** Digests of all it was ever ready for under the rules in force. */
  readonly readied: Set<string>;
  /** Ids of the announced whose change is in force here. */
  readonly taken: Set<string>;
  frozen: Frozen | undefined;
  readonly quarantined: Map<string, string>;
  /** key group → its exports. */
  readonly exported: Map<string, Exports>;
  /** intent id → approved request for key material. */
  readonly grants: Grants;
  /** log → how far this signer has vouched for it. */
  readonly witnessed: Map<string, Seen>;
  /** The furthest log of each peer this signer has ever seen. */
  readonly peers: Map<string, PeerLog>;
  /** Journal indices of what the server is told, in order: an event's seq is its place here plus one. */
  readonly events: number[];
  /** Time of the newest entry. */
  lastAt: number;
}

export const emptyState = (): SignerState => ({
  identity: undefined,
  policy: undefined,
  announced: new Map(),
  announcedSize: 0,
  digests: new Map(),
  names: noNames(),
  groups: new Map(),
  pending: undefined,
  decided: new Map(),
  exposed: new Set(),
  signed: new Set(),
  bound: new Map(),
  workspaces: new Map(),
  spent: new Map(),
  spendings: createSpendings(),
  book: emptyBook,
  ready: undefined,
  readied: new Set(),
  taken: new Set(),
  frozen: undefined,
  quarantined: new Map(),
  exported: new Map(),
  grants: new Map(),
  witnessed: new Map(),
  peers: new Map(),
  events: [],
  lastAt: 0,
});

export const velocityWindowMs = 86_400_000;
const maxAnnounced = 20_000;
const maxAnnouncedSize = 67_108_864;

/** The digest that an intent id stands for, if it was used here and is not long over. */
export const digestOfId = (state: Readonly<SignerState>, id: string): string | undefined =>
  state.decided.get(id)?.digest ?? state.grants.get(id)?.digest ?? state.names.known.get(id)?.digest;

const sizeOf = (entry: { readonly attachments: Attachments; readonly remark: string }, intent: string): number =>
  intent.length +
  entry.remark.length +
  (entry.attachments.document?.length ?? 0) +
  (entry.attachments.request?.length ?? 0) +
  (entry.attachments.book?.length ?? 0) +
  (entry.attachments.export?.length ?? 0);

/** Must something be forgotten before one more is announced? */
export const isFull = (state: Readonly<SignerState>): boolean =>
  state.announced.size >= maxAnnounced || state.announcedSize >= maxAnnouncedSize;

/** Keys under which a decision binds what it pays with. */
export const boundKeys = ({ conflict }: Decision): readonly string[] =>
  conflict.family === 'evm' ? [conflict.lane] : conflict.inputs;

function drop(state: SignerState, id: string): void {
  const entry = state.announced.get(id);
  if (!entry) return;
  state.announced.delete(id);
  state.taken.delete(id);
  state.digests.delete(entry.digest);
  state.announcedSize -= sizeOf(entry, entry.text);
}

/** Key material that is on its way must stay there for members to look at and to refuse. */
function isKept({ grants }: SignerState, id: string, at: number): boolean {
  const known = grants.get(id);
  return known !== undefined && isPending(known, at);
}

/** Announced, and over: it may be forgotten. */
export const isOver = (state: SignerState, { intent }: Announced, at: number): boolean =>
  state.signed.has(intent.id) || (Number(intent.expires) < at && !isKept(state, intent.id, at));

function forgetOld(state: SignerState, at: number): void {
  for (const id of sweep(state.names, at)) if (!isKept(state, id, at)) drop(state, id);
  if (!isFull(state)) return;
  for (const [id, entry] of state.announced) if (isOver(state, entry, at)) drop(state, id);
}

/** A share left this signer: how often, and of which generation. */
function countExport(
  state: SignerState,
  { keyGroup, epoch, at }: { readonly keyGroup: string; readonly epoch: number; readonly at: number },
): void {
  state.exported.set(keyGroup, { count: (state.exported.get(keyGroup)?.count ?? 0) + 1, epoch, at });
}

function announce(state: SignerState, entry: Extract<Entry, { type: 'announced' }>): void {
  forgetOld(state, entry.at);
  const intent = parseIntent(entry.intent);
  const { attachments, remark, intent: source, quotes = [], at } = entry;
  const digest = intentDigestHex(intent);
  state.announced.set(intent.id, { intent, text: source, digest, attachments, remark, approvals: [], at, quotes });
  state.digests.set(digest, intent.id);
  if (!state.decided.has(intent.id))
    remember(state.names, intent.id, { digest, expires: Number(intent.expires) }, entry.at);
  state.announcedSize += sizeOf(entry, source);
}

function decide(state: SignerState, entry: Extract<Entry, { type: 'decided' }>): void {
  const { decision } = entry;
  const first = !state.decided.has(decision.id);
  state.decided.set(decision.id, decision);
  settle(state.names, decision.id);
  for (const key of boundKeys(decision)) state.bound.set(key, decision.id);
  state.workspaces.set(decision.wallet, decision.workspace);
  if (!first) return;
  const counter = `${decision.wallet}|${decision.asset}`;
  const recent = (state.spent.get(counter) ?? []).filter((spending) => spending.at > entry.at - velocityWindowMs);
  state.spent.set(counter, [...recent, { at: entry.at, amount: BigInt(decision.amount) }]);
  state.spendings.add({
    id: decision.id,
    at: entry.at,
    wallet: decision.wallet,
    member: decision.initiator ?? '',
    asset: decision.asset,
    units: BigInt(decision.amount),
    cents: decision.cents === undefined ? undefined : BigInt(decision.cents),
  });
}

/** Only changes that fitted were written; one that does not means that the journal is not ours. */
function changeBook(state: SignerState, change: string, at: number): void {
  const deployment = state.policy?.document.deployment ?? '';
  const next = applyBookChange(state.book, parseBookChange(change), deployment, at);
  if (typeof next === 'string') throw new Error(`the journal holds an address book change that does not fit: ${next}`);
  state.book = next;
}

function seePeers(state: SignerState, peers: Readonly<Record<string, PeerLog>>): void {
  for (const [party, log] of Object.entries(peers)) {
    const known = state.peers.get(party);
    if (!known || known.size < log.size) state.peers.set(party, log);
  }
}

function activate(state: SignerState, id: string): void {
  if (state.pending?.public.id !== id) return;
  state.groups.set(id, { ...state.pending, public: { ...state.pending.public, active: true } });
  state.pending = undefined;
}

function setPolicy(state: SignerState, text: string, approvals: readonly Approval[]): void {
  const document = parsePolicy(text);
  state.policy = { text, document, hash: policyHash(document), approvals };
}

/** A change is in force: what this signer said of the next one is over. */
function take(state: SignerState, intent: string): void {
  const { id } = parseIntent(intent);
  if (state.announced.has(id)) state.taken.add(id);
  state.ready = undefined;
}

type Handlers = { [T in Entry['type']]: (state: SignerState, entry: Extract<Entry, { type: T }>) => void };

const handlers: Handlers = {
  identity: (state, entry) => {
    state.identity = entry.identity;
  },
  genesis: (state, entry) => setPolicy(state, entry.document, [entry.proof]),
  announced: announce,
  approval: (state, entry) => {
    state.announced.get(entry.intentId)?.approvals.push(entry.approval);
  },
  groupPending: (state, entry) => {
    state.pending = entry.group;
  },
  groupActive: (state, entry) => activate(state, entry.group),
  decided: decide,
  exposed: (state, entry) => {
    state.exposed.add(entry.id);
  },
  signed: (state, entry) => {
    state.signed.add(entry.id);
    seePeers(state, entry.peers);
  },
  quarantined: (state, entry) => {
    state.quarantined.set(entry.keyGroup, entry.reason);
  },
  exported: countExport,
  exportGranted: (state, entry) => grant(state.grants, entry),
  exportRefused: (state, { id, by }) => change(state.grants, id, (known) => ({ ...known, refusedBy: by })),
  exportCleared: (state, { id, at }) => change(state.grants, id, (known) => ({ ...known, clearedAt: at })),
  exportTaken: (state, entry) => {
    change(state.grants, entry.id, (known) => ({ ...known, taken: known.taken + 1 }));
    countExport(state, entry);
  },
  witnessed: (state, { log, size, root }) => {
    state.witnessed.set(log, { size, root });
  },
  readied: (state, { body, intent, at }) => {
    state.ready = { body, at };
    state.readied.add(intent);
  },
  policy: (state, entry) => {
    setPolicy(state, entry.document, entry.approvals);
    take(state, entry.intent);
    state.readied.clear();
  },
  book: (state, { change, intent, at }) => {
    changeBook(state, change, at);
    take(state, intent);
  },
  frozen: (state, { type: _, ...frozen }) => {
    state.frozen = frozen;
  },
  unfrozen: (state) => {
    state.frozen = undefined;
  },
};

const told: ReadonlySet<Entry['type']> = new Set([
  'genesis',
  'approval',
  'policy',
  'book',
  'groupActive',
  'frozen',
  'unfrozen',
  'exportGranted',
  'exportRefused',
  'exportTaken',
]);

/** Folds one journal entry into the state. Depends on nothing but the two: replaying a journal always gives the same state. */
export function apply(state: SignerState, entry: Entry, index: number): void {
  const handle = handlers[entry.type] as (state: SignerState, entry: Entry) => void;
  handle(state, entry);
  if (told.has(entry.type)) state.events.push(index);
  state.lastAt = Math.max(state.lastAt, entry.at);
}
