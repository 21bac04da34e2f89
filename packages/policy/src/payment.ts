import { type PolicyDocument, policyHash } from './document.ts';
import { type FlowProblem, obstacleOf } from './evaluate.ts';
import type { Facts } from './facts.ts';
import { type OpenNode, openNodes } from './flow.ts';
import type { Intent } from './intent.ts';
import type { Known } from './match.ts';
import { assetKey } from './rule-facts.ts';
import { type Rule, type Ruling, rulingOnSubject } from './ruling.ts';
import { hourMs } from './spendings.ts';
import type { Subject } from './subject.ts';

/** Where a part of a payment goes, as rules see it. */
export interface PaymentOutput {
  /** Base units. */
  readonly amount: string;
  /** Hash of the address book's entry that is named, or ''. */
  readonly entry: string;
  /** To an address of our own. */
  readonly own: boolean;
  /** For how long the entry had been listed, in milliseconds; missing when it was not. */
  readonly listedMs: number | undefined;
}

/** Whatever rules ask of a payment, and nothing else of it: one that was made, or one that somebody imagines. */
export interface Payment {
  readonly id: string;
  readonly wallet: string;
  readonly initiator: string;
  readonly chain: string;
  readonly contract: string;
  readonly decimals: number;
  readonly outputs: readonly PaymentOutput[];
  /** USD per whole coin; '' is unknown. */
  readonly price: string;
  /** The most that it may cost, which windows count; missing where that is not a part of what is judged. */
  readonly fee?: PaymentFee;
}

/** In base units of the chain's coin. */
export interface PaymentFee {
  readonly units: string;
  readonly decimals: number;
  /** As that of the payment. */
  readonly price: string;
}

/** What the rules say of a transaction before anybody has decided. */
export interface Outcome {
  /** `refuse` also where it could never be satisfied, see `problem`. */
  readonly action: 'pass' | 'flow' | 'refuse';
  readonly problem: FlowProblem | '';
  readonly rule: Rule;
  readonly nodes: readonly OpenNode[];
}

/** Rules look at none of these fields. */
const blank = {
  v: '1',
  domain: 'holdfast/intent/v1',
  kind: 'transfer',
  workspace: '1',
  keyGroup: '0'.repeat(32),
  path: 'm/0',
  from: 'from',
  call: '',
  conflict: 'none',
  body: '',
  request: '',
  created: '0',
  notBefore: '0',
  expires: '1',
  remarkHash: '',
} as const;

/** How an intent names the document it is made for. */
type Under = Pick<Intent, 'deployment' | 'policy'>;
export const underOf = (policy: PolicyDocument): Under => {
  const { deployment, id, version } = policy;
  return { deployment, policy: { id, version, hash: policyHash(policy) } };
};

/** The intent such a payment would be; good for judging, never for signing. */
export function intentOfPayment(under: Under, payment: Payment): Intent {
  const { id, wallet, initiator, chain, contract, decimals, outputs, fee } = payment;
  return {
    ...blank,
    maxFee: fee?.units ?? '0',
    feeAsset: { symbol: 'FEE', contract: '', decimals: String(fee?.decimals ?? 0) },
    id,
    wallet,
    initiator,
    chain,
    ...under,
    asset: { symbol: 'COIN', contract, decimals: String(decimals) },
    outputs: outputs.map(({ amount, entry, own }) => ({
      address: 'to',
      amount,
      memo: '',
      entry,
      path: own ? 'm/0/1' : '',
    })),
  };
}

/** The facts about such a payment; an entry counts as listed once it has cooled down as this document wants it. @param intent of this very payment */
export function factsOfPayment(
  { book }: PolicyDocument,
  payment: Payment,
  intent: Intent,
  spent: Facts['spent'],
): Facts {
  const cooling = Number(book.coolingHours) * hourMs;
  const cool = payment.outputs.map(({ listedMs }) => listedMs !== undefined && listedMs >= cooling);
  const { chain, contract, fee } = payment;
  const prices = new Map([[assetKey(chain, ''), fee?.price]]).set(assetKey(chain, contract), payment.price);
  return {
    feesCount: fee !== undefined,
    price: (asset) => prices.get(asset) || undefined,
    spent,
    isInternal: (_, output) => output.path !== '',
    isListed: (_, output) => cool[intent.outputs.indexOf(output)] ?? false,
  };
}

type NodesOf = (ruling: Ruling | undefined, asked: Pick<Subject, 'initiator' | 'wallet'>) => readonly OpenNode[];

/**
 * Whoever may ask for a transfer may ask for a web3 call or a trade: rules about them may say otherwise.
 * @param nodesOf who would be asked; one that remembers saves time where many payments are judged
 */
export function outcomeOf(
  policy: PolicyDocument,
  subject: Subject,
  known: Known,
  nodesOf: NodesOf = (ruling, asked) => openNodes(policy, ruling?.flows ?? [], asked, undefined),
): Outcome {
  const ruling = rulingOnSubject(policy, subject, known);
  const nodes = nodesOf(ruling, subject);
  const { wallet, initiator, payees } = subject;
  const problem = obstacleOf(policy, { kind: 'transfer', wallet, initiator }, payees, ruling, nodes, known) ?? '';
  const rule = ruling?.rule ?? { level: 'basic', id: '', name: '' };
  return { action: problem ? 'refuse' : (ruling?.action ?? 'refuse'), problem, rule, nodes };
}
