import { readFileSync } from 'node:fs';
import { disperseContract } from '@holdfast/chains/disperse';
import type { Call } from '../json-rpc.ts';
import { devAccounts } from './anvil.ts';

interface Compiled {
  /** Creation code, and what lies on the chain by it. */
  readonly initCode: string;
  readonly code: string;
}
export const disperseArtifact = (): Compiled =>
  JSON.parse(readFileSync(new URL(import.meta.resolve('@holdfast/chains/contracts/Disperse.json')), 'utf8'));

/** Puts the contract that pays many where every chain has it: anybody may, by the factory, which anvil has from the start. @returns whether it was put there now */
export async function deployDisperse(call: Call): Promise<boolean> {
  if ((await call<string>('eth_getCode', disperseContract.address, 'latest')) !== '0x') return false;
  const data = `0x${'00'.repeat(32)}${disperseArtifact().initCode.slice(2)}`;
  await call('eth_sendTransaction', { from: devAccounts.faucet, to: disperseContract.factory, data });
  return true;
}
