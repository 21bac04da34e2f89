import type { contract, Output } from '@holdfast/contract';
import { type Method, methodOf, standardMethods } from '@holdfast/policy';
import { dataOf, methodsIn } from '../../lib/abi.ts';
import { isPlain } from '../../lib/amount.ts';

/** A contract call as somebody composes it. Pure. */
export interface CallForm {
  /** A listed contract's address, or '' for another. */
  readonly listed: string;
  readonly address: string;
  readonly by: 'method' | 'data';
  readonly abi: string;
  /** Selector of the chosen method. */
  readonly method: string;
  readonly texts: readonly string[];
  readonly data: string;
  readonly value: string;
}
export const emptyCall: CallForm = {
  listed: '',
  address: '',
  by: 'method',
  abi: '',
  method: '',
  texts: [],
  data: '',
  value: '',
};

/** Something was composed that would be lost; which contract and which way is chosen anew at once. */
export const isWritten = ({ address, abi, texts, data, value }: CallForm): boolean =>
  [address, abi, ...texts, data, value].some((text) => text.trim() !== '');

export type Contract = Pick<
  Output<typeof contract.addressBook.list>['list'][number],
  'id' | 'address' | 'label' | 'methods'
>;

export const contractOf = (form: CallForm, listed: readonly Contract[]): Contract | undefined =>
  listed.find(({ address }) => address === form.listed);

/** Which methods can be chosen: those that were agreed on, those that were pasted, or those of the standards. */
export function methodsOf(form: CallForm, listed: readonly Contract[]): readonly Method[] {
  const agreed = contractOf(form, listed)?.methods ?? [];
  if (agreed.length > 0) return agreed.flatMap((text) => methodOf(text) ?? []);
  return form.abi.trim() === '' ? standardMethods : methodsIn(form.abi).methods;
}

export interface Composed {
  readonly address: string;
  readonly data: string;
  readonly method: Method | undefined;
  /** Arguments that are none, by their places. */
  readonly faults: readonly number[];
  /** What goes along: an amount, or nothing. */
  readonly isValue: boolean;
  /** Nothing is missing. */
  readonly isWhole: boolean;
}

export function compose(form: CallForm, listed: readonly Contract[]): Composed {
  const address = (form.listed || form.address).trim();
  const method = methodsOf(form, listed).find(({ selector }) => selector === form.method);
  const made = method ? dataOf(method, form.texts) : { data: '', faults: [] };
  const data = form.by === 'data' ? form.data.trim().toLowerCase() : made.data;
  const isValue = form.value === '' || isPlain(form.value);
  const isWhole = isValue && /^0x[0-9a-f]{40}$/i.test(address) && /^0x([0-9a-f]{2}){4,}$/.test(data);
  return { address, data, method, faults: form.by === 'data' ? [] : made.faults, isValue, isWhole };
}

/** Refusals of the rules that have words of their own. */
export const problemText = (problem: string) =>
  problem === 'rawCall' || problem === 'endlessAllowance' || problem === 'destinationNotListed'
    ? (`call.problem.${problem}` as const)
    : ('call.problem.other' as const);
