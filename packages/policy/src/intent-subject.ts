import type { ReadCall, Reading } from './call/read.ts';
import { inflowOf, outflowsOf } from './call/statement.ts';
import { deploymentIn } from './deployment.ts';
import type { Facts } from './facts.ts';
import { givesAllowance, type Intent, isCall, isDeploy, isMessage, type Output } from './intent.ts';
import { readingOf } from './intent-call.ts';
import { messageIn } from './intent-message.ts';
import { approveMethod, isRevocation } from './kinds/allowance.ts';
import { kindRecords } from './kinds/index.ts';
import type { TypedValue } from './message/typed.ts';
import { assetKey } from './rule-facts.ts';
import type { RuleType } from './rule-type.ts';
import type { Call, Fee, Payee, Subject } from './subject.ts';

const judgedOf = (intent: Intent): 'all' | 'payees' | 'fee' => {
  const { ruled } = kindRecords[intent.kind];
  if (isRevocation(intent)) return 'fee';
  return ruled.by === 'transactions' ? ruled.judged : 'all';
};

const leavesBy = (intent: Intent): boolean => judgedOf(intent) === 'all';
const amountOf = ({ outputs }: Intent): bigint => outputs.reduce((sum, { amount }) => sum + BigInt(amount), 0n);

/** Base units that leave by it, or may be taken by what it allows: of all outputs of a payment, and none where coins only become stake or come back from it. */
export const unitsOf = (intent: Intent): bigint => (leavesBy(intent) ? amountOf(intent) : 0n);

/** The most that it may cost: a plan within it is never asked for again. */
export const feeOf = ({ chain, feeAsset, maxFee }: Intent): Fee => ({
  asset: assetKey(chain, feeAsset.contract),
  decimals: Number(feeAsset.decimals),
  units: BigInt(maxFee),
});

/** Whom it gives something to. */
export const payeesOf = (intent: Intent, facts: Facts): Payee[] =>
  judgedOf(intent) === 'fee'
    ? []
    : intent.outputs.map((output: Output) => ({
        entry: output.entry,
        isInternal: () => facts.isInternal(intent, output),
        isListed: () => facts.isListed(intent, output),
      }));

/** What leaves beside its amount, of other assets: what its call says of tokens. */
export const besideOf = (intent: Intent): Fee[] =>
  isCall(intent) || isMessage(intent)
    ? outflowsOf(intent).map(({ contract, units, decimals }) => ({
        asset: assetKey(intent.chain, contract),
        decimals: Number(decimals),
        units,
      }))
    : [];

/** A call as rules see it. What is raw nobody has read, whatever the bytes look like. */
export const callSeen = (chain: string, { contract, selector, source, method, args }: ReadCall): Call => ({
  ...{ chain, contract, method: selector },
  ...(source === 'raw' ? { raw: true as const } : method ? { signature: method.signature, args } : {}),
});
/** What it says that it brings at least. */
export function bringsOf(intent: Intent): Fee | undefined {
  const comes = isCall(intent) ? inflowOf(intent) : undefined;
  if (!comes) return undefined;
  const { contract, units, decimals } = comes;
  return { asset: assetKey(intent.chain, contract), decimals: Number(decimals), units };
}
function withBrings(intent: Intent, type: RuleType): Pick<Subject, 'brings'> {
  const brings = type === 'trade' ? bringsOf(intent) : undefined;
  return brings ? { brings } : {};
}

/** The methods that are called by it, where rules about calls speak of some; undefined where nobody can read it. */
function callsOf(intent: Intent, type: RuleType, read: () => Reading | undefined): Subject['calls'] {
  const { chain } = intent;
  if (type === 'transfer') return [];
  if (givesAllowance(intent)) return [{ chain, contract: intent.asset.contract, method: approveMethod }];
  if (!isCall(intent)) return [];
  return read()?.calls.map((call) => callSeen(chain, call));
}

/** Calls that stand in a message are bytes to it. */
function tellsOf(value: TypedValue, digits: string): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(digits);
  return typeof value === 'object' && Object.values(value).some((one: TypedValue) => tellsOf(one, digits));
}

/** The message that rules about messages speak of; what nobody can read is of no type that one could name. */
function messageOf(intent: Intent, type: RuleType): Pick<Subject, 'message'> {
  if (type === 'transfer' || !isMessage(intent)) return {};
  const read = messageIn(intent);
  const { contract, raw } = read ?? { contract: '', raw: true };
  const told = read?.said.form === 'typed' ? read.said.typed.message : undefined;
  const tells = told && { tells: (address: string) => tellsOf(told, address.slice(2).toLowerCase()) };
  const message = { chain: intent.chain, contract, type: read?.type ?? '', ...tells };
  return { message: raw ? { ...message, raw: true } : message };
}

/** The deployment that rules about those speak of; what nobody can read is no bytecode that one could name. */
function deployOf(intent: Intent, type: RuleType): Pick<Subject, 'deploy'> {
  if (type === 'transfer' || !isDeploy(intent)) return {};
  const { code, inputs } = deploymentIn(intent) ?? { code: '', inputs: '' };
  return { deploy: { chain: intent.chain, code, inputs } };
}

const withBeside = (beside: readonly Fee[]): Pick<Subject, 'beside'> => (beside.length > 0 ? { beside } : {});

/**
 * The subject of an intent that moves coins, for the rules about its type.
 * @param id of the payment that it makes once more, where it does: the two count as one
 * @param read the reading of this call by these facts, from whoever has it: to read is the dearest part of judging a call
 */
export const subjectOf = (
  intent: Intent,
  type: RuleType,
  facts: Facts,
  id = intent.id,
  read = () => readingOf(intent, facts),
): Subject => ({
  type,
  id,
  wallet: intent.wallet,
  initiator: intent.initiator,
  chain: intent.chain,
  contract: intent.asset.contract,
  decimals: Number(intent.asset.decimals),
  units: amountOf(intent),
  leaves: leavesBy(intent),
  ...(facts.feesCount ? { fee: feeOf(intent) } : {}),
  payees: payeesOf(intent, facts),
  ...withBeside(besideOf(intent)),
  ...withBrings(intent, type),
  calls: callsOf(intent, type, read),
  ...messageOf(intent, type),
  ...deployOf(intent, type),
});
