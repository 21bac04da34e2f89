import { readCall } from './call/read.ts';
import { joinPath, PolicyError } from './canonical.ts';
import { callSeen } from './intent-subject.ts';
import { limits } from './limits.ts';
import type { Known } from './match.ts';
import { assetKey } from './rule-facts.ts';
import { ruleType } from './rule-type.ts';
import { type Check, type Checked, emptyOr, list, oneOf, patterns, record, selector, text } from './schema.ts';
import type { Call, Payee, Subject } from './subject.ts';
import { centsOf, pricePattern } from './value.ts';

const call = {
  /** On the chain of the asset. */
  contract: text(/^[\x21-\x7e]{1,128}$/),
  /** '' is a call without one. */
  method: emptyOr(selector),
};
interface NamedCall extends Checked<typeof call> {
  /** All that is sent, `0x…`, by which its arguments are known; missing where they are not. */
  readonly data?: string;
}
const withData = record({ ...call, data: text(/^0x(?:[0-9a-f]{2}){4,24576}$/) });
const withoutData = record(call);
const namedCall: Check<NamedCall> = (value, at) =>
  (typeof value === 'object' && value !== null && 'data' in value ? withData : withoutData)(value, at);

const transaction = {
  type: ruleType,
  /** Member id of who asks. */
  initiator: text(patterns.id),
  wallet: text(patterns.wallet),
  /** What is paid or given away; of web3 calls the chain's own coin. */
  asset: record({ chain: text(patterns.chain), contract: text(patterns.ascii), decimals: text(patterns.decimals) }),
  /** In base units; 0 only in web3. */
  amount: text(patterns.units),
  /** Who is paid, or each contract that is called: an address of our own, an active entry of the address book, or neither. */
  to: oneOf('own', 'listed', 'unknown'),
  /** Hash of the entry that is paid or called; '' is one that no rule names. */
  entry: text(patterns.hashOrEmpty),
  /** None in a transfer, at least one in web3, any number in a trade; '' is not known. */
  calls: emptyOr(list(namedCall, 0, limits.calls)),
  /** USD per whole coin; '' is not known. */
  price: text(new RegExp(`^$|${pricePattern.source}`)),
  /** What any sliding window holds of this asset before, in base units. */
  spent: text(patterns.units),
};

/** A transaction that nobody has asked for, to see what rules would say of it. */
export type SimulatedTransaction = Checked<typeof transaction>;

/** The field that does not fit the others, or undefined. No contract is an address of ours, and one that is not known is not listed. */
function misfit({ type, asset, amount, to, calls }: SimulatedTransaction): keyof SimulatedTransaction | undefined {
  if (calls !== '' && calls.some(({ method, data }) => data?.slice(0, 10) !== (data && method))) return 'calls';
  if (amount === '0' && type !== 'web3') return 'amount';
  if (type === 'transfer') return calls.length === 0 && calls !== '' ? undefined : 'calls';
  if (to === 'own' || (calls === '' && to !== 'unknown')) return 'to';
  if (type === 'trade') return undefined;
  if (asset.contract !== '') return 'asset';
  return calls !== '' && calls.length === 0 ? 'calls' : undefined;
}

const read = record(transaction, { type: 'transfer', calls: [] });

/** @throws PolicyError for anything that is no simulated transaction; one without type and calls is a transfer, as they were written before */
export function simulatedTransaction(value: unknown, at: string): SimulatedTransaction {
  const simulated = read(value, at);
  const field = misfit(simulated);
  if (field) throw new PolicyError('badField', joinPath(at, field));
  return simulated;
}

/** Who calls is nobody's account: no argument is taken for it. */
const nobody = `0x${'0'.repeat(40)}`;
const unnamedEntry = 'e'.repeat(64);

const payeeOf = ({ to, entry }: SimulatedTransaction): Payee => ({
  entry: to === 'listed' ? entry || unnamedEntry : '',
  isInternal: () => to === 'own',
  isListed: () => to === 'listed',
});

/** A call and those in it, as far as its data says them; of arguments that nobody gave nothing is known. */
function callsBy(chain: string, { contract, method, data }: NamedCall): Call[] | undefined {
  if (data === undefined) return [{ chain, contract, method }];
  const outputs = [{ address: contract, amount: '0', memo: '', entry: '', path: '' }];
  const read = readCall({ call: data, from: nobody, outputs });
  return read?.calls.map((one) => callSeen(chain, one));
}

/** Unknown as a whole where one of them is. */
function callsOf(chain: string, calls: SimulatedTransaction['calls']): Subject['calls'] {
  if (calls === '') return undefined;
  const found = calls.map((one) => callsBy(chain, one));
  return found.includes(undefined) ? undefined : found.flatMap((some) => some ?? []);
}

/** What rules would judge, and what would be known of it. */
export function simulate(simulated: SimulatedTransaction): { subject: Subject; known: Known } {
  const { type, asset, calls, price, spent, wallet, initiator } = simulated;
  const { chain, contract } = asset;
  const decimals = Number(asset.decimals);
  const units = BigInt(spent);
  const before = { units, cents: price === '' ? undefined : centsOf(units, decimals, price) };
  return {
    subject: {
      ...{ type, id: '', wallet, initiator, chain, contract, decimals },
      units: BigInt(simulated.amount),
      leaves: true,
      payees: [payeeOf(simulated)],
      calls: callsOf(chain, calls),
    },
    known: {
      price: () => price || undefined,
      spent: ({ counts }) => (counts(assetKey(chain, contract)) ? before : { units: 0n, cents: 0n }),
    },
  };
}
