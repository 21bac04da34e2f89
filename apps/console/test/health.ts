import type { Health } from '../src/features/health/view.ts';

const at = new Date(0);
export const signer = (name: string, change: Partial<Health['signers'][number]> = {}): Health['signers'][number] => ({
  id: name,
  name,
  page: '',
  state: 'signing',
  heard_at: at,
  version: '1',
  clock_ms: 0,
  clock_off: false,
  disk: 'ok',
  free_bytes: 1,
  prices: [],
  ...change,
});
export const chain = (coin_net: string, change: Partial<Health['chains'][number]> = {}): Health['chains'][number] => ({
  chain_id: coin_net,
  coin_net,
  state: 'following',
  down_since: null,
  problem: '',
  height: 1,
  tip: 1,
  block_at: at,
  aside: 0,
  lost: 0,
  nodes: [{ place: 1, state: 'well', height: 1, heard_at: at }],
  ...change,
});
/** All is well. */
export const standing = (change: Partial<Health> = {}): Health => ({
  version: '1',
  at,
  signers: [signer('One'), signer('Two')],
  chains: [chain('Bitcoin'), chain('Ethereum')],
  database: { answer_ms: 1, size_bytes: 1 },
  server: { disk: 'ok', free_bytes: 1 },
  prices: [],
  upkeep: [],
  ...change,
});
