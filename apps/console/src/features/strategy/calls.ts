import type { SeniorRule } from '@holdfast/policy';
import { eip55, selectorOf } from '@holdfast/policy/selector';

/** What a rule says of contract calls. */
export type NamedCall = SeniorRule['when']['calls'][number];

/** A contract that a rule names, as it is being written: methods are a line each, signature or selector. */
export interface CallDraft {
  readonly chain: string;
  readonly contract: string;
  readonly methods: string;
}

/** What is known of chains, by their coins: the pattern of their contracts' addresses, '' where there are none. */
type Coins = readonly { readonly chain: string; readonly contract_pattern: string }[];

const patternOf = (chain: string, coins: Coins): string =>
  coins.find((coin) => coin.chain === chain)?.contract_pattern ?? '';

/** Contracts are called on these chains. */
export const hasContracts = (chain: string, coins: Coins): boolean => patternOf(chain, coins) !== '';

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

/** Each line with its selector; undefined where it is no method. */
export const methodsOf = (text: string): { readonly text: string; readonly selector: string | undefined }[] =>
  linesOf(text).map((line) => ({ text: line.trim(), selector: selectorOf(line) }));

/** An address in its one spelling, by the rules of its chain; undefined for what is none. */
export function contractOf(chain: string, text: string, coins: Coins): string | undefined {
  const wanted = text.trim();
  if (/^0x[0-9a-fA-F]{40}$/.test(wanted)) return eip55(wanted);
  return new RegExp(patternOf(chain, coins)).test(wanted) ? wanted || undefined : undefined;
}

/** What is written, as the rule holds it; what cannot be read stays as it is. */
export const namedCallOf = ({ chain, contract, methods }: CallDraft, coins: Coins): NamedCall => ({
  chain,
  contract: contractOf(chain, contract, coins) ?? contract.trim(),
  methods: [...new Set(methodsOf(methods).map(({ text, selector }) => selector ?? text))],
});

export const callDraftOf = ({ chain, contract, methods }: NamedCall): CallDraft => ({
  chain,
  contract,
  methods: methods.join('\n'),
});

/** Which part of it cannot be read, or undefined. */
export function callFault({ chain, contract, methods }: CallDraft, coins: Coins): 'contract' | 'method' | undefined {
  if (chain === '' || contractOf(chain, contract, coins) === undefined) return 'contract';
  return methodsOf(methods).every(({ selector }) => selector !== undefined) ? undefined : 'method';
}

/** Is it what a call of the method sends? Nothing where it is not known. */
export const isDataOf = (method: string, data: string): boolean =>
  data === '' || (method !== '' && data.startsWith(method) && /^0x([0-9a-f]{2}){4,24576}$/.test(data));
