import { z } from 'zod';
import { bool01, epochMs, nothing, paged, subWalletId, text } from './codecs.ts';
import { get, post } from './endpoint.ts';

/** One collection of a sub-wallet, and one thing of it. */
const collectionName = { sub_wallet_id: subWalletId, chain_id: text(40, 1), contract_address: text(128, 1) };
const tokenId = z.string().regex(/^(0|[1-9]\d{0,77})$/);

/** Why nothing is drawn: it names no picture, it is at a place that is not asked, in a form that is not drawn (SVG, a page), too large, or nobody answered. */
export const nftProblems = ['', 'none', 'place', 'form', 'size', 'away'] as const;
export type NftProblem = (typeof nftProblems)[number];
/** `data:` with a raster that the server drew anew; '' where there is none. */
const picture = { image: z.string(), image_type: z.enum(['', 'image/webp']), problem: z.enum(nftProblems) };

const collection = z.object({
  chain_id: z.string(),
  coin_net: z.string(),
  base_symbol: z.string(),
  contract_address: z.string(),
  /** What the contract calls itself. */
  name: z.string(),
  symbol: z.string(),
  standard: z.enum(['721', '1155']),
  /** Different things of it, and how many in all. */
  kinds: z.int(),
  num: z.string(),
  /** Out of the way, and never gone: by a member, or since its texts lure people somewhere and no member said otherwise. */
  folded: bool01,
  lures: bool01,
  /** One of them, for a picture. */
  token_id: z.string(),
});

const token = z.object({
  token_id: z.string(),
  /** Of its own description, where somebody looked at it already. */
  nft_name: z.string(),
  is_video: bool01,
  amount: z.string(),
  /** On its way, not counted yet. */
  incoming: z.string(),
});

const move = z.object({
  direction: z.enum(['in', 'out']),
  amount: z.string(),
  /** From whom, or to whom; a zero address made or unmade it. */
  address: z.string(),
  txid: z.string(),
  height: z.int(),
  confirmations: z.int(),
  confirm_need: z.int(),
  /** `unbacked`: an event said so, and its contract denies it. `reorged`: its block is no part of the chain any more. */
  status: z.enum(['confirming', 'credited', 'unbacked', 'reorged']),
  time: epochMs,
});

export const nft = {
  asset: get('/api/mpc/sub_wallet/nft/asset', {
    summary:
      'Collections of which a sub-wallet has something: by events of their contracts, and never more than the contracts answer. They are no money and in no sum',
    access: 'wallet.read',
    input: z.object({
      sub_wallet_id: subWalletId,
      /** In the name or symbol, or the whole contract. */
      keyword: text(128).optional(),
      chain_id: text(40).optional(),
    }),
    output: z.object({
      nft_list: z.array(collection),
      /** Networks that have such things. */
      chains: z.array(z.object({ chain_id: z.string(), coin_net: z.string() })),
    }),
  }),
  tokenList: get('/api/mpc/sub_wallet/nft/token_list', {
    summary: 'What a sub-wallet has of one collection',
    access: 'wallet.read',
    input: z.object({ ...collectionName, keyword: text(128).optional(), ...paged }),
    output: z.object({ pageTotal: z.int(), total: z.int(), nft_token_list: z.array(token) }),
  }),
  info: get('/api/mpc/sub_wallet/nft/info', {
    summary:
      'One thing: what its contract and its own description say of it, its picture as the server drew it anew, and how it came and went',
    access: 'wallet.read',
    timeoutMs: 30_000,
    perMinute: 240,
    input: z.object({ ...collectionName, token_id: tokenId }),
    output: z.object({
      chain_id: z.string(),
      coin_net: z.string(),
      contract_address: z.string(),
      token_id: z.string(),
      standard: z.enum(['721', '1155']),
      collection: z.string(),
      symbol: z.string(),
      nft_name: z.string(),
      description: z.string(),
      traits: z.array(z.object({ name: z.string(), value: z.string() })),
      /** A page that it names, `https:` alone: written by strangers. */
      link: z.string(),
      is_video: bool01,
      ...picture,
      amount: z.string(),
      incoming: z.string(),
      since: epochMs.nullable(),
      history: z.array(move),
    }),
  }),
  picture: get('/api/mpc/sub_wallet/nft/picture', {
    summary: 'Its picture, drawn anew by the server: fetched once, when somebody first looks at it',
    access: 'wallet.read',
    timeoutMs: 30_000,
    perMinute: 600,
    input: z.object({ ...collectionName, token_id: tokenId }),
    output: z.object({ nft_name: z.string(), is_video: bool01, ...picture }),
  }),
  fold: post('/api/mpc/sub_wallet/nft/fold', {
    summary: 'Fold a collection away for the whole workspace (`folded` 1), or take it back out',
    access: 'wallet.edit',
    audit: 'nft.fold',
    input: z.object({ ...collectionName, folded: bool01 }),
    output: nothing,
  }),
};
