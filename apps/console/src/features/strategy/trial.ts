import { fromUnits } from '@holdfast/money';
import {
  type ConditionName,
  conditions,
  isPrice,
  type Outcome,
  openNodes,
  outcomeOf,
  type PolicyDocument,
  type Rule,
  type RuleType,
  roomOnSubject,
  rulingOnSubject,
  type SeniorRule,
  type SimulatedTransaction,
  simulate,
  unconditional,
} from '@holdfast/policy';
import { selectorOf } from '@holdfast/policy/selector';
import { exactAmount } from '../../lib/amount.ts';
import { contractOf, hasContracts, isDataOf } from './calls.ts';
import { conditionForms } from './conditions/index.ts';
import { type Coin, coinKey, unitsOfText } from './draft.ts';
import { coinsFor, type Trial } from './trial-input.ts';

/** The conditions of a rule, the first that fails is told. */
export type Why = 'off' | 'type' | ConditionName;
/** `part`: it names some of the calls; `calls`, `perhaps`: these, or the value, are not known. */
export type Line =
  | { readonly rule: SeniorRule; readonly match: 'decides' | 'perhaps' | 'part' | 'calls' | 'later' }
  | { readonly rule: SeniorRule; readonly match: 'no'; readonly why: Why };
/** What one rule asks for. */
export interface Steps {
  readonly rule: Rule;
  readonly nodes: Outcome['nodes'];
}
export interface Verdict {
  readonly outcome: Outcome;
  /** One for each rule that may decide, in the order of `outcome.nodes`: all of them have to be satisfied. */
  readonly steps: readonly Steps[];
  readonly lines: readonly Line[];
  /** The most that no limit refuses, where limits refuse a payment for its amount, such as `3 ETH`. */
  readonly most: string | undefined;
}

/** The same trial as one of another type: what that type cannot have becomes something it can. */
export function typed(trial: Trial, type: RuleType, coins: readonly Coin[]): Trial {
  const offered = coinsFor(type, coins).map(coinKey);
  return {
    ...trial,
    type,
    coin: offered.includes(trial.coin) ? trial.coin : (offered[0] ?? ''),
    to: type !== 'transfer' && trial.to === 'own' ? 'other' : trial.to,
    calls: type === 'web3' && trial.calls.length === 0 ? [{ contract: '', method: '' }] : trial.calls,
  };
}

const destinations = { own: 'own', entry: 'listed', other: 'unknown' } as const;

/** The calls as rules see them; undefined while they are not filled in. */
function callsOf(
  { type, calls, callsKnown }: Trial,
  chain: string,
  coins: readonly Coin[],
): SimulatedTransaction['calls'] | undefined {
  if (type === 'transfer' || !hasContracts(chain, coins)) return [];
  if (!callsKnown) return '';
  const read = calls.map(({ contract, method, data = '' }) => ({
    contract: contractOf(chain, contract, coins),
    method: method.trim() === '' ? '' : selectorOf(method),
    data: data.trim().toLowerCase(),
  }));
  const whole = read.flatMap(({ contract, method, data }) =>
    contract === undefined || method === undefined || !isDataOf(method, data)
      ? []
      : [{ contract, method, ...(data === '' ? {} : { data }) }],
  );
  return whole.length < read.length || (type === 'web3' && whole.length === 0) ? undefined : whole;
}

/** The trial as the rules see it; undefined while it is not filled in. */
export function imaginedOf(trial: Trial, coins: readonly Coin[]): SimulatedTransaction | undefined {
  const coin = coinsFor(trial.type, coins).find((one) => coinKey(one) === trial.coin);
  if (!coin) return undefined;
  const given = trial.type === 'web3' ? trial.value.trim() || '0' : trial.amount.trim();
  const amount = unitsOfText(given, coin.decimals);
  const spent = unitsOfText(trial.spent.trim(), coin.decimals);
  const calls = callsOf(trial, coin.chain, coins);
  if (!amount || (amount === '0' && trial.type !== 'web3') || spent === undefined || calls === undefined)
    return undefined;
  const { type, initiator, wallet, entry, price } = trial;
  // Nobody can have listed a contract that is not known.
  const to = calls === '' ? 'other' : trial.to;
  return {
    type,
    initiator,
    wallet,
    asset: { chain: coin.chain, contract: coin.contract, decimals: String(coin.decimals) },
    amount,
    to: destinations[to],
    entry: to === 'entry' ? entry : '',
    calls,
    price: isPrice(price) ? price : '',
    spent: spent || '0',
  };
}

