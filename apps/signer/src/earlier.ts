import { type Intent, type IntentKind, isAttempt, isSplit, movesCoins } from '@holdfast/policy';
import type { SignerContext } from './context.ts';
import { firstOf } from './state/announced.ts';
import { boundBy, dropsPayment } from './state/entries.ts';
import { accountOf, deadFrom, deedOf, isLapsed, isOpen, isTold, payeeOf } from './state/open.ts';
import type { Announced, SignerState } from './state/state.ts';

/**
 * How another payment stands to one that is to be decided on. `exposed`: its signature may exist, so it can be made at any time, whatever its end. `beside`:
 * it can still be signed until its end. `replaced`: it ended, its signature may exist, and the one in question is signed only in its place. `settled`: the server says that it is being paid, or paid. `covered`: the server says that of one that
 * took its place, or of what drops it. `refused`: members whom it asks refused it here, and this signer never began to sign it: it does so only if by the rules, prices and windows of then the refusal does not count. `passing`: as `exposed`, but only until `dead`. `lapsed`: its signature may exist; it was made by `dead`, or never will be.
 */
export type Standing = 'exposed' | 'passing' | 'beside' | 'replaced' | 'settled' | 'covered' | 'lapsed' | 'refused';
/** What matters most is told first, and never crowded out. */
const ranks: Readonly<Record<Standing, number>> = {
  exposed: 0,
  passing: 0,
  replaced: 1,
  lapsed: 2,
  covered: 2,
  settled: 3,
  beside: 4,
  refused: 5,
};

export interface EarlierPayment {
  readonly id: string;
  /** Missing where it pays somebody, and of what earlier releases decided. */
  readonly kind?: IntentKind;
  readonly standing: Standing;
  /** Until when it was to be signed, epoch milliseconds. */
  readonly expires: number;
  /** From when on the chain takes it no more, epoch milliseconds; missing where it never dies. */
  readonly dead?: number;
  /** When it was decided here to sign it, epoch milliseconds; missing where it was not, or that is too long ago. */
  readonly signed?: number;
  readonly chain: string;
  readonly contract: string;
  readonly outputs: readonly { readonly address: string; readonly amount: string }[];
}
type Told = Omit<EarlierPayment, 'standing'>;

/** More are not told one by one. */
const most = 50;

const ofIntent = ({ id, kind, chain, asset, outputs, expires }: Intent): Told => ({
  id,
  ...deedOf({ kind }),
  chain,
  contract: asset.contract,
  outputs: outputs.map(({ address, amount }) => ({ address, amount })),
  expires: Number(expires),
});

/** When it was decided to sign it, as long as that is kept with whom it pays. */
function signedAt({ open }: Readonly<SignerState>, workspace: string, { id, outputs }: Told): Pick<Told, 'signed'> {
  const sent = outputs.flatMap(({ address }) => open.to.get(payeeOf(workspace, address)) ?? []);
  const at = sent.find((one) => one.id === id)?.at;
  return at === undefined ? {} : { signed: at };
}

function toldOf(state: Readonly<SignerState>, id: string): Told[] {
  const { decided, announced } = state;
  const [known, decision] = [announced.get(id)?.intent, decided.get(id)];
  const dies = decision && deadFrom(decision.conflict);
  const dead = dies === undefined ? {} : { dead: dies };
  if (known) {
    const told = ofIntent(known);
    return [{ ...told, ...dead, ...signedAt(state, known.workspace, told) }];
  }
  if (!decision) return [];
  const [chain = '', contract = ''] = decision.asset.split('|');
  const { kind, pays = [], expires, workspace } = decision;
  const told = { id, ...(kind && { kind }), chain, contract, outputs: pays, expires, ...dead };
  return [{ ...told, ...signedAt(state, workspace, told) }];
}

/** Members had it dropped, and the server stands for that: one of the two is made. */
function isDropped({ attempts, decided, open }: Readonly<SignerState>, id: string): boolean {
  const newest = attempts.get(id)?.id ?? '';
  return dropsPayment(decided.get(newest)) && open.settled.has(newest);
}

/** Does a refusal count that is known here, by the rules in force? It is asked only of what somebody refused. */
type IsRefused = (known: Announced) => boolean;

/** Each is a whole evaluation, at every look at a page. Of more than these nobody asks: they are told as what can be signed. */
const mostJudged = 50;
function judging(isRefused: IsRefused): IsRefused {
  let left = mostJudged;
  return (known) =>
    // Of what is split its parts are signed, and one that was admitted looks at no refusal any more.
    !isSplit(known.intent) &&
    known.approvals.some(({ decision }) => decision === 'refuse') &&
    left-- > 0 &&
    isRefused(known);
}

/**
 * Shown here and never let through, under rules that are not in force any more: it never will be, since versions only grow (`admission/rules.ts`), and no
 * other attempt at it either, which is for what this signer took part in. Nobody can sign it without this signer, as long as its key has no more signers than
 * every signature needs: of more, two could that have not seen the new rules. (The recovery kit asks for no approval of anything, and its share is at no
 * signer.) Of what is split the parts are signed, and they are told by themselves.
 */
function isOutdated({ policy, groups, decided }: Readonly<SignerState>, { intent }: Announced): boolean {
  const group = groups.get(intent.keyGroup);
  if (!policy || !group || isSplit(intent) || decided.has(intent.id)) return false;
  const { parties, threshold } = group.public;
  if (parties.filter((party) => party !== String(group.recovery)).length > threshold) return false;
  const { version, hash } = intent.policy;
  return hash !== policy.hash && BigInt(version) <= BigInt(policy.document.version);
}

