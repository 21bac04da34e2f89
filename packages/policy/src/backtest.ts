import { canonicalText } from './canonical.ts';
import type { PolicyDocument } from './document.ts';
import { obstacleOf } from './evaluate.ts';
import type { Facts } from './facts.ts';
import { type OpenNode, openNodes } from './flow.ts';
import { type Intent, parseIntent } from './intent.ts';
import { nftsOf } from './intent-nfts.ts';
import { besideOf, payeesOf, subjectOf, unitsOf } from './intent-subject.ts';
import type { Flow } from './node.ts';
import {
  factsOfPayment,
  intentOfPayment,
  type Outcome,
  outcomeOf,
  type Payment,
  type PaymentFee,
  underOf,
} from './payment.ts';
import { type AssetKey, assetKey } from './rule-facts.ts';
import { type Ruling, rulingOn } from './ruling.ts';
import { hourMs, type Spending } from './spendings.ts';
import type { Subject } from './subject.ts';
import { isSubset, stillThere, strictness } from './tighten.ts';
import { centsOf } from './value.ts';
import { createWindows } from './windows.ts';

/** A payment that was asked for, and what was known of it then. */
export interface PastPayment extends Payment {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Did the counters count it: asked for, and not ended unpaid. */
  readonly counted: boolean;
  /** What was signed, where it is no plain payment: a call, a message, a deployment or an allowance is judged by all that it says. */
  readonly intent?: string;
  /** USD per whole coin of what left beside its own asset, by `assetKey`. */
  readonly prices?: Readonly<Record<AssetKey, string>>;
  /** Methods that members had agreed on for what it calls, by address, and for how long, in milliseconds. */
  readonly agreed?: readonly { readonly address: string; readonly methods: readonly string[]; readonly ms: number }[];
}

/** How another set of rules judges the same payment. `other`: as many hurdles, but other people. */
export type Kind = 'same' | 'stricter' | 'looser' | 'other';
export const kinds: readonly Kind[] = ['looser', 'stricter', 'other', 'same'];

/** A payment that is judged differently; `at` is its place in the history. */
export interface Difference {
  readonly at: number;
  readonly kind: Exclude<Kind, 'same'>;
  readonly before: Outcome;
  readonly after: Outcome;
}

export interface Tally {
  readonly count: number;
  /** Value of those that had a price. */
  readonly cents: bigint;
  readonly unpriced: number;
}

export interface Backtest {
  readonly sums: Readonly<Record<Kind, Tally>>;
  readonly differences: readonly Difference[];
}

/** Base units of all its parts. */
export const unitsOfPayment = ({ outputs }: Payment): bigint =>
  outputs.reduce((sum, { amount }) => sum + BigInt(amount), 0n);

/** In cents; undefined where there was no price. */
export const worthOfPayment = (payment: Payment): bigint | undefined =>
  payment.price === '' ? undefined : centsOf(unitsOfPayment(payment), payment.decimals, payment.price);

/** Remembers who would be asked by these flows: of a document there are few answers, and finding one looks at every member. */
function rememberNodes(policy: PolicyDocument) {
  const numbers = new Map<Flow, number>();
  const known = new Map<string, readonly OpenNode[]>();
  const numberOf = (flow: Flow): number => {
    const number = numbers.get(flow) ?? numbers.size;
    numbers.set(flow, number);
    return number;
  };
  return (ruling: Ruling | undefined, asked: Pick<Subject, 'initiator' | 'wallet'>): readonly OpenNode[] => {
    const flows = ruling?.flows ?? [];
    const key = `${asked.wallet} ${asked.initiator} ${flows.map(numberOf).join()}`;
    const found = known.get(key) ?? openNodes(policy, flows, asked, undefined);
    known.set(key, found);
    return found;
  };
}

const asset = ({ chain, contract }: Payment): AssetKey => assetKey(chain, contract);

const feeOfPayment = (chain: string, { units, decimals, price }: PaymentFee): NonNullable<Spending['fee']> => ({
  asset: assetKey(chain, ''),
  units: BigInt(units),
  cents: price === '' ? undefined : centsOf(BigInt(units), decimals, price),
});

const spendingOf = (payment: PastPayment): Spending => ({
  id: payment.id,
  at: payment.at,
  wallet: payment.wallet,
  member: payment.initiator,
  asset: asset(payment),
  units: unitsOfPayment(payment),
  cents: worthOfPayment(payment),
  ...(payment.fee ? { fee: feeOfPayment(payment.chain, payment.fee) } : {}),
});

/** The same for what was signed, whatever it was: tokens that left by it beside its coins, and NFTs, as signers count them. */
function spendingOfIntent(payment: PastPayment, intent: Intent): Spending {
  const { prices = {} } = payment;
  const coins = besideOf(intent).map(({ asset: key, units, decimals }) => {
    const price = prices[key];
    return { asset: key, units, cents: price ? centsOf(units, decimals, price) : undefined };
  });
  const nfts = nftsOf(intent).map(({ asset: key, units }) => ({ asset: key, units, cents: 0n }));
  const units = unitsOf(intent);
  const cents = payment.price === '' ? undefined : centsOf(units, payment.decimals, payment.price);
  const own = units === 0n ? { units, cents: 0n } : { units, cents };
  return { ...spendingOf(payment), ...own, beside: [...coins, ...nfts] };
}

