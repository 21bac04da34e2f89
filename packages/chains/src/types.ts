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
}

export interface ChainConfig {
  /** `evm:<chain id>`, or `bitcoin:mainnet|testnet|regtest`. */
  readonly id: string;
  readonly family: 'evm' | 'bitcoin';
  readonly name: string;
  readonly baseSymbol: string;
  /** '' where nothing may reach the chain (signers). A user and password in it become a Basic header. */
  readonly rpcUrl: string;
  readonly confirmations: { readonly deposit: number; readonly withdraw: number };
  readonly assets: readonly AssetConfig[];
  /** Absolute cap on one transaction's fee, whatever the intent says. */
  readonly maxFee: string;
  readonly explorer?: string;
}

export interface EvmPlan {
  readonly family: 'evm';
  readonly nonce: string;
  readonly gasLimit: string;
  readonly maxFeePerGas: string;
  readonly maxPriorityFeePerGas: string;
}

export interface BitcoinPlanInput {
  readonly txid: string;
  readonly vout: number;
  /** Raw previous transaction: the amount is taken from it and from nowhere else (CVE-2020-14199). */
  readonly prevTx: string;
  readonly path: string;
}

export interface BitcoinPlan {
  readonly family: 'bitcoin';
  readonly inputs: readonly BitcoinPlanInput[];
  /** Path of the system address that takes the change; '' = no change output. */
  readonly changePath: string;
  /** sat/vB, decimal text with at most three decimals. */
  readonly feeRate: string;
}

/** What the intent leaves open and the server chooses. Nothing in it can change who is paid or how much. */
export type Plan = EvmPlan | BitcoinPlan;

/** Public key (33 bytes, SEC1 compressed) of the key group at a path. */
export type KeyAt = (path: string) => Uint8Array;

/** Two transactions with the same key, or for Bitcoin with a common outpoint, can never both be mined. */
export type ConflictKey =
  | { readonly family: 'evm'; readonly chain: string; readonly account: string; readonly nonce: string }
  | { readonly family: 'bitcoin'; readonly chain: string; readonly outpoints: readonly string[] };

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

interface UnsignedCommon {
  readonly chain: string;
  /** The transaction as hex: EIP-1559 payload without signature, or Bitcoin serialisation without witness. */
  readonly bytes: string;
  readonly sighashes: readonly SigHash[];
  /** EVM: the most it can cost, gas limit × max fee. Bitcoin: exactly what it costs. */
  readonly fee: string;
  readonly conflict: ConflictKey;
}

export interface UnsignedEvmTx extends UnsignedCommon {
  readonly family: 'evm';
  readonly from: string;
  readonly sighashes: readonly EcdsaSigHash[];
}

export interface UnsignedBitcoinTx extends UnsignedCommon {
  readonly family: 'bitcoin';
  /** Per input, in order: who signs it and the transaction it spends from. */
  readonly inputs: readonly { readonly path: string; readonly publicKey: string; readonly prevTx: string }[];
  readonly sighashes: readonly EcdsaSigHash[];
}

export type UnsignedTx = UnsignedEvmTx | UnsignedBitcoinTx;

export interface DecodedOutput {
  readonly address: string;
  readonly amount: string;
  /** Token contract, '' = the chain's own coin. */
  readonly contract: string;
}

/** What the bytes themselves say, read back without the code that built them. */
export interface DecodedTx {
  readonly family: 'evm' | 'bitcoin';
  readonly chain: string;
  /** Whose money moves: the EVM account, or the owner of each Bitcoin input. */
  readonly sources: readonly { readonly path: string; readonly address: string; readonly amount: string }[];
  /** Everything that is paid; on Bitcoin the change too. */
  readonly outputs: readonly DecodedOutput[];
  readonly fee: string;
  readonly conflict: ConflictKey;
  readonly sighashes: readonly SigHash[];
  /** Fields of the plan as found in the bytes. */
  readonly plan:
    | Omit<EvmPlan, 'family'>
    | { readonly inputs: readonly { readonly txid: string; readonly vout: number; readonly sequence: number }[] };
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
  /** As explorers show it: EVM `0x` + 64 hex, Bitcoin 64 hex in display order. */
  readonly txid: string;
}

export type AddressCheck =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly reason: 'format' | 'checksum' | 'network' };

/** What one chain family can do without a network. */
export interface ChainRules {
  addressOf(chain: ChainConfig, publicKey: Uint8Array): string;
  /** Valid addresses come back in their one canonical spelling. */
  checkAddress(chain: ChainConfig, text: string): AddressCheck;
  /** Deterministic. @throws ChainError */
  build(chain: ChainConfig, intent: Intent, plan: Plan, keyAt: KeyAt): UnsignedTx;
  /** Reads the bytes back with a parser of its own. @throws ChainError */
  decode(chain: ChainConfig, unsigned: UnsignedTx): DecodedTx;
  /** Checks the scheme of every signature, and the signature against its key, before it is used. @throws ChainError */
  attach(chain: ChainConfig, unsigned: UnsignedTx, signatures: readonly Signature[]): SignedTx;
}

/** The asset of an intent, as the registry has it. @returns undefined when contract, symbol or decimals differ */
export const findAsset = (chain: ChainConfig, asset: AssetRef): AssetConfig | undefined =>
  chain.assets.find(
    (known) =>
      known.contract === asset.contract && known.symbol === asset.symbol && String(known.decimals) === asset.decimals,
  );
