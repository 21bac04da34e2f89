import type { AssetConfig } from '@holdfast/chains';
import { exactAmount, fromUnits } from '@holdfast/money';
import {
  assetKey,
  type Bound,
  type Evaluation,
  intentText,
  type PolicyDocument,
  pricesFrom,
  type Room,
  type SeniorRule,
} from '@holdfast/policy';
import { centsText } from '../../catalog.ts';
import type { Clock } from '../../clock.ts';
import { draftIntent, type Judged, type OrderRequest, type OrdersService } from '../../orders/service.ts';
import { type Refusal, refuse } from '../../refuse.ts';
import { coinsOf } from '../../rules/quotes.ts';
import type { AddressBookService } from '../address-book/service.ts';
import { nobody } from './rules.ts';

interface PreviewDeps {
  readonly clock: Clock;
  readonly orders: OrdersService;
  readonly book: Pick<AddressBookService, 'find' | 'openFrom'>;
}

const minuteMs = 60_000;
/** The next whole minute, `2026-11-23 02:30 UTC`: never earlier than the moment itself. */
const minuteOf = (at: Date): string => {
  const whole = new Date(Math.ceil(at.getTime() / minuteMs) * minuteMs).toISOString();
  return `${whole.slice(0, 10)} ${whole.slice(11, 16)} UTC`;
};

/** So much as a bound says it, in dollars or in the coin: `1,000 USD`. */
const boundText = (amount: bigint, isUsd: boolean, { symbol, decimals }: AssetConfig): string =>
  `${exactAmount(isUsd ? centsText(amount) : fromUnits(amount, decimals))} ${isUsd ? 'USD' : symbol}`;

/** By its name and its bound: `“Day limit” (≤ 1,000 USD / 24 h)`; of an amount in another coin, which what calls take may be, by its name alone. */
function ruleText({ name, when: { amount, assets } }: SeniorRule, chain: string, asset: AssetConfig): string {
  const { unit, over, hours } = amount;
  const isOurs = assets.list.every((one) => one.chain === chain && one.contract === asset.contract);
  if (unit === 'none' || over === '' || (unit === 'coin' && !isOurs)) return `“${name}”`;
  const most = boundText(BigInt(over), unit === 'usd', asset);
  return `“${name}” (≤ ${most}${hours === '0' ? '' : ` / ${hours} h`})`;
}

function windowProblem({ left, most }: Pick<Room, 'left' | 'most'>) {
  if (left <= 0n) return 'windowUsedUp';
  if (most <= 0n) return 'windowBelowFee';
  return most === left ? 'aboveWindow' : 'aboveWindowWithFee';
}

const notNegative = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

/** Refused by a limit: what it leaves, in the unit of the limit, and with the refusal the most that may be asked for, where that is enough to be a payment. */
function overLimit({ rule, left, most, units }: Room, chain: string, asset: AssetConfig): Refusal {
  const { unit, over, hours } = rule.when.amount;
  const told = (amount: bigint): string => boundText(notNegative(amount), unit === 'usd', asset);
  const problem = hours === '0' ? 'abovePayment' : windowProblem({ left, most });
  const params = { rule: ruleText(rule, chain, asset), most: told(most), left: told(left), limit: told(BigInt(over)) };
  const isEnough = units > 0n && units >= BigInt(asset.minWithdraw);
  return refuse('policyDenied', { problem, ...params }, isEnough ? { most: fromUnits(units, asset.decimals) } : null);
}

/** A limit as people are told it: in dollars or whole coins. */
function limitRow({ rule: { name, action, when }, limit, left }: Bound, { symbol, decimals }: AssetConfig) {
  const { unit, hours, scope } = when.amount;
  const told = (amount: bigint): string => (unit === 'usd' ? centsText(amount) : fromUnits(amount, decimals));
  const rest = left === undefined ? null : told(notNegative(left));
  return {
    rule: name,
    action,
    unit: unit === 'usd' ? 'USD' : symbol,
    limit: told(limit),
    left: rest,
    hours: Number(hours),
    scope,
  };
}
type LimitRow = ReturnType<typeof limitRow>;

