/** The words every chain family shares. Amounts are base-unit integers: decimal text in data, `bigint` in calls. */
import type { AssetRef, Intent } from '@holdfast/policy';

export interface AssetConfig {
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  /** Token contract, EIP-55; '' = the chain's own coin. An asset *is* its contract, never its symbol (threats T40). */
  readonly contract: string;
  readonly minWithdraw: string;
  readonly maxWithdraw: string;
  readonly minDeposit: string;
  /** How the account is found that holds the token for an owner, in the family's own words; missing where an address alone says it. */
  readonly account?: string;
}

/** A contract through which one asset is swapped for another. */
export type RouterConfig = ChainRouter | SettlerRouter;
/** Those that say themselves, on the chain, what a swap would bring. */
export type ChainRouter = PairRouter | PoolRouter;
/** By the methods of Uniswap V2's Router02. */
export interface PairRouter {
  readonly kind: 'v2';
  readonly contract: string;
}
/** By those of SwapRouter02, over pools of Uniswap V3. */
export interface PoolRouter {
  readonly kind: 'v3';
  readonly contract: string;
  /** That is asked what a swap would bring (QuoterV2). Signers ask nobody. */
  readonly quoter: string;
  /** The token that the router takes coins for, and gives them for. */
  readonly wrapped: string;
}

/** 0x's AllowanceHolder, through which swaps of many steps go; what they are its service says (`apps/server`). */
export interface SettlerRouter {
  readonly kind: 'settler';
  readonly contract: string;
  /** The contracts that may swap through it, and take what is given: one is put in the place of another now and then, and then it is written here. */
  readonly settlers: readonly string[];
}

export interface ChainConfig {
  /** `<family>:<network>`, the network as the family names it. */
  readonly id: string;
  /** Id of a registered family. */
  readonly family: string;
  readonly name: string;
  readonly baseSymbol: string;
  /** '' where nothing may reach the chain (signers). A user and password in it become a Basic header. */
  readonly rpcUrl: string;
  /** Further nodes of the chain, asked where those before them do not answer or are behind. */
  readonly moreRpcUrls?: readonly string[];
  readonly confirmations: { readonly deposit: number; readonly withdraw: number };
  readonly assets: readonly AssetConfig[];
  /** Absolute cap on one transaction's fee, whatever the intent says. */
  readonly maxFee: string;
  /** Address of the page about a transaction, with `{txid}` in it; without, `/tx/…` is appended. */
  readonly explorer?: string;
  /** Contract where names of accounts are registered, where the family knows none for the network; '' for nowhere. */
  readonly names?: string;
  /** Contracts that members swap through: signers admit no swap through another. */
  readonly routers?: readonly RouterConfig[];
  /** Hash of the first block, for a network that this build does not know; without it the one that its node shows first is kept. */
  readonly genesis?: string;
}

/**
 * What the intent leaves open and the server chooses. Nothing in it can change who is paid or how much. Its other fields are the family's own:
 * outside the family a plan is carried and never read.
 */
export type Plan = { readonly family: string; readonly [field: string]: unknown };

/** The fields of a plan that decide its fee, as an order keeps them. */
export type FeePlan = Readonly<Record<string, string>>;

/** What the network asks at one speed. */
export interface FeeTier {
  /** 1 slow, 2 normal, 3 fast. */
  readonly level: 1 | 2 | 3;
  /** The price as people compare it, in the family's `feeUnit`. */
  readonly rate: string;
  readonly plan: FeePlan;
  /** Whether the node made an estimate; else it is the least that it takes. */
  readonly estimated: boolean;
}

/** Public key of the key group at a path: of secp256k1 33 bytes, SEC1 compressed; of ed25519 32 bytes. */
export type KeyAt = (path: string) => Uint8Array;

/** Account chains: two transactions with the same account and nonce can never both be mined. */
export interface AccountKey {
  readonly family: string;
  readonly chain: string;
  readonly account: string;
  readonly nonce: string;
}

/** UTXO chains: two transactions with a common outpoint `txid:vout` can never both be mined. */
export interface OutpointsKey {
  readonly family: string;
  readonly chain: string;
  readonly outpoints: readonly string[];
  /** The output that is made for the next transaction of the same payment, and for no other; missing where there is none. */
  readonly makes?: string;
}

/** Timed chains: two transactions with the same place are one transaction. Of two places both can be mined, each until its own time. */
export interface PlaceKey {
  readonly family: string;
  readonly chain: string;
  readonly account: string;
  /** What is signed, 64 hex: the chain takes it once. */
  readonly place: string;
}

