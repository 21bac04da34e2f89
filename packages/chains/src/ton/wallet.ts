import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { ChainError } from '../errors.ts';
import type { ChainConfig } from '../types.ts';
import { type RawAddress, rawOf, spell } from './address.ts';
import { type ReadCell, readBoc } from './boc.ts';
import { bytesField, type Cell, cellOf, coins, hashOf, hashOfParts, type Sealed, uint } from './cell.ts';
import { networkOf } from './network.ts';
import { walletV5, walletV5Code } from './wallet-code.ts';

/**
 * Which accounts belong to a key: wallet v5r1, whose first data name the key and the network. A signature is over the wallet id, so it is good on one network
 * only.
 */

/** The wallet id of v5r1: the network's global id, xored with workchain 0, version 0, wallet 0 of a client. */
export const walletIdOf = (chain: ChainConfig): bigint => BigInt((networkOf(chain) ^ 0x80000000) >>> 0);

const firstData = (chain: ChainConfig, publicKey: Uint8Array): Cell => {
  if (publicKey.length !== 32) throw new ChainError('badPath', 'not an ed25519 key');
  // Signatures allowed, seqno, wallet id, key, no extensions.
  return cellOf(['1', uint(0n, 32), uint(walletIdOf(chain), 32), bytesField(publicKey), '0']);
};

/** `StateInit` with code and data, nothing else. */
const initBits = '00110';
const accountOf = (code: Sealed, data: Sealed): RawAddress =>
  `0:${bytesToHex(hashOfParts({ bits: initBits }, [code, data]))}`;
const sealed = (cell: Cell): Sealed => ({ hash: hashOf(cell), depth: depthOfData(cell) });
/** First data refer to nothing, or to the code alone. */
const depthOfData = ({ refs }: Cell): number => refs.length;

export const tonAddressOf = (chain: ChainConfig, publicKey: Uint8Array): string =>
  spell(
    chain,
    accountOf({ hash: hexToBytes(walletV5.hash), depth: walletV5.depth }, sealed(firstData(chain, publicKey))),
  );

const written = ({ data, bitLength, refs }: ReadCell): Cell =>
  cellOf([bytesField(data).slice(0, bitLength)], refs.map(written));

let code: Cell | undefined;

/** What the first transaction of an account brings, so that it begins to exist. */
export function walletInit(chain: ChainConfig, publicKey: Uint8Array): Cell {
  code ??= written(readBoc(base64.decode(walletV5Code)));
  return cellOf([initBits], [code, firstData(chain, publicKey)]);
}

/** Layouts of the first data of a jetton wallet, by the name that a configuration has. */
const layouts = {
  /** TEP-74, as its reference has it: balance, owner, master, code. */
  tep74: (owner: string, master: string, code: Sealed): Sealed => ({
    hash: hashOfParts({ bits: coins(0n) + owner + master }, [code]),
    depth: code.depth + 1,
  }),
  /** A jetton whose issuer can lock wallets (USDT): status, balance, owner, master. */
  governed: (owner: string, master: string): Sealed => ({
    hash: hashOfParts({ bits: uint(0n, 4) + coins(0n) + owner + master }, []),
    depth: 0,
  }),
} as const;

const isLayout = (name: string): name is keyof typeof layouts => Object.hasOwn(layouts, name);

/** `addr_std` of an account of workchain 0. */
export const addressField = (raw: RawAddress): string => `100${uint(0n, 8)}${bytesField(hexToBytes(raw.slice(2)))}`;

/**
 * The account that holds a jetton for an owner. It follows from the master and its wallets' code alone: what an event says of itself counts for nothing.
 * @param account `layout:code hash:code depth`, from the configuration @throws ChainError `badConfig`
 */
export function jettonWalletOf(master: string, account: string | undefined, owner: string): RawAddress {
  const [, layout = '', hash = '', depth = ''] = /^([a-z0-9]+):([0-9a-f]{64}):(\d{1,3})$/.exec(account ?? '') ?? [];
  if (!isLayout(layout)) throw new ChainError('badConfig', `the jetton ${master} does not say what its wallets are`);
  const code = { hash: hexToBytes(hash), depth: Number(depth) };
  return accountOf(code, layouts[layout](addressField(rawOf(owner)), addressField(rawOf(master)), code));
}

/** The head of a message from nobody to an account of workchain 0, without import fee. */
export const externalHead = (to: RawAddress): string => `1000${addressField(to)}${uint(0n, 4)}`;

/** The hash of a message from outside without its state init, its body beside it (TEP-467): the same whoever passes it on. */
export const externalHash = (to: RawAddress, bodyHash: string, bodyDepth: number): string =>
  bytesToHex(hashOfParts({ bits: `${externalHead(to)}01` }, [{ hash: hexToBytes(bodyHash), depth: bodyDepth }]));
