import { readFileSync } from 'node:fs';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { devAccounts } from './anvil.ts';

/** One JSON-RPC call of a node. */
type Ask = (method: string, ...params: unknown[]) => Promise<unknown>;

/** Where ENS has its registry on the public networks. */
export const devNames = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e';

/** Puts the register there, without a transaction: those of the faucet's account decide where the token lies. */
export async function putNames(call: Ask): Promise<void> {
  const file = new URL('../../artifacts/contracts.json', import.meta.url);
  const { deployed } = JSON.parse(readFileSync(file, 'utf8')) as { deployed: { DevNames: string } };
  await call('anvil_setCode', devNames, deployed.DevNames);
}

const word = (hex: string): string => hex.padStart(64, '0');
const hashed = (text: string): Uint8Array => keccak_256(utf8ToBytes(text));
const nodeOf = (name: string): string =>
  bytesToHex(
    name.split('.').reduceRight((node, label) => keccak_256(concatBytes(node, hashed(label))), new Uint8Array(32)),
  );

/** Writes what a name says: its account, its own text, or both. Mined with the next block. */
export async function register(call: Ask, name: string, { account = '0x0', text = '' }): Promise<void> {
  const bytes = bytesToHex(utf8ToBytes(text));
  const tail = word((bytes.length / 2).toString(16)) + bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0');
  const selector = bytesToHex(hashed('register(bytes32,address,string)').subarray(0, 4));
  const data = `0x${selector}${nodeOf(name)}${word(account.slice(2).toLowerCase())}${word('60')}${tail}`;
  await call('eth_sendTransaction', { from: devAccounts.second, to: devNames, data });
}

/** A name that leads to an account, and an account that calls itself so. */
export async function registerAccount(call: Ask, name: string, account: string): Promise<void> {
  await register(call, name, { account });
  await register(call, `${account.slice(2).toLowerCase()}.addr.reverse`, { text: name });
}
