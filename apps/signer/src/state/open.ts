import {
  givesAllowance,
  hasSteps,
  type Intent,
  type IntentKind,
  isCall,
  isChild,
  isDeploy,
  isDisperse,
  isDrop,
  isInscription,
  isMessage,
  isSplit,
  movesCoins,
  movesStake,
  paysOutputs,
} from '@holdfast/policy';
import { type ConflictClass, type Decision, type Entry, paymentOf } from './entries.ts';
import { addRecent } from './recent.ts';

/**
 * Payments of which this signer has let its part go, and for which nobody stands yet. A signature of one may be kept back and be broadcast at any time
 * later, long after members were told that it failed. This signer sees no chain, so it cannot know. What it can do is to let at most one of two payments
 * be made (`excludes`), to tell members what else may be made, and to hold the server to one story of each.
 */
export interface OpenPayments {
  /** `accountOf` → ids. */
  readonly of: Map<string, Set<string>>;
  /** Intents that the server stands for: by its word they are being paid, or paid. */
  readonly settled: Set<string>;
  /** `payeeOf` → what was decided lately that pays it. */
  readonly to: Map<string, Sent[]>;
  /** `paidOf` → the first payment to it of which this signer has let its part go; no call of it, allowance for it or the like. */
  readonly first: Map<string, string>;
}
interface Sent {
  readonly id: string;
  readonly at: number;
}

/** How long pages go on telling of a payment to the same payee that the server stands for: as long as an intent can be valid. */
export const toldMs = 30 * 86_400_000;

export const noOpenPayments = (): OpenPayments => ({
  of: new Map(),
  settled: new Set(),
  to: new Map(),
  first: new Map(),
});

export const payeeOf = (workspace: string, address: string): string => `${workspace}|${address}`;

/**
 * Whom a payment pays: at many an exchange the memo says who that is, and a contract's address may be somebody else's on another network. Decisions of
 * earlier releases name no memo.
 */
export const paidOf = (
  { workspace, chain }: Pick<Intent, 'workspace' | 'chain'>,
  { address, memo = '' }: { readonly address: string; readonly memo?: string },
): string => [workspace, chain, address, memo].join('|');

/** The coins that payments of a sub-wallet on one chain are made of. */
export const accountOf = ({ chain, keyGroup, wallet }: Pick<Intent, 'chain' | 'keyGroup' | 'wallet'>): string =>
  `${chain}|${keyGroup}|${wallet}`;

/** What it does, where that is no payment of its coins to its payee alone. */
export const deedOf = ({ kind }: Pick<Intent, 'kind'>): { readonly kind?: IntentKind } =>
  movesStake({ kind }) ||
  isDrop({ kind }) ||
  isChild({ kind }) ||
  givesAllowance({ kind }) ||
  isCall({ kind }) ||
  isMessage({ kind }) ||
  isDeploy({ kind }) ||
  isDisperse({ kind }) ||
  isInscription({ kind }) ||
  hasSteps({ kind })
    ? { kind }
    : {};

/** Everything it pays stays in its own sub-wallet, by what it says of the paths: it can be made beside any other without anybody being paid twice. */
export const paysItself = ({ outputs, wallet }: Pick<Intent, 'outputs' | 'wallet'>): boolean =>
  outputs.every(({ path }) => path.split('/')[2] === wallet);

/** How far behind my clock a chain may be that still takes a transaction: longer than any clock is off, and than a chain usually pauses. */
const deadAfterMs = 120_000;
/** From when on the chain takes no transaction of this class any more, epoch milliseconds; undefined where they never die. */
export const deadFrom = (conflict: ConflictClass): number | undefined =>
  'until' in conflict && conflict.until !== undefined ? conflict.until + deadAfterMs : undefined;
export const isDead = (conflict: ConflictClass | undefined, at: number): boolean =>
  at >= ((conflict && deadFrom(conflict)) ?? Number.POSITIVE_INFINITY);

/** Did `later` take what `earlier` cannot do without, so that the chain takes one of the two at most? */
export function excludes(later: ConflictClass, earlier: ConflictClass): boolean {
  if ('message' in later || 'message' in earlier) return false;
  if ('place' in later || 'place' in earlier)
    return 'place' in later && 'place' in earlier && later.place === earlier.place;
  if ('lane' in later || 'lane' in earlier) return 'lane' in later && 'lane' in earlier && later.lane === earlier.lane;
  return (later.kept ?? []).some((input) => earlier.fixed.includes(input));
}

/** Of the signer's state. */
interface Known {
  readonly open: OpenPayments;
  readonly decided: Pick<ReadonlyMap<string, Decision>, 'get'>;
}

