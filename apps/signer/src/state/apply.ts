import {
  type Approval,
  applyBookChange,
  graceAfter,
  parseBookChange,
  parseIntent,
  parsePolicy,
  policyHash,
} from '@holdfast/policy';
import { announce, forgetOld } from './announced.ts';
import { count, noteBid, uncount } from './counters.ts';
import { boundBy, type Decision, type Entry, type PeerLog, paymentOf } from './entries.ts';
import { takeOrder } from './freezes.ts';
import { change, grant } from './grants.ts';
import { remember, settle } from './names.ts';
import { letGo, notePaid, noteSent, settle as settlePayments } from './open.ts';
import { countOpening, countSigned } from './openings.ts';
import { requestKey, type SignerState } from './state.ts';

/** Keys under which a decision binds what it pays with. */
export const boundKeys = ({ conflict }: Decision): readonly string[] => boundBy(conflict);

/** A share left this signer: how often, and of which generation. */
function countExport(
  state: SignerState,
  { keyGroup, epoch, at }: { readonly keyGroup: string; readonly epoch: number; readonly at: number },
): void {
  state.exported.set(keyGroup, { count: (state.exported.get(keyGroup)?.count ?? 0) + 1, epoch, at });
}

/** A payment that is decided again at a higher price, and of which no signature can exist, counts by what it is worth by then. */
function recount(state: SignerState, decision: Decision, before: Decision, at: number): void {
  const rose = (now = '0', then = now): boolean => BigInt(now) > BigInt(then);
  if (state.exposed.has(decision.id)) return;
  const besideRose = decision.beside?.some(({ cents }, i) => rose(cents, before.beside?.[i]?.cents));
  if (!rose(decision.cents, before.cents) && !rose(decision.feeCents, before.feeCents) && !besideRose) return;
  uncount(state, paymentOf(decision));
  count(state, decision, at);
}

/** It takes the place of whatever attempt was the newest, in the counters too: the fee counts as the highest. */
function follow(state: SignerState, decision: Decision, payment: string): void {
  const last = state.attempts.get(payment) ?? state.decided.get(payment);
  const expires = Math.max(decision.expires, last?.expires ?? 0);
  state.attempts.set(payment, { id: decision.id, fee: decision.fee ?? '0', expires });
}

/** What it makes for another intent is bound to that one before there is any. */
function reserve(state: SignerState, { conflict, expires }: Decision): void {
  if (!('inputs' in conflict) || !conflict.makes || state.made.has(conflict.makes.outpoint)) return;
  state.bound.set(conflict.makes.outpoint, conflict.makes.for);
  state.made.set(conflict.makes.outpoint, expires);
}

/** Decided for the first time: what was counted of the payment before is a part of it. */
function countAnew(state: SignerState, entry: Extract<Entry, { type: 'decided' }>): void {
  const { attemptOf } = entry.decision;
  if (attemptOf === undefined) noteSent(state, entry);
  else uncount(state, attemptOf);
  // From now on it counts at the time of this row: windows that reach back to it have all of it.
  if (entry.decision.batch) uncount(state, entry.decision.batch.id);
  count(state, entry.decision, entry.at);
}

/** The batch's id and request stand for it from its first row on. */
function noteBatch(state: SignerState, { id: row, batch, workspace, initiator, request }: Decision): void {
  if (!batch) return;
  const { id, digest } = batch;
  state.batches.set(id, { digest, row, exposed: state.batches.get(id)?.exposed ?? false });
  if (initiator && request) state.requests.set(requestKey({ workspace, initiator, request }), id);
  settle(state.names, id);
}

/** My part of it leaves: of a row also of its batch. */
function expose(state: SignerState, id: string): void {
  state.exposed.add(id);
  const batch = state.decided.get(id)?.batch?.id;
  const known = batch === undefined ? undefined : state.batches.get(batch);
  if (batch !== undefined && known) state.batches.set(batch, { ...known, exposed: true });
  const decision = state.decided.get(id);
  if (decision) notePaid(state, decision);
  letGo(state, id);
}