/** A message: nothing of the chain is taken by its signature, and the same one again is the same. */
export interface MessageKey {
  readonly family: string;
  readonly chain: string;
  readonly account: string;
  /** Its digest, 64 hex. */
  readonly message: string;
}

export type ConflictKey = AccountKey | OutpointsKey | PlaceKey | MessageKey;

/** What a payee can be told in a payment: nothing, or printable ASCII of so many characters. */
export type MemoRule = 'none' | { readonly most: number };

export type Curve = 'secp256k1' | 'ed25519';

/** ECDSA over 32 bytes, 64 hex. */
export interface EcdsaSigHash {
  readonly scheme: 'ecdsa';
  readonly path: string;
  readonly digest: string;
}

/** Ed25519 (RFC 8032) over a whole message, hex: the scheme hashes it itself. */
export interface Ed25519SigHash {
  readonly scheme: 'ed25519';
  readonly path: string;
  readonly message: string;
}

/** Schnorr (BIP 340) over 32 bytes, 64 hex, by the taproot output key of the path's key: without scripts, as BIP 86 has it. */
export interface SchnorrSigHash {
  readonly scheme: 'schnorr';
  readonly path: string;
  readonly digest: string;
}

/** What to sign with the key at `path`, and how; in the order in which `attach` wants the signatures. */
export type SigHash = EcdsaSigHash | Ed25519SigHash | SchnorrSigHash;

/** How signatures are made. Each has its curve, its protocol among signers and its form on the wire. */
export type Scheme = SigHash['scheme'];

/** What `attach` needs besides is the family's own. */
export interface UnsignedTx {
  readonly family: string;
  readonly chain: string;
  /** The transaction as hex, without signatures. */
  readonly bytes: string;
  readonly sighashes: readonly SigHash[];
  /** The most it can cost; exactly what it costs where the bytes say that. */
  readonly fee: string;
  readonly conflict: ConflictKey;
}

export interface DecodedOutput {
  readonly address: string;
  readonly amount: string;
  /** Token contract, '' = the chain's own coin. */
  readonly contract: string;
  /** What it tells the payee; missing where there is none. */
  readonly memo?: string;
}

/** What the bytes themselves say, read back without the code that built them. */
export interface DecodedTx {
  readonly family: string;
  readonly chain: string;
  /** What is done, and with which words, as an intent says it; missing where coins are paid. */
  readonly kind?: Intent['kind'];
  readonly call?: string;
  /** Whose money moves: the account, or the owner of each input. */
  readonly sources: readonly { readonly path: string; readonly address: string; readonly amount: string }[];
  /** Everything that is paid; on UTXO chains the change too. */
  readonly outputs: readonly DecodedOutput[];
  readonly fee: string;
  readonly conflict: ConflictKey;
  readonly sighashes: readonly SigHash[];
  /** From when on the chain takes it no more, epoch milliseconds; missing where it never dies. */
  readonly until?: number;
  /** Fields of the plan as found in the bytes. */
  readonly plan: Readonly<Record<string, unknown>>;
}

export interface Mismatch {
  /** Field of the intent or plan, e.g. `outputs[0].amount`. */
  readonly field: string;
  readonly expected: string;
  readonly found: string;
}

export interface EcdsaSignature {
  readonly scheme: 'ecdsa';
  readonly r: bigint;
  readonly s: bigint;
  readonly recid: 0 | 1;
}

/** Ed25519 and BIP 340: 64 bytes. */
export interface SixtyFourBytes<S extends 'ed25519' | 'schnorr'> {
  readonly scheme: S;
  readonly bytes: Uint8Array;
}

export type Signature = EcdsaSignature | SixtyFourBytes<'ed25519'> | SixtyFourBytes<'schnorr'>;

export interface SignedTx {
  /** Hex without 0x; `broadcast` takes it as it is. */
  readonly raw: string;
  /** As explorers of the chain show it. */
  readonly txid: string;
}

export type AddressCheck =
  | { readonly ok: true; readonly address: string }
  /** `zero`: nobody's, so that what is sent there can never be spent. */
  | { readonly ok: false; readonly reason: 'format' | 'checksum' | 'network' | 'hexadecimal' | 'zero' };

/** The asset of an intent, as the registry has it. @returns undefined when contract, symbol or decimals differ */
export const findAsset = (
  chain: ChainConfig,
  asset: Pick<AssetRef, 'contract' | 'symbol' | 'decimals'>,
): AssetConfig | undefined =>
  chain.assets.find(
    (known) =>
      known.contract === asset.contract && known.symbol === asset.symbol && String(known.decimals) === asset.decimals,
  );
