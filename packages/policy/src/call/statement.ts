import { limits } from '../limits.ts';

/** What the call of an intent of the kind `call` says: its data, of which tokens how much leaves at most, and of a swap what comes of it at least. */

/** The call of an intent. */
interface Said {
  readonly call: string;
}

/** One token, and the most of it that leaves by the call or may be taken by what it allows. */
export interface Outflow {
  readonly contract: string;
  /** Base units. */
  readonly units: bigint;
  readonly decimals: string;
  readonly symbol: string;
}

/** What a swap brings the account at least. */
export interface Inflow extends Outflow {
  /** Of the token; '' is the chain's own coin. */
  readonly contract: string;
}

/** Source of a pattern. */
export const outflow = String.raw`out [\x21-\x7e]{1,128} [1-9]\d{0,77} (?:[0-9]|[12][0-9]|3[0-6]) [\x21-\x7e]{1,128}`;
const inflow = outflow.replace('out', 'in');

/** `0x…`, then for each token `out <contract> <base units> <decimals> <symbol>`, and of a swap `in …` alike, with `-` for the chain's own coin. */
export const contractCall = new RegExp(
  `^0x(?:[0-9a-f]{2}){4,${limits.callBytes}}(?: ${outflow}){0,${limits.callTokens}}(?: ${inflow})?$`,
);

/** `0x…` */
export const dataOf = ({ call }: Said): string => call.split(' ', 1)[0] ?? '';

export function outflowsOf({ call }: Said): Outflow[] {
  const [, ...parts] = call.split(' out ');
  return parts.map((part) => {
    const [contract = '', units = '0', decimals = '0', symbol = ''] = part.split(' ');
    return { contract, units: BigInt(units), decimals, symbol };
  });
}

const coin = '-';

/** Of a swap; undefined for a call that does not say of itself that it is one. */
export function inflowOf({ call }: Said): Inflow | undefined {
  const [word, contract = '', units = '0', decimals = '0', symbol = ''] = call.split(' ').slice(1).slice(-5);
  if (word !== 'in') return undefined;
  return { contract: contract === coin ? '' : contract, units: BigInt(units), decimals, symbol };
}

const part = (word: 'in' | 'out', { contract, units, decimals, symbol }: Outflow): string =>
  `${word} ${contract || coin} ${units} ${decimals} ${symbol}`;

/** Said of tokens behind what is signed: in the order of contracts, each once, so that there is one way to say it. */
export function withOutflows(said: string, outflows: readonly Outflow[]): string {
  const sorted = outflows.toSorted((a, b) => (a.contract < b.contract ? -1 : 1));
  return [said, ...sorted.map((one) => part('out', one))].join(' ');
}

/** What the call of a contract call says. @param data `0x…` @param comes of a swap, what it brings at least */
export const callText = (data: string, outflows: readonly Outflow[], comes?: Inflow): string =>
  [withOutflows(data, outflows), ...(comes ? [part('in', comes)] : [])].join(' ');

/** Are its tokens in their order, and each said once? */
export const isInOrder = (intent: Said): boolean =>
  outflowsOf(intent).every(({ contract }, i, all) => i === 0 || (all[i - 1]?.contract ?? '') < contract);
