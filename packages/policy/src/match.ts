import type { Member, PolicyDocument } from './document.ts';
import { type AssetKey, assetKey, type Facts } from './facts.ts';
import { roleIn } from './roles.ts';
import type { RuleCondition, SeniorRule } from './senior.ts';
import type { Call, Payee, Subject } from './subject.ts';
import { centsOf } from './value.ts';

/** What rules ask beyond the subject and the document. */
export type Known = Pick<Facts, 'price' | 'spent' | 'whitelistHeld'>;

/** A subject with what every rule would have to find again. */
interface Asked extends Subject {
  readonly member: Member | undefined;
  readonly asset: AssetKey;
  readonly worth: Worth;
}

type Part = (when: RuleCondition, asked: Asked) => boolean;

const initiators: Part = ({ initiators: wanted }, { member, wallet }) =>
  wanted.length === 0 ||
  (member !== undefined &&
    (wanted.includes(`member:${member.id}`) || wanted.includes(`role:${roleIn(member, wallet)}`)));

const wallets: Part = ({ wallets: wanted }, { wallet }) => wanted.length === 0 || wanted.includes(wallet);

type Counts = (asset: AssetKey) => boolean;
/** By conditions that cannot change any more, since they are frozen. */
const known = new WeakMap<RuleCondition, Counts>();

/** Which assets the rule speaks of. The same function each time for the same frozen condition, so that a window can be known by it. */
export function countsOf(when: RuleCondition): Counts {
  const before = known.get(when);
  if (before) return before;
  const { mode, list } = when.assets;
  const named = new Set(list.map(({ chain, contract }) => assetKey(chain, contract)));
  const counts: Counts = (asset) => mode === 'any' || named.has(asset) === (mode === 'only');
  if (Object.isFrozen(when)) known.set(when, counts);
  return counts;
}

const isKnown = (payee: Payee): boolean => payee.isInternal() || payee.isListed();

const destinations: Part = ({ destinations: { mode, entries } }, { payees }) => {
  if (mode === 'internal') return payees.every((payee) => payee.isInternal());
  if (mode === 'known') return payees.every(isKnown);
  if (mode === 'listed') return payees.every((payee) => entries.includes(payee.entry) && payee.isListed());
  return mode === 'any' || !payees.every(isKnown);
};

/** `perhaps`: its value or its calls are not known, or it speaks of some of the calls only. */
type Match = 'yes' | 'no' | 'perhaps';

/** Hex addresses of EVM chains are the same in either case (EIP-55). */
const isSame = (chain: string, a: string, b: string): boolean =>
  a === b || (chain.startsWith('evm:') && a.toLowerCase() === b.toLowerCase());

const names = (wanted: RuleCondition['calls'], call: Call): boolean =>
  wanted.some(
    ({ chain, contract, methods }) =>
      chain === call.chain &&
      isSame(chain, contract, call.contract) &&
      (methods.length === 0 || methods.includes(call.method)),
  );

/**
 * Who asks chooses what to bundle: another call may neither escape a rule nor earn one. A rule that names every call speaks of the transaction, one
 * that names none does not. One that names some of them has to be satisfied together with what stands behind it, and refuses where it refuses; one
 * that lets pass speaks only of what it names whole. So a call more is never looser, and calls that are not known are as strict as any.
 */
function callsMatch({ when: { calls: wanted }, action }: SeniorRule, { calls }: Asked): Match {
  if (wanted.length === 0) return 'yes';
  const named = calls?.filter((call) => names(wanted, call)).length;
  if (named === 0) return 'no';
  if (named !== undefined && named === calls?.length) return 'yes';
  return action === 'pass' ? 'no' : 'perhaps';
}

/** In cents; undefined is unknown. */
type Worth = () => bigint | undefined;

/** Asked by every rule in USD, found once. Nothing is worth nothing at any price. */
function worthOf({ units, decimals }: Subject, asset: AssetKey, { price: priceOf }: Known): Worth {
  let found: { readonly cents: bigint | undefined } | undefined;
  return () => {
    if (found) return found.cents;
    const price = units === 0n ? '0' : priceOf(asset);
    found = { cents: price === undefined ? undefined : centsOf(units, decimals, price) };
    return found.cents;
  };
}

/** How much this is to the rule, window included; undefined is unknown. */
function amountOf(when: RuleCondition, asked: Asked, known: Known): bigint | undefined {
  const { unit, hours, scope } = when.amount;
  const own = unit === 'coin' ? asked.units : asked.worth();
  if (own === undefined || hours === '0') return own;
  const { wallet, initiator: member, id: except } = asked;
  const before = known.spent({ hours: Number(hours), scope, wallet, member, counts: countsOf(when), except });
  const spent = unit === 'coin' ? before?.units : before?.cents;
  return spent === undefined ? undefined : own + spent;
}

function amountMatch(when: RuleCondition, asked: Asked, known: Known): Match {
  const { unit, over, upTo } = when.amount;
  if (unit === 'none') return 'yes';
  const value = amountOf(when, asked, known);
  if (value === undefined) return 'perhaps';
  return (over === '' || value > BigInt(over)) && (upTo === '' || value <= BigInt(upTo)) ? 'yes' : 'no';
}

/** The cheap questions first; how much it is comes last. */
const parts: readonly Part[] = [
  initiators,
  wallets,
  (when, { asset }) => when.assets.mode === 'any' || countsOf(when)(asset),
  destinations,
];

/** Does this rule speak of this transaction? */
function matchOf(rule: SeniorRule, asked: Asked, known: Known): Match {
  if (rule.enabled === 'off' || rule.type !== asked.type) return 'no';
  const calls = callsMatch(rule, asked);
  if (calls === 'no') return 'no';
  for (const part of parts) if (!part(rule.when, asked)) return 'no';
  const amount = amountMatch(rule.when, asked, known);
  return amount === 'yes' ? calls : amount;
}

export interface Matching {
  /** The rules that may be the first that matches, in order. */
  readonly rules: readonly SeniorRule[];
  /** Does the last of them match for sure? Else the basic strategy may be what decides. */
  readonly certain: boolean;
}

/** The first rule that matches; where values or calls are not known, every rule that it might be. */
export function firstMatches(policy: PolicyDocument, subject: Subject, known: Known): Matching {
  const asset = assetKey(subject.chain, subject.contract);
  const member = policy.members.find(({ id }) => id === subject.initiator);
  const asked: Asked = { ...subject, member, asset, worth: worthOf(subject, asset, known) };
  const rules: SeniorRule[] = [];
  for (const rule of policy.senior) {
    const match = matchOf(rule, asked, known);
    if (match !== 'no') rules.push(rule);
    if (match === 'yes') return { rules, certain: true };
  }
  return { rules, certain: false };
}
