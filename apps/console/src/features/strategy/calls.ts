import type { SeniorRule } from '@holdfast/policy';
import { evmContract, selectorOf } from '@holdfast/policy/selector';

/** What a rule says of contract calls. */
export type NamedCall = SeniorRule['when']['calls'][number];

/** A contract that a rule names, as it is being written: methods are a line each, signature or selector. */
export interface CallDraft {
  readonly chain: string;
  readonly contract: string;
  readonly methods: string;
}

/** Contracts are called on these chains. */
export const hasContracts = (chain: string): boolean => chain.startsWith('evm:');

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

/** Each line with its selector; undefined where it is no method. */
export const methodsOf = (text: string): { readonly text: string; readonly selector: string | undefined }[] =>
  linesOf(text).map((line) => ({ text: line.trim(), selector: selectorOf(line) }));

/** An address in its one spelling, by the rules of its chain; undefined for what is none. */
export const contractOf = (chain: string, text: string): string | undefined =>
  hasContracts(chain) ? evmContract(text) : text.trim() || undefined;

/** What is written, as the rule holds it; what cannot be read stays as it is. */
export const namedCallOf = ({ chain, contract, methods }: CallDraft): NamedCall => ({
  chain,
  contract: contractOf(chain, contract) ?? contract.trim(),
  methods: [...new Set(methodsOf(methods).map(({ text, selector }) => selector ?? text))],
});

export const callDraftOf = ({ chain, contract, methods }: NamedCall): CallDraft => ({
  chain,
  contract,
  methods: methods.join('\n'),
});

/** Which part of it cannot be read, or undefined. */
export function callFault({ chain, contract, methods }: CallDraft): 'contract' | 'method' | undefined {
  if (chain === '' || contractOf(chain, contract) === undefined) return 'contract';
  return methodsOf(methods).every(({ selector }) => selector !== undefined) ? undefined : 'method';
}
