import { z } from 'zod';
import { amount, bool01, coin, nothing, ranged, subWalletId, symbol, text } from './codecs.ts';
import { get, post } from './endpoint.ts';

const chain = z.object({
  chain_id: z.string(),
  coin_net: z.string(),
  height: z.int().nullable(),
  reachable: bool01,
  symbols: z.array(symbol),
  /** Does it have things that are no money? */
  nfts: bool01,
});

export const sandbox = {
  status: get('/api/sandbox/status', {
    summary: 'Whether this is a sandbox, and its local chains',
    access: 'sandbox.use',
    input: nothing,
    output: z.object({ enabled: bool01, chains: z.array(chain) }),
  }),
  fund: post('/api/sandbox/fund', {
    summary: 'Send test coins to an address, or to the deposit address of a sub-wallet',
    access: 'sandbox.use',
    timeoutMs: 30_000,
    input: z.object({ ...coin, amount, sub_wallet_id: subWalletId.optional(), address: text(120).optional() }),
    output: z.object({ txid: z.string() }),
  }),
  nft: post('/api/sandbox/nft', {
    summary: 'Make a test picture and give it to the deposit address of a sub-wallet',
    access: 'sandbox.use',
    timeoutMs: 30_000,
    input: z.object({ chain_id: text(40, 1), sub_wallet_id: subWalletId }),
    output: z.object({ txid: z.string() }),
  }),
  mine: post('/api/sandbox/mine', {
    summary: 'Mine blocks on a local chain; all chains when none is named',
    access: 'sandbox.use',
    timeoutMs: 30_000,
    input: z.object({ chain_id: text(40).optional(), blocks: ranged(1, 100).default(1) }),
    output: nothing,
  }),
};
