import type { Plan, Signature } from '@holdfast/chains';

/** What becomes of an order by its signatures: bytes to be sent, or of a message, which has no transaction, the signature itself. */
export interface Signed {
  readonly raw: string;
  readonly txid: string | null;
}
/** What signers are asked to sign. `fresh`: none can have seen its plan before. */
export interface ToSign {
  /** null where nothing is planned. */
  readonly plan: Plan | null;
  readonly fresh: boolean;
  /** Checks every signature against its key. @throws ChainError */
  readonly complete: (signatures: readonly Signature[]) => Signed;
}