type Simulated = ReturnType<typeof simulate>;

/** A rule of which only some conditions are kept, judged as the only senior rule there is, by the signers' own code. */
function holds(
  policy: PolicyDocument,
  { subject, known }: Simulated,
  rule: SeniorRule,
  action: 'pass' | 'refuse',
): boolean {
  const alone = { ...policy, senior: [{ ...rule, action, nodes: [] }] };
  const ruling = rulingOnSubject(alone, subject, known);
  return ruling?.action === action && ruling.rule.id === rule.id;
}

const names = Object.keys(conditionForms) as ConditionName[];
/** Every condition in the order in which its failing is told: those last that ask what signers know by themselves. */
const told = [false, true].flatMap((asking) => names.filter((name) => conditions[name].facts.length > 0 === asking));

/** The first of its conditions by which a rule does not speak of the transaction: the one that ends it when they are asked one after the other. */
function whyNot(policy: PolicyDocument, simulated: Simulated, rule: SeniorRule): Why | undefined {
  if (rule.enabled === 'off') return 'off';
  if (rule.type !== simulated.subject.type) return 'type';
  return told.find((name, at) => {
    const asked = told.slice(0, at + 1).map((one) => [one, rule.when[one]]);
    const only = { ...rule, when: { ...unconditional, ...Object.fromEntries(asked) } };
    return !holds(policy, simulated, only, conditionForms[name].whole && rule.action === 'pass' ? 'pass' : 'refuse');
  });
}

/** Why a rule that may be the first to speak is not it for sure. */
function doubt(policy: PolicyDocument, simulated: Simulated, rule: SeniorRule): 'perhaps' | 'part' | 'calls' {
  if (holds(policy, simulated, { ...rule, when: { ...unconditional, calls: rule.when.calls } }, 'pass'))
    return 'perhaps';
  return simulated.subject.calls === undefined ? 'calls' : 'part';
}

/** The rules of which each has to be satisfied, with who would be asked by it. */
function stepsOf(policy: PolicyDocument, { subject, known }: Simulated): Steps[] {
  const flows = rulingOnSubject(policy, subject, known)?.flows ?? [];
  return flows.map((flow) => {
    const senior = policy.senior.find((rule) => rule === flow);
    const basic = policy.strategies.find((strategy) => strategy === flow);
    const rule: Rule = senior
      ? { level: 'senior', id: senior.id, name: senior.name }
      : { level: 'basic', id: basic?.wallet ?? '*', name: '' };
    return { rule, nodes: openNodes(policy, [flow], subject, undefined) };
  });
}

/** What limits leave of a payment that they refuse. */
function mostOf(policy: PolicyDocument, { subject, known }: Simulated, coins: readonly Coin[]): string | undefined {
  const room = subject.type === 'transfer' ? roomOnSubject(policy, subject, known) : undefined;
  const coin = coins.find((one) => coinKey(one) === coinKey(subject));
  return room && room.units > 0n && coin
    ? `${exactAmount(fromUnits(room.units, coin.decimals))} ${coin.symbol}`
    : undefined;
}

/**
 * What the rules would say of this transaction, and of each senior rule why it does or does not speak of it. The judgement is
 * `outcomeOf`, the code that signers run; undefined while the trial is not filled in.
 * @param listedOnly signers pay listed payees alone now, whatever these rules say: they hold to a whitelist for its cooling period
 */
export function tryOut(
  policy: PolicyDocument,
  trial: Trial,
  coins: readonly Coin[],
  listedOnly = false,
): Verdict | undefined {
  const transaction = imaginedOf(trial, coins);
  if (!transaction) return undefined;
  const simulated = simulate(transaction);
  let decided = false;
  const lines = policy.senior.map((rule): Line => {
    if (decided) return { rule, match: 'later' };
    const why = whyNot(policy, simulated, rule);
    if (why) return { rule, match: 'no', why };
    decided = holds(policy, simulated, rule, 'pass');
    return { rule, match: decided ? 'decides' : doubt(policy, simulated, rule) };
  });
  const known = { ...simulated.known, whitelistHeld: listedOnly };
  const outcome = outcomeOf(policy, simulated.subject, known);
  const most = outcome.problem === 'refusedByRule' ? mostOf(policy, simulated, coins) : undefined;
  return { outcome, steps: stepsOf(policy, simulated), lines, most };
}
