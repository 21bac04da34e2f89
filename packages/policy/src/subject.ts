import type { Value } from './abi/codec.ts';
import type { AssetKey } from './rule-facts.ts';
import type { RuleType } from './rule-type.ts';

/** Where a part of a transaction goes: an address that is paid, or a contract that is called. */
export interface Payee {
  /** Hash of the address book's entry that is named, or ''. */
  readonly entry: string;
  readonly isInternal: () => boolean;
  readonly isListed: () => boolean;
}

/** An amount of an asset: of the coin that fees are paid in, or of a token. */
export interface Fee {
  readonly asset: AssetKey;
  readonly decimals: number;
  readonly units: bigint;
}

/** A contract call as a rule sees it. */
export interface Call {
  readonly chain: string;
  readonly contract: string;
  /** 4-byte selector, `0x…`, or '' for a call without one. */
  readonly method: string;
  /** Neither a list of methods nor a standard says what it is. */
  readonly raw?: true;
  /** By whose types its arguments were read, without names, and they; missing where nobody reads them. */
  readonly signature?: string;
  readonly args?: readonly Value[];
}

/** A message that is signed as a rule sees it. */
export interface Message {
  readonly chain: string;
  /** That is to check it; '' where none is named. */
  readonly contract: string;
  /** Primary type of typed data; '' of a text. */
  readonly type: string;
  /** What its signature is worth nobody can bound. */
  readonly raw?: true;
  /** Does it say this address anywhere, in bytes too? Missing of a text, and of what nobody can read. */
  readonly tells?: (contract: string) => boolean;
}

/** A contract that is deployed as a rule sees it. */
export interface Deploy {
  readonly chain: string;
  /** Keccak-256 of its bytecode, 64 hex; '' where nobody can read it. */
  readonly code: string;
  /** `(address owner)` */
  readonly inputs: string;
}

/**
 * What senior and basic rules judge, and all they look at: made from an intent, or from a transaction that somebody imagines. Of a web3 call the
 * amount is the native coin that goes along, perhaps none, and beside it may leave tokens; of a trade it is what is given away.
 */
export interface Subject {
  readonly type: RuleType;
  readonly id: string;
  readonly wallet: string;
  /** Member id of who asks. */
  readonly initiator: string;
  readonly chain: string;
  /** Of the asset; '' is the chain's own coin. */
  readonly contract: string;
  readonly decimals: number;
  /** Base units of the asset. */
  readonly units: bigint;
  /** Does the amount leave? Coins that only become stake or come back from it are in no window. */
  readonly leaves: boolean;
  /** The most that it may cost beside that; missing where fees do not count, as for whoever judges what was judged before they did. */
  readonly fee?: Fee;
  /** What a swap brings at least; missing where nothing says so. */
  readonly brings?: Fee;
  /** What leaves beside it, of other assets; missing where nothing does. */
  readonly beside?: readonly Fee[];
  readonly payees: readonly Payee[];
  /** None in a transfer, perhaps none in a trade; undefined is not known. */
  readonly calls: readonly Call[] | undefined;
  /** Missing where a transaction is made. */
  readonly message?: Message;
  /** Missing where nothing is deployed. */
  readonly deploy?: Deploy;
}
