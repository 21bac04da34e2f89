import {
  centsOf,
  type Evaluation,
  evaluate,
  type Facts,
  type Intent,
  isPrice,
  type PolicyDocument,
  policyHash,
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

const someHash = 'e'.repeat(64);

function intentOf(policy: PolicyDocument, trial: Trial, coin: Coin, units: string): Intent {
  const { id, version, deployment } = policy;
  const entry = trial.to === 'entry' ? trial.entry || someHash : '';
  return {
    v: '1',
    domain: 'holdfast/intent/v1',
    kind: 'transfer',
    deployment,
    workspace: '1',
    wallet: trial.wallet,
    keyGroup: '0'.repeat(32),
    path: 'm/0',
    chain: coin.chain,
    asset: { symbol: coin.symbol, contract: coin.contract, decimals: String(coin.decimals) },
    from: 'from',
    outputs: [{ address: 'to', amount: units, memo: '', entry, path: trial.to === 'own' ? 'm/0/1' : '' }],
    maxFee: '0',
    feeAsset: { symbol: coin.symbol, contract: '', decimals: '0' },
    call: '',
    conflict: coin.chain.startsWith('bitcoin') ? 'bitcoin-inputs' : 'evm-nonce',
    policy: { id, version, hash: policyHash(policy) },
    body: '',
    id: '00000000-0000-4000-8000-000000000000',
    request: '',
    created: '0',
    notBefore: '0',
    expires: '1',
    initiator: trial.initiator,
    remarkHash: '',
  };
}

function factsOf(trial: Trial, coin: Coin, spent: bigint): Facts {
  const price = isPrice(trial.price) ? trial.price : undefined;
  return {
    price: () => price,
    spent: ({ counts }) => {
      if (!counts(coinKey(coin))) return { units: 0n, cents: 0n };
      return { units: spent, cents: price === undefined ? undefined : centsOf(spent, coin.decimals, price) };
    },
    isInternal: () => trial.to === 'own',
    isListed: () => trial.to === 'entry',
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
  const coin = coins.find((one) => coinKey(one) === trial.coin);
  const units = coin && unitsOfText(trial.amount.trim(), coin.decimals);
  const spent = coin && unitsOfText(trial.spent.trim(), coin.decimals);
  if (!coin || !units || units === '0' || spent === undefined) return undefined;
  const intent = intentOf(policy, trial, coin, units);
  const facts = factsOf(trial, coin, BigInt(spent === '' ? '0' : spent));
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
