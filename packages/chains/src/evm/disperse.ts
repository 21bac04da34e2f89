import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { Disperse } from '../family.ts';
import type { DecodedOutput } from '../types.ts';
import { checkEvmAddress } from './address.ts';

/**
 * The contract that pays many (contracts/Disperse.sol). It has the same address on every chain: that of its own creation code behind the factory that everybody uses
 * for this (EIP-1014, github.com/Arachnid/deterministic-deployment-proxy), so no other code can stand there. A test derives all three from the source.
 */
export const disperseContract = {
  address: '0xF1f0438DcFa803e5f0e48f13D064E9a7B3D9b962',
  /** Keccak-256 of what lies on the chain. */
  codeHash: '91acd8107e4a890c7edeb1be1958a419108558f161e4bf712fbfc92c729f967a',
  factory: '0x4e59b44847b379578588920cA78FbF26c0B4956C',
} as const;

/** `disperseCoin((address,uint256)[])`, and `disperseToken(address,(address,uint256)[])`. */
const selectors = { coin: 'd55a3001', token: 'cf5656d9' } as const;
/** As nodes write them: who tells it, and `Unpaid(uint256)`. */
export const disperseEvents = {
  address: disperseContract.address.toLowerCase(),
  unpaid: '0xe56930cb57a157649edf1e17ce3b57957899f875af821456294818feeba621c3',
} as const;
/** Two words a row. */
const rowDigits = 128;

const word = (hex: string): string => hex.padStart(64, '0');
const addressWord = (address: string): string => word(address.slice(2).toLowerCase());
const numberWord = (units: bigint | number): string => word(units.toString(16));

interface Row {
  readonly address: string;
  readonly amount: bigint;
}

/** Who is called to pay these, with how many coins and which data. @param token '' for the chain's own coin */
export function disperseCall(token: string, rows: readonly Row[]) {
  const list =
    numberWord(rows.length) + rows.map(({ address, amount }) => addressWord(address) + numberWord(amount)).join('');
  const sum = rows.reduce((all, { amount }) => all + amount, 0n);
  const to = disperseContract.address;
  return token === ''
    ? { to, value: sum, data: `0x${selectors.coin}${numberWord(32)}${list}` }
    : { to, value: 0n, data: `0x${selectors.token}${addressWord(token)}${numberWord(64)}${list}` };
}

function addressAt(digits: string): string | undefined {
  if (!/^0{24}[0-9a-f]{40}$/.test(digits)) return undefined;
  const checked = checkEvmAddress(`0x${digits.slice(24)}`);
  return checked.ok ? checked.address : undefined;
}

/** Splits what follows the place of a list: how many rows, and exactly so many. */
function readRows(list: string, token: string): DecodedOutput[] | undefined {
  const count = Number(BigInt(`0x${list.slice(0, 64)}`));
  if (count === 0 || list.length !== 64 + count * rowDigits) return undefined;
  const rows: DecodedOutput[] = [];
  for (let at = 64; at < list.length; at += rowDigits) {
    const address = addressAt(list.slice(at, at + 64));
    if (address === undefined) return undefined;
    const amount = String(BigInt(`0x${list.slice(at + 64, at + rowDigits)}`));
    rows.push({ address, amount, contract: token });
  }
  return rows;
}

/**
 * Reads the rows back from a call of the contract; undefined for any other bytes, also for such as the contract itself would take.
 * @param data hex without 0x
 */
export function readDisperse(to: string, value: bigint, data: string): DecodedOutput[] | undefined {
  if (to !== disperseContract.address) return undefined;
  const [selector, body] = [data.slice(0, 8), data.slice(8)];
  if (selector === selectors.coin && body.startsWith(numberWord(32)) && body.length >= 128) {
    const rows = readRows(body.slice(64), '');
    return rows && rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n) === value ? rows : undefined;
  }
  const token = addressAt(body.slice(0, 64));
  const isToken = selector === selectors.token && value === 0n && body.slice(64, 128) === numberWord(64);
  return isToken && token !== undefined && body.length >= 192 ? readRows(body.slice(128), token) : undefined;
}

/** No transaction has more gas (EIP-7825). */
const mostGas = 1n << 24n;
/** What the contract may spend on one row, and needs to have left before it: see its source. */
const gas = { base: 100_000n, coin: 40_000n, token: 60_000n, kept: 600_000n } as const;

/**
 * Gas of a payment of many: the node's estimate, and no less than payees take who have had nothing before. Where an allowance is not there yet a node estimates
 * rows that are not paid.
 */
export function disperseGas(token: string, rows: number, estimate: bigint): bigint {
  const least = gas.base + BigInt(rows) * (token === '' ? gas.coin : gas.token) + gas.kept;
  const wanted = estimate > least ? estimate : least;
  return wanted < mostGas ? wanted : mostGas;
}

const isCode = (answer: unknown): boolean =>
  typeof answer === 'string' &&
  /^0x([0-9a-f]{2})+$/.test(answer) &&
  bytesToHex(keccak_256(hexToBytes(answer.slice(2)))) === disperseContract.codeHash;

/** -32602 is "invalid params" (JSON-RPC 2.0). That a block is not there yet is another error, and no reason to believe a later one. */
function isUnknown(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  return (
    code === -32602 ||
    (typeof message === 'string' && /not supported|unsupported|(unknown|invalid) .*tag/i.test(message))
  );
}

/** By blocks: what is finalized stays, and so does what is safe; of the latest block nobody knows (execution-apis, "Block tags"). */
const blocks = [
  { at: 'finalized', lasts: true },
  { at: 'safe', lasts: true },
  { at: 'latest', lasts: false },
] as const;

export const disperse: Disperse = {
  contract: disperseContract.address,
  // With 67,000 gas a row, which is more than a transfer of any token in wide use takes, they fit one transaction.
  maxRows: 250,
  code: {
    method: 'eth_getCode',
    asks: blocks.map(({ at, lasts }) => ({ params: [disperseContract.address, at], lasts })),
    isThere: isCode,
    isUnknown,
  },
};