/**
 * The payments of an account that have ended, may still be made, and are not in competition with one that has not ended itself.
 * @param at epoch milliseconds
 */
export function endedOpen({ open, decided }: Readonly<Known>, account: string, at: number): Decision[] {
  const all = [...(open.of.get(account) ?? [])]
    .flatMap((id) => decided.get(id) ?? [])
    .filter(({ conflict }) => !isDead(conflict, at));
  const [ended, running] = [all.filter(({ expires }) => at >= expires), all.filter(({ expires }) => at < expires)];
  return ended.filter(({ conflict }) => !running.some((other) => excludes(other.conflict, conflict)));
}

/** Those whose place an intent takes that is announced now: its pages say so, and admission holds it to that. What stays in its sub-wallet may take it. A batch has many places, and takes none; a message has none. */
export const replacedBy = (state: Readonly<Known>, intent: Intent, at: number): readonly string[] =>
  movesCoins(intent) && !isSplit(intent) && !isMessage(intent)
    ? endedOpen(state, accountOf(intent), at).flatMap(({ id, conflict }) => ('place' in conflict ? [] : [id]))
    : [];

/** The other payments of its account that may be made when an intent is announced, and pay one of the same payees. */
export function besideOf(
  { open, decided }: Readonly<Known>,
  intent: Intent,
  replaced: readonly string[],
  at: number,
): string[] {
  if (!movesCoins(intent) || isMessage(intent)) return [];
  const payees = new Set(intent.outputs.map(({ address }) => address));
  return [...(open.of.get(accountOf(intent)) ?? [])].filter(
    (id) =>
      !replaced.includes(id) &&
      !isDead(decided.get(id)?.conflict, at) &&
      decided.get(id)?.pays?.some(({ address }) => payees.has(address)),
  );
}

/** My part of it has left, nobody stands for it or for what took its place, and the chain may still take it. Most are settled: their decisions are not read. */
export const isOpen = ({ open, decided }: Readonly<Known>, id: string, at: number): boolean =>
  !open.settled.has(id) &&
  !isDead(decided.get(id)?.conflict, at) &&
  (open.of.get(decided.get(id)?.account ?? '')?.has(id) ?? false);

/** The same, but the chain takes it no more: it was made by then, or never will be. */
export const isLapsed = ({ open, decided }: Readonly<Known>, id: string, at: number): boolean =>
  isDead(decided.get(id)?.conflict, at) && (open.of.get(decided.get(id)?.account ?? '')?.has(id) ?? false);

/** What is still open is told for ever: its signature does not age. */
export const isTold = (state: Readonly<Known>, sent: Sent, now: number): boolean =>
  sent.at > now - toldMs || isOpen(state, sent.id, now);

/** Decided for the first time: whom it pays is told beside other payments to them. */
export function noteSent({ open, decided }: Known, { decision, at }: Extract<Entry, { type: 'decided' }>): void {
  for (const payee of new Set(decision.pays?.map(({ address }) => payeeOf(decision.workspace, address))))
    addRecent(open.to, payee, { id: decision.id, at }, (other) => isTold({ open, decided }, other, at));
}

/** My part of it leaves: its payees are new no more. */
export function notePaid({ open }: Pick<Known, 'open'>, decision: Decision): void {
  const { kind, workspace, asset, pays = [] } = decision;
  if (kind !== undefined && !paysOutputs({ kind })) return;
  const [chain = ''] = asset.split('|');
  for (const payee of pays.map((one) => paidOf({ workspace, chain }, one)))
    if (!open.first.has(payee)) open.first.set(payee, paymentOf(decision));
}

/** Decisions of earlier versions of this program do not say what they pay from, and are not counted. */
export function letGo({ open, decided }: Known, id: string): void {
  const { account, conflict, attemptOf = id } = decided.get(id) ?? {};
  // The chain makes nothing of a message: what may be taken by it counted when it was decided.
  if (conflict && 'message' in conflict) return;
  // Whoever stands for a payment stands for every attempt at it: they are one to the chain, and to whoever is told of it.
  if (account && !open.settled.has(id) && !open.settled.has(attemptOf))
    open.of.set(account, (open.of.get(account) ?? new Set()).add(id));
}

/** The server stands for these: neither they nor what competes with them is open any more. */
export function settle({ open, decided }: Known, ids: readonly string[]): void {
  for (const id of ids) {
    open.settled.add(id);
    const [conflict, account] = [decided.get(id)?.conflict, decided.get(id)?.account ?? ''];
    for (const other of open.of.get(account) ?? []) {
      const against = decided.get(other)?.conflict;
      if (other === id || (conflict && against && (excludes(conflict, against) || excludes(against, conflict))))
        open.of.get(account)?.delete(other);
    }
  }
}
