import type { ConditionName, ListedEntry, PolicyDocument, RuleCondition, SeniorRule } from '@holdfast/policy';
import { memberName } from './actors.ts';
import type { AssetFacts, ChainFacts } from './facts.ts';
import { amountText, blocksOf, honestText } from './format.ts';
import type { RuleWord, Say } from './words.en.ts';

/** What the values in a rule are called: names of members, assets, and entries of the address book by their hash. */
export interface Naming {
  readonly policy: PolicyDocument;
  readonly chains: readonly ChainFacts[];
  readonly entries: ReadonlyMap<string, ListedEntry>;
}
type AssetName = RuleCondition['assets']['list'][number];

/** A name that could be read as more than one, or as part of the sentence, stands in quotation marks. */
export function listed(say: Say, name: string): string {
  const text = honestText(name);
  return /[,;:、，；：.()"“”]/u.test(text) ? say('quoted', { text }) : text;
}

export const join = (say: Say, items: readonly string[], by: RuleWord = 'listJoin'): string => items.join(say(by));

const chainName = ({ chains }: Naming, id: string): string => {
  const known = chains.find((chain) => chain.id === id);
  return known ? `${honestText(known.name)} ${id}` : id;
};

function assetOf({ chains }: Naming, { chain, contract }: AssetName): AssetFacts | undefined {
  const known = chains.find(({ id }) => id === chain);
  return known?.assets.find((asset) => asset.contract.toLowerCase() === contract.toLowerCase());
}

function assetName(say: Say, naming: Naming, name: AssetName): string {
  const chain = chainName(naming, name.chain);
  const asset = assetOf(naming, name);
  const contract = blocksOf(name.contract).join(' ');
  if (!asset) return say(name.contract === '' ? 'rule_unknownCoin' : 'rule_unknownToken', { chain, contract });
  const symbol = honestText(asset.symbol);
  return name.contract === '' ? say('rule_asset', { symbol, chain }) : say('rule_token', { symbol, contract, chain });
}

/** Exact: USD from cents, base units with the asset's own where this signer knows it. */
function boundText(say: Say, naming: Naming, { amount, assets }: RuleCondition, units: string): string {
  if (amount.unit === 'usd') return `${amountText(units, '2')} USD`;
  const [only] = assets.list;
  const asset = only && assetOf(naming, only);
  return asset
    ? `${amountText(units, String(asset.decimals))} ${honestText(asset.symbol)}`
    : say('rule_units', { units });
}

function amountClause(say: Say, naming: Naming, { type, when }: SeniorRule): string {
  const { unit, over, upTo, hours, scope } = when.amount;
  if (unit === 'none') return '';
  const window = hours === '0' ? '' : say(`rule_window_${scope}`, { hours });
  if (over === '' && upTo === '') return say('rule_noBound', { unit }) + window;
  const bounds = {
    ...(over === '' ? {} : { over: boundText(say, naming, when, over) }),
    ...(upTo === '' ? {} : { upTo: boundText(say, naming, when, upTo) }),
  };
  const key = over === '' ? 'rule_upTo' : upTo === '' ? 'rule_over' : 'rule_between';
  // What a contract moves is not in it: of a web3 call it is the native coin that goes along.
  return (type === 'web3' ? say('rule_value') : '') + say(key, bounds) + window;
}

function whoText(say: Say, { policy }: Naming, who: string): string {
  const [kind, ...rest] = who.split(':');
  const name = rest.join(':');
  if (kind === 'member') return listed(say, memberName({ policy }, name));
  const roles = ['owner', 'admin', 'operator', 'approver', 'viewer', 'api'] as const;
  const role = roles.find((one) => one === name);
  return role ? say('rule_anyRole', { role: say(`role_${role}`) }) : who;
}

function entryText(say: Say, { entries }: Naming, hash: string): string {
  const entry = entries.get(hash)?.entry;
  return entry
    ? say('rule_entry', {
        label: say('quoted', { text: honestText(entry.label) }),
        address: blocksOf(entry.address).join(' '),
      })
    : hash;
}

function callText(say: Say, naming: Naming, { chain, contract, methods }: RuleCondition['calls'][number]): string {
  const params = {
    contract: blocksOf(contract).join(' '),
    chain: chainName(naming, chain),
    methods: join(say, methods, 'listOr'),
  };
  return say(methods.length === 0 ? 'rule_call' : 'rule_callMethods', params);
}

const clause = (say: Say, key: RuleWord, items: readonly string[]): string =>
  items.length === 0 ? '' : say(key, { list: join(say, items, 'listOr') });

/** What the sentence says of one condition of a rule; '' of none. */
type Clause = (say: Say, naming: Naming, rule: SeniorRule) => string;

/** Every condition, in the order of the sentence: how much, of what, from where, by whom, to whom, by which call. */
export const clauses = {
  amount: amountClause,
  assets: (say, naming, { when: { assets } }) =>
    clause(
      say,
      assets.mode === 'except' ? 'rule_assetsExcept' : 'rule_assetsOnly',
      assets.list.map((one) => assetName(say, naming, one)),
    ),
  wallets: (say, _, { when }) => clause(say, 'rule_wallets', when.wallets),
  initiators: (say, naming, { when }) =>
    clause(
      say,
      'rule_initiators',
      when.initiators.map((who) => whoText(say, naming, who)),
    ),
  destinations: (say, naming, { when: { destinations } }) => {
    const entries = destinations.entries.map((hash) => entryText(say, naming, hash));
    return destinations.mode === 'any' ? '' : say(`rule_${destinations.mode}`, { list: join(say, entries) });
  },
  // A call beside those it names is enough for it not to let pass; see `calls` in packages/policy.
  calls: (say, naming, { when, action }) =>
    clause(
      say,
      action === 'pass' ? 'rule_callsOnly' : 'rule_calls',
      when.calls.map((call) => callText(say, naming, call)),
    ),
} satisfies Record<ConditionName, Clause>;
