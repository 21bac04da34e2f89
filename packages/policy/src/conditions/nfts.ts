import type { Value } from '../abi/codec.ts';
import { isSame } from '../canonical.ts';
import { limits } from '../limits.ts';
import { mayBeAmount, nftKey, nftsIn } from '../nfts.ts';
import type { AssetKey, RuleFacts } from '../rule-facts.ts';
import { list, oneOf, patterns, record, text } from '../schema.ts';
import type { Call, Message } from '../subject.ts';
import { assetName } from './assets.ts';
import { type Asked, badIf, type Condition, type Match, matchPart, type RuleAround } from './condition.ts';

/**
 * NFTs that calls send (web3), by count: of these collections more than `over` and at most `upTo` together ('' is no bound), by this call (`hours` 0) or with all that
 * was let through in the sliding window of so many hours before it. No collection is no condition. What a collection does beside its standard nobody counts.
 */
const schema = record({
  collections: list(record(assetName), 0, limits.ruleList),
  over: text(patterns.unitsOrEmpty),
  upTo: text(patterns.unitsOrEmpty),
  hours: text(patterns.hours),
  scope: oneOf('wallet', 'workspace', 'member'),
});
type Nfts = ReturnType<typeof schema>;

type Counts = (asset: AssetKey) => boolean;
/** The same function each time for a frozen condition, so that a window can be known by it. */
const known = new WeakMap<Nfts, Counts>();
function countsOf(wanted: Nfts): Counts {
  const before = known.get(wanted);
  if (before) return before;
  const named = new Set(wanted.collections.map(({ chain, contract }) => nftKey(chain, contract)));
  const counts: Counts = (asset) => named.has(asset);
  if (Object.isFrozen(wanted)) known.set(wanted, counts);
  return counts;
}

/** Does a call tell another contract of a collection, as whoever was approved to take of it is told? */
const tellsOf = (value: Value, isNamed: (contract: string) => boolean): boolean =>
  Array.isArray(value) ? value.some((one) => tellsOf(one, isNamed)) : typeof value === 'string' && isNamed(value);

/**
 * What signatures give away of a collection nobody counts: perhaps some, wherever one is told of, as by a permit of Permit2. A rule that names messages takes those that
 * nobody can bound for more than any number.
 */
function ofMessage({ collections, upTo }: Nfts, message: Message, unknown: Match, namesMessages: boolean): Match {
  if (namesMessages && message.raw) return upTo === '' ? 'yes' : 'no';
  const { chain, contract, tells } = message;
  const isTold = (named: string): boolean =>
    nftKey(chain, named) === nftKey(chain, contract) || tells?.(named) === true;
  return collections.some((one) => one.chain === chain && isTold(one.contract)) ? unknown : 'no';
}

/** How many it is to the rule, window included; undefined is unknown. */
function countOf(
  wanted: Nfts,
  sending: readonly Call[],
  asked: Asked,
  facts: RuleFacts,
  passes: boolean,
): bigint | undefined {
  let sum = 0n;
  for (const call of sending) {
    const count = nftsIn(call);
    if (count === undefined || (passes && count > 0n && mayBeAmount(call))) return undefined;
    sum += count;
  }
  const { hours, scope } = wanted;
  if (hours === '0') return sum;
  const { wallet, initiator: member, id: except } = asked;
  const before = facts.spent({ hours: Number(hours), scope, wallet, member, counts: countsOf(wanted), except });
  return before && sum + before.units;
}

const isWithin = ({ over, upTo }: Nfts, count: bigint): boolean =>
  (over === '' || count > BigInt(over)) && (upTo === '' || count <= BigInt(upTo));

/** Collections with a window only where something is summed, bounds that leave room, no pass without an end. */
function isSound(wanted: Nfts, { type, action }: RuleAround<unknown>): boolean {
  const { collections, over, upTo, hours, scope } = wanted;
  if (collections.length === 0) return isSame(wanted, nfts.empty);
  if (type !== 'web3' || (over !== '' && upTo !== '' && BigInt(over) >= BigInt(upTo))) return false;
  if (over === '' && upTo === '' && (hours !== '0' || scope !== 'wallet')) return false;
  return action !== 'pass' || upTo !== '';
}

interface Others {
  readonly messages?: readonly unknown[];
}

export const nfts: Condition<Nfts, '4', Others> = {
  since: '4',
  schema,
  empty: { collections: [], over: '', upTo: '', hours: '0', scope: 'wallet' },
  facts: ['spent'],
  /**
   * As `calls`: what is bundled with what a rule names neither escapes it nor earns it. Whoever lets pass by the count of NFTs let no coins pass that go along. What
   * nobody can count lets nothing pass, and is never what escapes: neither a message that tells of a collection, nor a call that tells another contract of one.
   */
  match: (wanted, asked, { action, when }, facts): Match => {
    if (wanted.collections.length === 0) return 'yes';
    const unknown = action === 'pass' ? 'no' : 'perhaps';
    const { calls, message, moving, chain } = asked;
    const counts = countsOf(wanted);
    const isNamed = (contract: string): boolean => counts(nftKey(chain, contract));
    if (message) return ofMessage(wanted, message, unknown, (when.messages ?? []).length > 0);
    if (!calls) return unknown;
    const sending = calls.filter(({ contract }) => isNamed(contract));
    if (sending.length === 0) return calls.some(({ args = [] }) => tellsOf(args, isNamed)) ? unknown : 'no';
    if (action === 'pass' && moving.some(({ units }) => units > 0n)) return 'no';
    const count = countOf(wanted, sending, asked, facts, action === 'pass');
    if (count === undefined) return unknown;
    return isWithin(wanted, count) ? matchPart(sending.length, calls.length, action) : 'no';
  },
  notLooser: isSame,
  whenFewerListed: () => 'same',
  places: ({ collections }) => collections,
  problems: (wanted, rule) => badIf(!isSound(wanted, rule)),
};