function decide(state: SignerState, entry: Extract<Entry, { type: 'decided' }>): void {
  const { decision } = entry;
  countOpening(state.openings, entry, entry.at);
  const before = state.decided.get(decision.id);
  state.decided.set(decision.id, decision);
  const { workspace, initiator, request } = decision;
  if (initiator && request && !decision.batch)
    state.requests.set(requestKey({ workspace, initiator, request }), decision.id);
  settle(state.names, decision.id);
  for (const key of boundKeys(decision)) state.bound.set(key, decision.id);
  reserve(state, decision);
  state.workspaces.set(decision.wallet, decision.workspace);
  if (decision.attemptOf !== undefined) follow(state, decision, decision.attemptOf);
  // Given up while it was being admitted: it is never made.
  const isClosed = state.closed.has(decision.id) || state.closed.has(decision.batch?.id ?? '');
  if (!isClosed && before) recount(state, decision, before, entry.at);
  else if (!isClosed) countAnew(state, entry);
  noteBatch(state, decision);
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

/** A looser address book is seen now, by the clock of this signer: what was in force goes on counting from here, also for whoever comes late. */
function setPolicy(state: SignerState, text: string, approvals: readonly Approval[], at: number): void {
  const document = parsePolicy(text);
  const before = state.policy?.document.book ?? document.book;
  state.held = graceAfter(state.held, before, document.book, at);
  state.policy = { text, document, hash: policyHash(document), approvals };
}

/** A change is in force: what this signer said of the next one is over. */
function take(state: SignerState, intent: string): void {
  const { id } = parseIntent(intent);
  if (state.announced.has(id)) state.taken.add(id);
  state.ready = undefined;
}

/** A stop of its own, not before anything that this signer has written down, whatever its clock says. */
function freeze(state: SignerState, { at, by, reason, proof }: Extract<Entry, { type: 'frozen' }>): void {
  state.frozen = { at: Math.max(at, state.lastAt), by, reason, ...(proof ? { proof } : {}) };
  state.stops += 1;
  if (proof) takeOrder(state.freezes, proof, at);
}

type Handlers = { [T in Entry['type']]: (state: SignerState, entry: Extract<Entry, { type: T }>) => void };

const handlers: Handlers = {
  identity: (state, entry) => {
    state.identity = entry.identity;
  },
  genesis: (state, entry) => setPolicy(state, entry.document, [entry.proof], entry.at),
  announced: announce,
  risen: (state, { id, prices }) => {
    const seen = state.announced.get(id);
    if (seen) Object.assign(seen, { risen: prices, rises: (seen.rises ?? 0) + 1 });
  },
  approval: (state, entry) => {
    state.announced.get(entry.intentId)?.approvals.push(entry.approval);
  },
  groupPending: (state, entry) => {
    state.pending = entry.group;
  },
  groupActive: (state, entry) => activate(state, entry.group),
  decided: decide,
  exposed: (state, entry) => expose(state, entry.id),
  settled: (state, { ids }) => settlePayments(state, ids),
  closed: (state, { id, digest, expires, at }) => {
    forgetOld(state, at);
    state.closed.add(id);
    // What was let go of an earlier attempt counts on, as much as this one might have cost.
    if (state.decided.get(id)?.attemptOf === undefined) uncount(state, id);
    if (!state.decided.has(id)) remember(state.names, id, { digest, expires }, at);
  },
  signed: (state, entry) => {
    state.signed.add(entry.id);
    countSigned(state.openings, entry.id);
    noteBid(state, entry.id);
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
    setPolicy(state, entry.document, entry.approvals, entry.at);
    take(state, entry.intent);
    state.readied.clear();
    // Orders under the earlier rules are refused by that alone.
    state.freezes.clear();
  },
  book: (state, { change, intent, at }) => {
    changeBook(state, change, at);
    take(state, intent);
  },
  frozen: freeze,
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
