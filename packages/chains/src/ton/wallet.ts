import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { ChainError } from '../errors.ts';
import type { ChainConfig } from '../types.ts';
import { type RawAddress, rawOf, spell } from './address.ts';
import { type ReadCell, readBoc } from './boc.ts';
import { bytesField, type Cell, cellOf, coins, hashOf, hashOfParts, type Sealed, uint } from './cell.ts';
import type { TonForm } from './forms.ts';
import { mainNetwork, networkOf } from './network.ts';
import { walletV4, walletV4Code, walletV5, walletV5Code } from './wallet-code.ts';

/**
 * Which accounts belong to a key: wallets whose first data name the key and a wallet id, which says the network. A signature is over the wallet id, so it is good
 * on one network only.
 */

interface Form {
  readonly code: { readonly hash: string; readonly depth: number; readonly text: string };
  walletId(chain: ChainConfig): number;
  firstData(walletId: bigint, publicKey: Uint8Array): Cell;
}

const usualV4Id = 698_983_191;

const forms = {
  v5r1: {
    code: { ...walletV5, text: walletV5Code },
    // The network's global id, xored with workchain 0, version 0, wallet 0 of a client.
    walletId: (chain) => networkOf(chain) ^ 0x80000000,
    // Signatures allowed, seqno, wallet id, key, no extensions.
    firstData: (walletId, publicKey) => cellOf(['1', uint(0n, 32), uint(walletId, 32), bytesField(publicKey), '0']),
  },
  v4r2: {
    code: { ...walletV4, text: walletV4Code },
    // The usual one says no network: elsewhere than on the main one it is another, so that no payment of test coins is one of real ones too.
    walletId: (chain) => usualV4Id ^ networkOf(chain) ^ mainNetwork,
    // Seqno, wallet id, key, no plugins.
    firstData: (walletId, publicKey) => cellOf([uint(0n, 32), uint(walletId, 32), bytesField(publicKey), '0']),
  },
} satisfies Record<TonForm, Form>;

export const walletIdOf = (chain: ChainConfig, form: TonForm): bigint => BigInt(forms[form].walletId(chain) >>> 0);

const firstData = (chain: ChainConfig, publicKey: Uint8Array, form: TonForm): Cell => {
  if (publicKey.length !== 32) throw new ChainError('badPath', 'not an ed25519 key');
  return forms[form].firstData(walletIdOf(chain, form), publicKey);
};

/** `StateInit` with code and data, nothing else. */
const initBits = '00110';
const accountOf = (code: Sealed, data: Sealed): RawAddress =>
  `0:${bytesToHex(hashOfParts({ bits: initBits }, [code, data]))}`;
const sealed = (cell: Cell): Sealed => ({ hash: hashOf(cell), depth: depthOfData(cell) });
/** First data refer to nothing, or to the code alone. */
const depthOfData = ({ refs }: Cell): number => refs.length;

export function tonAddressOf(chain: ChainConfig, publicKey: Uint8Array, form: TonForm): string {
  const { hash, depth } = forms[form].code;
  return spell(chain, accountOf({ hash: hexToBytes(hash), depth }, sealed(firstData(chain, publicKey, form))));
}

const written = ({ data, bitLength, refs }: ReadCell): Cell =>
  cellOf([bytesField(data).slice(0, bitLength)], refs.map(written));

/** What the first transaction of an account brings, so that it begins to exist. */
export const walletInit = (chain: ChainConfig, publicKey: Uint8Array, form: TonForm): Cell =>
  cellOf([initBits], [written(readBoc(base64.decode(forms[form].code.text))), firstData(chain, publicKey, form)]);

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

interface JettonAccount {
  readonly layout: keyof typeof layouts;
  readonly hash: string;
  readonly depth: number;
}

/** @param account `layout:code hash:code depth`, from the configuration */
function readAccount(account: string | undefined): JettonAccount | undefined {
  const [, layout = '', hash = '', depth = ''] = /^([a-z0-9]+):([0-9a-f]{64}):(\d{1,3})$/.exec(account ?? '') ?? [];
  return isLayout(layout) ? { layout, hash, depth: Number(depth) } : undefined;
}

/** Hash of the code of a jetton's wallets, hex. */
export const jettonCodeOf = (account: string | undefined): string | undefined => readAccount(account)?.hash;

/**
 * The account that holds a jetton for an owner. It follows from the master and its wallets' code alone: what an event says of itself counts for nothing.
 * @param account `layout:code hash:code depth`, from the configuration @throws ChainError `badConfig`
 */
export function jettonWalletOf(master: string, account: string | undefined, owner: string): RawAddress {
  const read = readAccount(account);
  if (!read) throw new ChainError('badConfig', `the jetton ${master} does not say what its wallets are`);
  const code = { hash: hexToBytes(read.hash), depth: read.depth };
  return accountOf(code, layouts[read.layout](addressField(rawOf(owner)), addressField(rawOf(master)), code));
}

/** The head of a message from nobody to an account of workchain 0, without import fee. */
export const externalHead = (to: RawAddress): string => `1000${addressField(to)}${uint(0n, 4)}`;

/** The hash of a message from outside without its state init, its body beside it (TEP-467): the same whoever passes it on. */
export const externalHash = (to: RawAddress, bodyHash: string, bodyDepth: number): string =>
  bytesToHex(hashOfParts({ bits: `${externalHead(to)}01` }, [{ hash: hexToBytes(bodyHash), depth: bodyDepth }]));
