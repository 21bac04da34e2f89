import type { Transfer } from './blocks.ts';

export type RefusalReason =
  | 'nonceTooLow'
  | 'insufficientFunds'
  | 'feeTooLow'
  | 'replacementUnderpriced'
  | 'inputsSpent'
  | 'notFinal'
  | 'expired'
  | 'invalid'
  | 'other';

/** `known`: the node already has exactly these bytes, in its mempool or in a block. */
export type BroadcastResult = 'accepted' | 'known' | { readonly refused: RefusalReason; readonly message: string };

export type TxStatus =
  /** `reason`: the node's own words, where it says why it does not know. */
  | { readonly state: 'unknown'; readonly reason?: string }
  | { readonly state: 'mempool' }
  | {
      readonly state: 'mined';
      readonly height: number;
      readonly hash: string;
      readonly success: boolean;
      /** What it really cost, base units of the chain's own coin; undefined when the node cannot say. */
      readonly fee: bigint | undefined;
      /** Coins that came back from stake by it, base units of the chain's own coin; missing where there is no stake. */
      readonly released?: bigint;
      /** What it moved of tokens, where other blocks than its own say that; missing where its block does. */
      readonly moved?: readonly Pick<Transfer, 'from' | 'to' | 'contract' | 'amount'>[];
    };

/** Why a step of a payment ended as it did, in a word that screens have texts for. */
export type ExitWord =
  | 'done'
  | 'stack'
  | 'number'
  | 'cell'
  | 'code'
  | 'method'
  | 'gas'
  | 'actions'
  | 'destination'
  | 'funds'
  | 'noCode'
  | 'noGas'
  | 'stopped'
  | 'signatureOff'
  | 'seqno'
  | 'walletId'
  | 'signature'
  | 'expired'
  | 'walletForm'
  | 'notOwner'
  | 'tokenBalance'
  | 'notItsWallet'
  | 'payload'
  | 'attached'
  | 'locked'
  | 'unknownCall'
  | 'own';

export type StepKind =
  | 'external'
  | 'coins'
  | 'tokenTransfer'
  | 'tokenPassed'
  | 'tokenTold'
  | 'left'
  | 'bounced'
  | 'call'
  | 'own';

/** One transaction of several that a payment is made of: what one account did with one message. Amounts in base units of the chain's coin. */
export interface PaymentStep {
  readonly hash: string;
  /** The transaction that sent it its message; '' where the tree has none. */
  readonly parent: string;
  /** How many came before it on its way. */
  readonly depth: number;
  readonly kind: StepKind;
  readonly account: string;
  /** Order among all transactions: greater is later. */
  readonly lt: bigint;
  readonly height: number;
  /** Epoch milliseconds. */
  readonly time: number;
  /** The message that it took; `from` '' = from outside. undefined for what the chain does by itself. */
  readonly message: { readonly hash: string; readonly from: string; readonly amount: bigint } | undefined;
  readonly sent: readonly { readonly hash: string; readonly to: string; readonly amount: bigint }[];
  readonly success: boolean;
  /** undefined where no code ran. */
  readonly exitCode: number | undefined;
  readonly exit: ExitWord;
  readonly fee: bigint;
  /** Tokens that it is about; `contract` '' = of a token that nobody vouches for. */
  readonly token?: { readonly contract: string; readonly amount: bigint };
  /** What the payer told with it; '' = nothing. */
  readonly memo: string;
}

/** A payment that is several transactions. */
export interface PaymentTree {
  /** Hash of the message that began it, as a payment is known by it; '' where none came from outside. */
  readonly txid: string;
  /** Each after the one that caused it; not all of a very large tree. */
  readonly steps: readonly PaymentStep[];
  /** How many there are. */
  readonly total: number;
  /** Nothing of it is on its way, and all its blocks are final. */
  readonly isFinal: boolean;
}
