import {
  type Evaluation,
  evaluate,
  type Facts,
  type ImaginedPayment,
  type Intent,
  imagine,
  isPrice,
  type PolicyDocument,
  rulingOn,
  type SeniorRule,
} from '@holdfast/policy';
import { type Coin, coinKey, unitsOfText } from './draft.ts';

/** A transaction that somebody imagines. */
export interface Trial {
  readonly initiator: string;
  readonly wallet: string;
  /** `chain|contract` */
  readonly coin: string;
  readonly amount: string;
  readonly to: 'own' | 'entry' | 'other';
  /** Hash of the entry that is paid. */
  readonly entry: string;
  /** USD per whole coin; '' is unknown. */
  readonly price: string;
  /** In coins, of everything that a sliding window counts before this transaction. */
  readonly spent: string;
}

/** The conditions of a rule, the first that fails is told. */
export type Why = 'off' | 'type' | 'initiators' | 'wallets' | 'assets' | 'calls' | 'destinations' | 'amount';
export type Line =
  | { readonly rule: SeniorRule; readonly match: 'decides' | 'perhaps' | 'later' }
  | { readonly rule: SeniorRule; readonly match: 'no'; readonly why: Why };
export interface Outcome {
  readonly evaluation: Evaluation;
  readonly lines: readonly Line[];
}

const destinations = { own: 'own', entry: 'listed', other: 'unknown' } as const;

/** The trial as the rules see it; undefined while it is not filled in. */
export function paymentOf(trial: Trial, coins: readonly Coin[]): ImaginedPayment | undefined {
  const coin = coins.find((one) => coinKey(one) === trial.coin);
  const amount = coin && unitsOfText(trial.amount.trim(), coin.decimals);
  const spent = coin && unitsOfText(trial.spent.trim(), coin.decimals);
  if (!coin || !amount || amount === '0' || spent === undefined) return undefined;
  const { initiator, wallet, to, entry, price } = trial;
  return {
    initiator,
    wallet,
    asset: { chain: coin.chain, contract: coin.contract, decimals: String(coin.decimals) },
    amount,
    to: destinations[to],
    entry: to === 'entry' ? entry : '',
    price: isPrice(price) ? price : '',
    spent: spent || '0',
  };
}

/** A rule of which only some conditions are kept, judged as the only senior rule there is, by the signers' own code. */
function holds(
  policy: PolicyDocument,
  intent: Intent,
  facts: Facts,
  rule: SeniorRule,
  action: 'pass' | 'refuse',
): boolean {
  const alone = { ...policy, senior: [{ ...rule, action, nodes: [] }] };
  const ruling = rulingOn(alone, intent, facts, {});
  return ruling?.action === action && ruling.rule.id === rule.id;
}

const parts = ['initiators', 'wallets', 'assets', 'calls', 'destinations'] as const;

function whyNot(policy: PolicyDocument, intent: Intent, facts: Facts, rule: SeniorRule): Why {
  if (rule.enabled === 'off') return 'off';
  if (rule.type !== 'transfer') return 'type';
  const free: SeniorRule['when'] = {
    initiators: [],
    wallets: [],
    assets: { mode: 'any', list: [] },
    amount: { unit: 'none', over: '', upTo: '', hours: '0', scope: 'wallet' },
    destinations: { mode: 'any', entries: [] },
    calls: [],
  };
  const failing = parts.find(
    (part) => !holds(policy, intent, facts, { ...rule, when: { ...free, [part]: rule.when[part] } }, 'refuse'),
  );
  return failing ?? 'amount';
}

/**
 * What the rules would say of this transaction, and of each senior rule why it does or does not speak of it. The judgement is `evaluate` itself, the
 * code that signers run; undefined while the trial is not filled in.
 */
export function tryOut(policy: PolicyDocument, trial: Trial, coins: readonly Coin[]): Outcome | undefined {
  const payment = paymentOf(trial, coins);
  if (!payment) return undefined;
  const { intent, facts } = imagine(policy, payment);
  let decided = false;
  const lines = policy.senior.map((rule): Line => {
    if (decided) return { rule, match: 'later' };
    if (!holds(policy, intent, facts, rule, 'refuse'))
      return { rule, match: 'no', why: whyNot(policy, intent, facts, rule) };
    decided = holds(policy, intent, facts, rule, 'pass');
    return { rule, match: decided ? 'decides' : 'perhaps' };
  });
  return { evaluation: evaluate(policy, intent, [], facts), lines };
}
