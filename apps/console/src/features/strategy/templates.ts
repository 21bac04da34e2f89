import { canDecide, type Flow, type PolicyDocument, type SeniorRule, unconditional } from '@holdfast/policy';
import { asking, nextOf, withSteps } from './draft.ts';
import { anyTwo, oneOther } from './two-people.ts';

export const templateKeys = ['team', 'exchange', 'treasury'] as const;
export type TemplateKey = (typeof templateKeys)[number];

/** The names that steps and rules of a template get, in the language of whoever proposes it. */
interface TemplateNames {
  readonly approval: string;
  readonly release: string;
  readonly rule: (key: RuleKey) => string;
}
type RuleKey = 'small' | 'calls' | 'trades' | 'hour' | 'day' | 'api' | 'apiRest' | 'unlisted' | 'unlistedCalls';

type When = Partial<SeniorRule['when']>;
const usd = (bounds: Partial<SeniorRule['when']['amount']>): When => ({
  amount: { ...unconditional.amount, unit: 'usd', scope: 'workspace', ...bounds },
});
/** Cents. */
const thousand = (many: number): string => String(many * 100_000);
const unlisted: When = { destinations: { mode: 'unknown', entries: [] } };
const byApi: When = { initiators: ['role:api'] };

/**
 * The rules of a template in place of all senior rules and of the default flow; wallets keep flows of their own. Nothing where too few people could approve.
 * @param ids one each, for rules that are new
 */
export function templateOf(
  key: TemplateKey,
  policy: PolicyDocument,
  names: TemplateNames,
  id: () => string,
): PolicyDocument | undefined {
  const [one, two] = [oneOther(policy, names), anyTwo(policy, names)];
  const flow = key === 'treasury' ? two : one;
  if (!flow || !one) return undefined;
  const rule = (name: RuleKey, type: SeniorRule['type'], action: SeniorRule['action'], when: When): SeniorRule => {
    const asks = action === 'flow';
    const nodes = asks ? one.nodes.map((node) => ({ ...node })) : [];
    const base = { id: id(), name: names.rule(name), enabled: 'on' as const, type, action };
    return { ...base, when: { ...unconditional, ...when }, signProtection: 'on', nodes };
  };
  const [noCalls, noTrades] = [() => rule('calls', 'web3', 'refuse', {}), () => rule('trades', 'trade', 'refuse', {})];
  const hasApi = policy.members.some(({ role }) => role === 'api');
  const apiRules = (): SeniorRule[] => [
    rule('api', 'transfer', 'pass', { ...byApi, ...usd({ upTo: thousand(10) }) }),
    rule('apiRest', 'transfer', 'refuse', byApi),
  ];
  const rules: Readonly<Record<TemplateKey, () => SeniorRule[]>> = {
    team: () => [rule('small', 'transfer', 'pass', usd({ upTo: thousand(10) })), noCalls(), noTrades()],
    exchange: () => [
      rule('hour', 'transfer', 'flow', usd({ over: thousand(100), hours: '1' })),
      rule('day', 'transfer', 'flow', usd({ over: thousand(500), hours: '24' })),
      ...(hasApi ? apiRules() : []),
      noCalls(),
      noTrades(),
    ],
    treasury: () => [
      rule('unlisted', 'transfer', 'refuse', unlisted),
      rule('unlistedCalls', 'web3', 'refuse', unlisted),
      rule('calls', 'web3', 'flow', {}),
      noTrades(),
    ],
  };
  const begun: Flow = withSteps<Flow>(policy, { ...flow, nodes: [] }, flow.nodes);
  const part = asking({ signProtection: begun.signProtection, nodes: [...begun.nodes] }, begun.pages === 'different');
  const others = policy.strategies.filter(({ wallet }) => wallet !== '*');
  return nextOf(policy, { strategies: [{ wallet: '*', ...part }, ...others], senior: rules[key]() });
}

/** So many others are enough for every template. */
const imaginedMost = 3;

/**
 * The template as it would be with others who hold a key of equal rights, as few as it takes: for whoever looks before there are any. It is never proposed.
 * @param called what each of them is called
 */
export function imaginedOf(
  key: TemplateKey,
  policy: PolicyDocument,
  names: TemplateNames,
  id: () => string,
  called: (place: number) => string,
): PolicyDocument | undefined {
  const like = policy.members.find((one) => one.keyHolder === 'yes' && canDecide(one));
  if (!like) return undefined;
  for (let count = 1; count <= imaginedMost; count++) {
    const others = Array.from({ length: count }, (_, at) => ({
      ...like,
      ...{ id: `imagined-${at + 1}`, name: called(at + 1), role: 'approver' as const, wallets: [] },
    }));
    const next = templateOf(key, { ...policy, members: [...policy.members, ...others] }, names, id);
    if (next) return next;
  }
  return undefined;
}
