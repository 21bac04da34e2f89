import { readFileSync } from 'node:fs';
import type { Call } from '../json-rpc.ts';
import { devAccounts } from './anvil.ts';

/** Deployed by the faucet account at nonce 0, so its address never changes (keccak(rlp(account, 0))). */
export const devToken = {
  symbol: 'USDC',
  contract: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  decimals: 6,
} as const;

export type Artifact =
  | 'DevAllowanceHolder'
  | 'DevFeed'
  | 'DevForwarder'
  | 'DevNft'
  | 'DevNfts'
  | 'DevSettler'
  | 'DevToken'
  | 'DevUsdc'
  | 'DevVault'
  | 'LyingNft';

/** Creation code; compiled by scripts/compile.ts. */
export function bytecode(name: Artifact): string {
  const file = new URL('../../artifacts/contracts.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { bytecode: Record<Artifact, string> }).bytecode[name];
}

/** Makes sure that the token is there. */
export async function deployToken(call: Call): Promise<void> {
  if ((await call<string>('eth_getCode', devToken.contract, 'latest')) !== '0x') return;
  await call('eth_sendTransaction', { from: devAccounts.faucet, data: bytecode('DevUsdc') });
  await call('evm_mine');
  if ((await call<string>('eth_getCode', devToken.contract, 'latest')) === '0x')
    throw new Error('the devnet token could not be deployed: the faucet account had been used before');
}
