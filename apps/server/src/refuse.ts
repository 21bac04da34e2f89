import type { ErrorName, MessageParams } from '@holdfast/contract';

/** A clear no: a code of the contract's table with the parameters its text needs. Everything else that is thrown is a bug. */
export class Refusal extends Error {
  readonly refusal: ErrorName;
  readonly params: Readonly<Record<string, string | number>>;
  readonly data: unknown;
  constructor(refusal: ErrorName, params: Readonly<Record<string, string | number>>, data: unknown) {
    super(refusal);
    this.name = 'Refusal';
    this.refusal = refusal;
    this.params = params;
    this.data = data;
  }
}

/** `throw refuse('belowMinimum', { min: '0.01', symbol: 'ETH' })`; parameters are checked against the text. */
export function refuse<N extends ErrorName>(name: N, params: MessageParams<N>, data: unknown = null): Refusal {
  return new Refusal(name, params, data);
}
