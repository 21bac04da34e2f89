import { readFileSync } from 'node:fs';
import type { Call } from '../json-rpc.ts';

/** Contracts as their authors published them on npm. */

interface Artifact {
  readonly bytecode?: string;
  readonly evm?: { readonly bytecode: { readonly object: string } };
}

/** Creation code, `0x…`. @param file of a package, as `require.resolve` finds it: so it is seen which packages are used */
export function published(file: string): string {
  const { bytecode, evm } = JSON.parse(readFileSync(file, 'utf8')) as Artifact;
  return `0x${(evm?.bytecode.object ?? bytecode ?? '').replace(/^0x/, '')}`;
}

/** One argument as a contract reads it: an address, or a number, which may be below nothing. */
export const word = (value: string | bigint): string =>
  (typeof value === 'bigint' ? BigInt.asUintN(256, value).toString(16) : value.slice(2).toLowerCase()).padStart(
    64,
    '0',
  );

export interface Step {
  readonly to?: string;
  readonly data: string;
  readonly value?: string;
}
/** The gas is said, since nothing can be estimated of a contract that is not there yet. */
export const send = (call: Call, from: string, step: Step): Promise<string> =>
  call<string>('eth_sendTransaction', { from, gas: '0x5b8d80', ...step });