/** Undefined: it is never made. */
function standingOf(
  state: Readonly<SignerState>,
  known: Announced,
  { id, expires, dead }: Told,
  now: number,
  isRefused: IsRefused,
): Standing | undefined {
  if (known.replaces.includes(id)) return 'replaced';
  if (state.open.settled.has(id)) return isDropped(state, id) ? 'covered' : 'settled';
  if (!state.exposed.has(id)) {
    const shown = state.announced.get(id);
    if (shown && isOutdated(state, shown)) return undefined;
    // Of what was admitted already a session may be under way, which looks at no refusal any more.
    if (shown && !state.decided.has(id) && isRefused(shown)) return expires <= now ? undefined : 'refused';
    return state.closed.has(id) || expires <= now ? undefined : 'beside';
  }
  if (isLapsed(state, id, now)) return 'lapsed';
  if (!isOpen(state, id, now)) return 'covered';
  return dead === undefined ? 'exposed' : 'passing';
}

/** Ids of what pays one of the same payees: decided lately, or shown here and not ended. */
function toTheSame(state: Readonly<SignerState>, asked: Intent, now: number): string[] {
  const { open, announced } = state;
  const payees = new Set(asked.outputs.map(({ address }) => address));
  const sent = [...payees].flatMap((address) => open.to.get(payeeOf(asked.workspace, address)) ?? []);
  const shown = [...announced.values()].filter(
    ({ intent }) =>
      movesCoins(intent) &&
      // Another attempt at what is told already.
      !isAttempt(intent) &&
      intent.workspace === asked.workspace &&
      Number(intent.expires) > now &&
      intent.outputs.some(({ address }) => payees.has(address)),
  );
  // The newest first: of those that were refused only so many are judged.
  const told = sent.filter((one) => isTold(state, one, now)).toSorted((a, b) => b.at - a.at);
  return [...told.map(({ id }) => id), ...shown.toReversed().map(({ intent }) => intent.id)];
}

export interface EarlierPayments {
  readonly earlier: readonly EarlierPayment[];
  /** How many there are besides, of no greater weight. */
  readonly earlierLeft: number;
}

/** Every payment of the account that may still be made, and whatever else pays the same payees, which comes first. */
export function earlierOf(
  { store: { state }, now }: Pick<SignerContext, 'store' | 'now'>,
  known: Announced,
  isRefused: IsRefused,
): EarlierPayments {
  const { intent, replaces } = known;
  if (!movesCoins(intent)) return { earlier: [], earlierLeft: 0 };
  const at = now();
  const judge = judging(isRefused);
  const ids = new Set([...replaces, ...(state.open.of.get(accountOf(intent)) ?? []), ...toTheSame(state, intent, at)]);
  for (const own of [intent.id, firstOf(known)]) if (own !== undefined) ids.delete(own);
  for (const id of ids) if (state.decided.get(id)?.batch?.id === intent.id) ids.delete(id);
  const payees = new Set(intent.outputs.map(({ address }) => address));
  const isNear = ({ standing, outputs }: EarlierPayment): boolean =>
    standing === 'replaced' || outputs.some(({ address }) => payees.has(address));
  const weight = (one: EarlierPayment): number => ranks[one.standing] + (isNear(one) ? 0 : 10);
  const all = [...ids]
    .flatMap((id) => toldOf(state, id))
    .flatMap((told): EarlierPayment[] => {
      const standing = standingOf(state, known, told, at, judge);
      return standing ? [{ ...told, standing }] : [];
    })
    // Whoever else was to be paid is nobody's concern here.
    .filter((one) => one.standing !== 'refused' || isNear(one))
    .toSorted((a, b) => weight(a) - weight(b));
  return { earlier: all.slice(0, most), earlierLeft: Math.max(0, all.length - most) };
}

/** More are told when some of these are settled. */
const mostOpen = 1_000;

/** The ended payments that may still be made here, with the nonce or the inputs that each cannot do without: the chain says who used those. */
export function openPayments({ store: { state }, now }: Pick<SignerContext, 'store' | 'now'>): {
  payments: readonly {
    readonly id: string;
    readonly chain: string;
    readonly wallet: string;
    readonly keys: readonly string[];
  }[];
} {
  const at = now();
  const ended = [...state.open.of].flatMap(([account, ids]) =>
    [...ids].flatMap((id) => {
      const decision = state.decided.get(id);
      const [chain = ''] = account.split('|');
      if (!decision || at < decision.expires || !isOpen(state, id, at)) return [];
      const { conflict } = decision;
      const keys = 'fixed' in conflict ? conflict.fixed : boundBy(conflict);
      return [{ id, chain, wallet: decision.wallet, keys: keys.map((key) => key.slice(chain.length + 1)) }];
    }),
  );
  return { payments: ended.slice(0, mostOpen) };
}

/**
 * The server stands for payments of which my part has left: it has what was signed, and goes on sending that until it is mined. Nothing proves it. It takes
 * back no promise that was made to members (`admission/earlier.ts`), and their pages tell it as the server's word.
 */
export async function settlePayments(
  { store }: Pick<SignerContext, 'store'>,
  intents: readonly string[],
): Promise<{ settled: readonly string[] }> {
  const { exposed, open } = store.state;
  const known = intents.filter((id) => exposed.has(id));
  const ids = known.filter((id) => !open.settled.has(id));
  if (ids.length > 0) await store.append({ type: 'settled', ids });
  else await store.flushed();
  return { settled: known };
}
