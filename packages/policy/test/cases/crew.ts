import {
  type BookChange,
  createSpendings,
  type Decision,
  type Evaluation,
  type Facts,
  type Intent,
  type PolicyDocument,
  type SeniorRule,
  type Spending,
  spentFrom,
  unconditional,
} from '../../src/index.ts';
import { keys, member, node, policyOf, strategy } from '../fixtures.ts';

/** The people and rules that the cases are about, and how a case is written down. */

/** Facts as a file can hold them. */
export interface KnownFacts {
  readonly now?: number;
  readonly prices?: Readonly<Record<string, string>>;
  readonly spendings?: readonly (Omit<Spending, 'units' | 'cents'> & {
    readonly units: string;
    readonly cents?: string;
  })[];
  readonly frozen?: boolean;
  readonly whitelistHeld?: boolean;
  /** Addresses of our own, and listed entries by hash. */
  readonly internal?: readonly string[];
  readonly listed?: readonly string[];
  /** Methods that members agreed on, by the contract's address. */
  readonly methods?: Readonly<Record<string, readonly string[]>>;
}

export const now = 1_763_700_060_000;
export const hour = 3_600_000;

export function factsFrom({
  prices = {},
  spendings,
  internal = [],
  listed = [],
  now: at = now,
  frozen = false,
  whitelistHeld = false,
  methods = {},
}: KnownFacts): Facts {
  const counted = createSpendings();
  for (const { units, cents, ...rest } of spendings ?? [])
    counted.add({ ...rest, units: BigInt(units), cents: cents === undefined ? undefined : BigInt(cents) });
  return {
    price: (asset) => prices[asset],
    spent: spendings ? spentFrom(counted, at) : () => undefined,
    isInternal: (_, output) => internal.includes(output.address),
    isListed: (_, output) => listed.includes(output.entry),
    methodsOf: (_, { address }) => methods[address] ?? [],
    frozen,
    whitelistHeld,
  };
}

const anything: SeniorRule['when'] = unconditional;
export type Amount = SeniorRule['when']['amount'];
export const rule = (
  action: SeniorRule['action'],
  when: Partial<SeniorRule['when']> = {},
  change: Partial<SeniorRule> = {},
): SeniorRule => ({
  id: 'r1',
  name: 'Rule one',
  enabled: 'on',
  type: 'transfer',
  when: { ...anything, ...when },
  action,
  signProtection: 'on',
  nodes: action === 'flow' ? [{ ...node('Release', 1, 'ann', 'bob'), kind: 'sign' }] : [],
  ...change,
});
export const amount = (change: Partial<Amount>): Partial<SeniorRule['when']> => ({
  amount: { ...anything.amount, ...change },
});
export const eth = 'evm:31337|';
export const onlyEth: Partial<SeniorRule['when']> = {
  assets: { mode: 'only', list: [{ chain: 'evm:31337', contract: '' }] },
};
export const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';

export const crew = policyOf(
  [
    member('ann', 'owner', keys.ann, keys.ann2),
    member('bob', 'admin', keys.bob),
    { ...member('cem', 'operator', keys.cem), wallets: [{ wallet: '9', role: 'viewer' }] },
    { ...member('dee', 'approver', keys.dee), wallets: [{ wallet: '9', role: 'operator' }] },
    { ...member('eve', 'api', keys.eve), keyHolder: 'no' },
  ],
  [strategy('*', 'on', node('Anybody', 1, 'ann', 'bob', 'dee'))],
);
export const under = (change: Partial<PolicyDocument>): PolicyDocument => ({ ...crew, ...change });
export const senior = (...rules: SeniorRule[]): PolicyDocument => under({ senior: rules });

export type Vote = readonly [keyof typeof keys, Decision];
export interface Case {
  readonly policy: PolicyDocument;
  readonly intent?: Partial<Intent>;
  readonly votes?: readonly Vote[];
  readonly facts?: KnownFacts;
  readonly next?: PolicyDocument;
  readonly book?: BookChange;
  /** What the payment says that the intent drops, beside what is usual. */
  readonly drops?: Partial<Intent>;
  /** State, then `level id`, then the problem when there is one. */
  readonly is: readonly [Evaluation['state'], string, string?];
}
export const asked: readonly Vote[] = [['cem', 'initiate']];
export const basic = 'basic *';
export const first = 'senior r1';
export const one = '1500000000000000000';
export const two = { ...rule('pass'), id: 'r2', name: 'Rule two' };
