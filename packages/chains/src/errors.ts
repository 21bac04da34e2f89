/** Why a transaction is not built, read or completed. A closed set, so that callers can map every case. */
export type ChainFault =
  | 'badIntent'
  | 'badPlan'
  | 'badPath'
  | 'badAddress'
  | 'unknownAsset'
  | 'badConfig'
  | 'wrongFamily'
  | 'unknownFamily'
  | 'notOurs'
  | 'prevTxMismatch'
  | 'insufficientInputs'
  | 'changeNeeded'
  | 'dust'
  | 'feeAboveCap'
  | 'badBytes'
  | 'sighashMismatch'
  | 'badSignature';

export class ChainError extends Error {
  readonly code: ChainFault;
  readonly detail: string;

  constructor(code: ChainFault, detail: string) {
    super(`${code}: ${detail}`);
    this.name = 'ChainError';
    this.code = code;
    this.detail = detail;
  }
}