/** What people are told before they ask for a payment. */
export interface Previewed {
  readonly evaluation: Judged;
  readonly document: PolicyDocument;
  readonly limits: readonly LimitRow[];
}

type Asked = Parameters<OrdersService['room']>[0];
export type Preview = ReturnType<typeof createPreview>['preview'];

/** What the rules say of a payment that is not asked for yet. */
export function createPreview({ clock, orders, book }: PreviewDeps) {
  /** The entry among the payees that is to be waited for longest; undefined where one of them has none. */
  async function lastListed({ workspaceId, chain, asset, outputs }: OrderRequest) {
    const entries = await Promise.all(
      outputs.map(({ address, memo }) => book.find(workspaceId, chain, asset.contract, { address, memo })),
    );
    const found = entries.filter((entry) => entry !== undefined);
    if (found.length < entries.length) return undefined;
    return found.sort((a, b) => Number(b.effectiveAt) - Number(a.effectiveAt))[0];
  }

  /** Why the rules do not take it, in the words that say what to do: wait for the payee, come back when there is a price, or ask for something else. */
  async function reasonOf(
    request: OrderRequest,
    { problem, rule }: Evaluation,
    document: PolicyDocument,
    asked: Asked,
  ): Promise<Error> {
    const { chain, asset } = request;
    const { quotes } = asked;
    if (problem === 'destinationNotListed' || problem === 'whitelistHeld') {
      const openFrom = problem === 'whitelistHeld' ? await book.openFrom() : undefined;
      const listed = await lastListed(request);
      if (listed && listed.effectiveAt > clock() && !(openFrom && openFrom < listed.effectiveAt))
        return refuse('coolingPeriod', { until: minuteOf(listed.effectiveAt) });
      if (openFrom) return refuse('whitelistHeld', { until: minuteOf(openFrom) });
    }
    const refusing = document.senior.find(({ id }) => rule?.level === 'senior' && id === rule.id);
    const priced = pricesFrom(document, quotes, Number(quotes[0]?.at ?? 0)).has(assetKey(chain.id, asset.contract));
    if (problem === 'refusedByRule' && refusing?.when.amount.unit === 'usd' && !priced)
      return refuse('priceUnavailable', { symbol: asset.symbol });
    const room = problem === 'refusedByRule' ? await orders.room(asked) : undefined;
    if (room) return overLimit(room, chain.id, asset);
    return refuse('policyDenied', {
      problem: problem ?? 'noStrategy',
      rule: refusing ? ruleText(refusing, chain.id, asset) : '',
    });
  }

  /** It as rules are asked about it. */
  async function askedOf(payment: OrderRequest): Promise<{ asked: Asked; document: PolicyDocument }> {
    const policy = await orders.policy();
    const text = intentText(draftIntent(payment, policy, nobody, clock()));
    const of = { intent: text, payment_intent: payment.raises?.intent ?? '' };
    const quotes = [...(await orders.quotes(policy.document, ...coinsOf(of)))];
    return { asked: { ...of, quotes, risen_quotes: [] }, document: policy.document };
  }

  async function rulingOn(payment: OrderRequest, asked: Asked, document: PolicyDocument): Promise<Judged> {
    const evaluation = await orders.evaluation(asked, []);
    if (evaluation.state === 'unsatisfiable') throw await reasonOf(payment, evaluation, document, asked);
    return evaluation;
  }

  return {
    /** What the rules in force ask of this payment. @throws coolingPeriod, priceUnavailable, policyDenied where no decisions could ever satisfy them */
    preview: async (payment: OrderRequest): Promise<{ evaluation: Judged; document: PolicyDocument }> => {
      const { asked, document } = await askedOf(payment);
      return { evaluation: await rulingOn(payment, asked, document), document };
    },
    /** The same for people who have not asked for it yet, with the limits that payments like it meet. @throws as `preview` */
    previewToTell: async (payment: OrderRequest): Promise<Previewed> => {
      const { asked, document } = await askedOf(payment);
      const evaluation = await rulingOn(payment, asked, document);
      const limits = (await orders.bounds(asked)).map((bound) => limitRow(bound, payment.asset));
      return { evaluation, document, limits };
    },
  };
}
