import type { Intent } from '@holdfast/policy';
import type { ChainConfig, KeyAt, MessageKey, Signature, UnsignedTx } from './types.ts';

/** A message as it is signed: `bytes` is what is hashed. */
export interface UnsignedMessage extends UnsignedTx {
  readonly conflict: MessageKey;
}
export interface SignedMessage {
  /** As applications of the chain take it. */
  readonly signature: string;
  /** What was signed, `0x…`. */
  readonly digest: string;
}

/** How keys of a family sign what is no transaction. */
export interface MessageRules {
  /** Deterministic, from the intent alone; hashed in two ways. @throws ChainError */
  build(chain: ChainConfig, intent: Intent, keyAt: KeyAt): UnsignedMessage;
  /** Reads the message once more, and checks in two ways whose the signature is. @throws ChainError */
  attach(chain: ChainConfig, intent: Intent, keyAt: KeyAt, signatures: readonly Signature[]): SignedMessage;
}