/** The facts about it: as of a payment, with the prices of all that left, and the methods that had been agreed on for long enough. */
function factsOfIntent(policy: PolicyDocument, payment: PastPayment, intent: Intent, spent: Facts['spent']): Facts {
  const cooling = Number(policy.book.coolingHours) * hourMs;
  const facts = factsOfPayment(policy, payment, intent, spent);
  const methods = new Map(
    (payment.agreed ?? []).flatMap(({ address, methods: all, ms }) => (ms >= cooling ? [[address, all] as const] : [])),
  );
  return {
    ...facts,
    price: (key) => facts.price(key) ?? payment.prices?.[key],
    methodsOf: (_, { address }) => methods.get(address) ?? [],
  };
}

/** What rules say of what was signed, by everything in it: as signers find it, before anybody has decided. */
function outcomeOfIntent(
  { policy, nodesOf }: { readonly policy: PolicyDocument; readonly nodesOf: NodesOf },
  intent: Intent,
  facts: Facts,
): Outcome {
  const ruling = rulingOn(policy, intent, facts, {});
  const nodes = nodesOf(ruling, intent);
  const problem = obstacleOf(policy, intent, payeesOf(intent, facts), ruling, nodes, facts) ?? '';
  const rule = ruling?.rule ?? { level: 'basic' as const, id: '', name: '' };
  return { action: problem ? 'refuse' : (ruling?.action ?? 'refuse'), problem, rule, nodes };
}
type NodesOf = ReturnType<typeof rememberNodes>;

/** Judges payments one after the other, with windows over those before that were counted. */
function createJudge(policies: readonly PolicyDocument[]) {
  const windows = createWindows();
  const asked = policies.map((policy) => ({ policy, under: underOf(policy), nodesOf: rememberNodes(policy) }));
  return (payment: PastPayment): Outcome[] => {
    const spent = windows.spentAt(payment.at);
    const signed = payment.intent === undefined ? undefined : parseIntent(payment.intent);
    const outcomes = asked.map(({ policy, under, nodesOf }) => {
      if (signed) {
        const made = { ...signed, ...under };
        return outcomeOfIntent({ policy, nodesOf }, made, factsOfIntent(policy, payment, made, spent));
      }
      const intent = intentOfPayment(under, payment);
      const facts = factsOfPayment(policy, payment, intent, spent);
      return outcomeOf(policy, subjectOf(intent, 'transfer', facts), facts, nodesOf);
    });
    if (payment.counted) windows.add(signed ? spendingOfIntent(payment, signed) : spendingOf(payment));
    return outcomes;
  };
}

/**
 * What these rules would have said of each payment. Windows go over what was really counted, not over what these rules would have let through, so
 * that two sets of rules are compared over the same history.
 * @param past in the order of time, each id once
 */
export function replay(past: readonly PastPayment[], policy: PolicyDocument): Outcome[] {
  const judge = createJudge([policy]);
  return past.flatMap(judge);
}

const notLooserNode = (before: OpenNode, after: OpenNode): boolean =>
  before.kind === after.kind && after.threshold >= before.threshold && isSubset(after.eligible, before.eligible);

/** Is it harder or easier to have a payment under the second outcome than under the first? */
export function kindOf(before: Outcome, after: Outcome): Kind {
  const step = strictness[after.action] - strictness[before.action];
  if (step !== 0) return step > 0 ? 'stricter' : 'looser';
  if (after.action !== 'flow' || before.nodes === after.nodes) return 'same';
  const up = stillThere(before.nodes, after.nodes, notLooserNode);
  const down = stillThere(after.nodes, before.nodes, notLooserNode);
  if (up && down) return 'same';
  return up ? 'stricter' : down ? 'looser' : 'other';
}

/** Rules that both documents have share their windows: each is slid along once. */
function sharing(inForce: PolicyDocument, draft: PolicyDocument): PolicyDocument {
  const known = new Map(inForce.senior.map(({ when }) => [canonicalText(when), when]));
  return {
    ...draft,
    senior: draft.senior.map((rule) => ({ ...rule, when: known.get(canonicalText(rule.when)) ?? rule.when })),
  };
}

const noTally = { count: 0, cents: 0n, unpriced: 0 };

function counted({ count, cents, unpriced }: Tally, worth: bigint | undefined): Tally {
  return { count: count + 1, cents: cents + (worth ?? 0n), unpriced: unpriced + (worth === undefined ? 1 : 0) };
}

/**
 * The payments that a draft judges differently from the rules in force, and sums over all of them. Documents that `parsePolicy` read are judged
 * fastest: what is frozen is remembered.
 * @param past in the order of time, each id once @param step told after each payment
 */
export function compare(
  past: readonly PastPayment[],
  inForce: PolicyDocument,
  draft: PolicyDocument,
  step: (done: number) => void = () => undefined,
): Backtest {
  const judge = createJudge([inForce, sharing(inForce, draft)]);
  const sums: Record<Kind, Tally> = { same: noTally, stricter: noTally, looser: noTally, other: noTally };
  const differences: Difference[] = [];
  for (const [at, payment] of past.entries()) {
    const [before, after] = judge(payment);
    if (!before || !after) throw new Error('two documents give two outcomes');
    const kind = kindOf(before, after);
    sums[kind] = counted(sums[kind], worthOfPayment(payment));
    if (kind !== 'same') differences.push({ at, kind, before, after });
    step(at + 1);
  }
  return { sums, differences };
}
