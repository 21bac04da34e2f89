import { z } from 'zod';
import { callerRoles } from './access.ts';
import { addressProof } from './address-proof.ts';
import {
  addressId,
  amount,
  bool01,
  coin,
  epochMs,
  idList,
  int,
  nothing,
  page,
  paged,
  ranged,
  subWalletId,
  symbol,
  text,
  walletId,
} from './codecs.ts';
import { get, post } from './endpoint.ts';

/** US dollars as decimal text; null when a held coin has no price (shown as `--`, never 0). */
export const usd = amount.nullable();
/** 1 asset wallet, 2 web3 wallet (domain.md 4.4). */
const subWalletType = z.codec(
  z.union([z.enum(['1', '2']), z.literal(1), z.literal(2)]),
  z.union([z.literal(1), z.literal(2)]),
  {
    decode: (value) => (Number(value) === 1 ? 1 : 2),
    encode: (value) => value,
  },
);

const walletRow = z.object({
  wallet_id: walletId,
  wallet_name: z.string(),
  alias: z.string(),
  role: z.int(),
  sub_wallet_count: z.int(),
  asset_usd: usd,
});

/** `status`: 0 being created (keys derive, code 200007), 1 ready, 2 archived. */
const subWalletRow = z.object({
  sub_wallet_id: subWalletId,
  sub_wallet_name: z.string(),
  alias: z.string(),
  sub_wallet_type: z.int(),
  app_show_status: z.int(),
  is_top: bool01,
  asset_usd: usd,
  role: z.enum(callerRoles),
  member_count: z.int(),
  status: z.int(),
  created_at: epochMs,
});

/** The five parts of a balance, in whole coins (domain.md 6.1). */
export const buckets = {
  normal_balance: amount,
  lock_balance: amount,
  collecting_balance: amount,
  pending_balance: amount,
  hold_balance: amount,
  /** In stake, or on its way back from it (Tron). */
  staked_balance: amount,
};

const coinRow = z.object({
  symbol,
  symbol_alias: z.string(),
  base_symbol: z.string(),
  coin_net: z.string(),
  name: z.string(),
  icon: z.string(),
  chain_id: z.string(),
  contract_address: z.string(),
  decimals: z.int(),
  ...buckets,
  total_balance: amount,
  price_usd: usd,
  /** null: a fixed price, which is of no time, or none. */
  price_time: epochMs.nullable(),
  /** What the operator calls its source; '' is a fixed price of the configuration, or no price. */
  price_source: z.string(),
  asset_usd: usd,
  /** Of what can be paid with now. */
  normal_usd: usd,
  is_focus: bool01,
  /** The workspace has it open. */
  open: bool01,
  /** It is open, its transfers are not stopped, and its network is followed: it may be sent here now. */
  enable_deposit: bool01,
  /** A payment of it can be asked for from here, by the caller, as far as wallet and coin go. */
  enable_withdraw: bool01,
  /** 0 account, 1 UTXO, 2 memo. */
  coin_type: z.int(),
  support_memo: bool01,
  /** The first deposit address; '' where there is none, with `proof` null. */
  address: z.string(),
  path: z.string(),
  proof: addressProof.nullable(),
});
export const coinAsset = coinRow.refine(
  ({ address, proof }) => address === '' || proof !== null,
  'an address without what signers say of it',
);

/** Which contract an account is, on chains where a key can have several; '' = the usual one. An account that is there stays as it is. */
const accountForm = text(16).default('');

const chainRow = z.object({
  /** Chain id of the intent, e.g. `evm:31337`. */
  chain_id: z.string(),
  coin_net: z.string(),
  symbol: z.string(),
  symbol_alias: z.string(),
  real_symbol: z.string(),
  icon: z.string(),
  is_support_memo: bool01,
  /** Of its own coin, as `sub_wallet/coins/asset` says it of all; here of no one sub-wallet. */
  enable_deposit: bool01,
  enable_withdraw: bool01,
  support_acceleration: bool01,
  if_open_chain: bool01,
  /** What `account_form` can be here, the usual one first; empty where there is no choice. */
  account_forms: z.array(z.string()),
  /** The forms of address that keys have there, the usual one first; empty where there is one. */
  addr_forms: z.array(z.string()),
  /** Its addresses are still being made. A server goes on with it by itself. */
  opening: z.boolean(),
  /** While it is opening: how many of the sub-wallets have their addresses. */
  opening_progress: z.object({ made: z.int(), of: z.int() }).nullable(),
  /** It was open; false too for what never was. */
  closed: z.boolean(),
  deposit_confirmation: z.int(),
  withdraw_confirmation: z.int(),
  display_order: z.int(),
  /** The coins of this chain. */
  coins: z.array(
    z.object({
      symbol,
      name: z.string(),
      contract_address: z.string(),
      decimals: z.int(),
      if_open: bool01,
      /** Of all sub-wallets, in whole coins. */
      balance: amount,
    }),
  ),
});

const addressRow = z.object({
  address_id: addressId,
  chain_id: z.string(),
  base_symbol: z.string(),
  address: z.string(),
  /** 1 user address, 2 system address (change; never handed to users). */
  addr_type: z.int(),
  path: z.string(),
  proof: addressProof,
});

export const wallet = {
  asset: get('/api/mpc/wallets/asset', {
    summary: 'The wallets of the user with their value',
    access: 'wallet.read',
    input: nothing,
    output: z.object({ total_usd: usd, total_btc: amount.nullable(), list: z.array(walletRow) }),
  }),
  subWallets: get('/api/mpc/sub_wallets', {
    summary: 'Sub-wallets of a wallet, pinned ones apart',
    access: 'wallet.read',
    input: z.object({
      wallet_id: walletId,
      /** This one alone. */
      sub_wallet_id: subWalletId.optional(),
      keyword: text(50).optional(),
      ...paged,
    }),
    output: z.object({
      top_sub_wallet_list: z.array(subWalletRow),
      sub_wallet_list: z.array(subWalletRow),
      pageTotal: z.int(),
      total: z.int(),
      /** Of those that hold the keyword, 10,000 are counted: there are more. */
      total_is_bounded: z.boolean(),
    }),
  }),
  allSubWallets: get('/api/mpc/sub_wallets/all', {
    summary:
      'The sub-wallets of a wallet, names only: the first that hold the keyword in name or alias, or those of these ids',
    access: 'wallet.read',
    input: z.object({
      wallet_id: walletId,
      type: int.optional(),
      keyword: text(50).optional(),
      ids: idList.optional(),
      /** Only what payments can be asked for from: neither hidden, nor archived, nor still being made. */
      usable: bool01.default(false),
      size: ranged(1, 1_000).default(1_000),
    }),
    output: z.object({
      list: z.array(z.object({ id: subWalletId, name: z.string(), type: z.int(), status: z.int() })),
      /** How many they are in all, counted to 1,001. */
      total: z.int(),
    }),
  }),
  subWalletsBalance: get('/api/mpc/sub_wallets_balance', {
    summary: 'One coin across the sub-wallets of a wallet',
    access: 'wallet.read',
    input: z.object({ wallet_id: walletId, ...coin, ...paged, page_size: ranged(1, 1_000).default(1_000) }),
    output: page(z.object({ sub_wallet_id: subWalletId, sub_wallet_name: z.string(), ...buckets })),
  }),
  createSubWallet: post('/api/mpc/sub_wallet/create', {
    summary: 'Create a sub-wallet with addresses on every open chain; the same name again gives code nameTaken',
    access: 'wallet.create',
    audit: 'wallet.createSubWallet',
    timeoutMs: 30_000,
    input: z.object({
      wallet_id: walletId,
      sub_wallet_name: text(50, 1),
      sub_wallet_type: subWalletType.default(1),
      app_show_status: ranged(1, 2).default(1),
      account_form: accountForm,
    }),
    output: z.object({ sub_wallet_id: subWalletId, status: z.int(), addresses: z.array(addressRow) }),
  }),
  updateAlias: post('/api/mpc/wallet/update/alias', {
    summary: 'Set the alias of a wallet, or of one sub-wallet when sub_wallet_id is given',
    access: 'wallet.edit',
    audit: 'wallet.updateAlias',
    input: z.object({ wallet_id: walletId, sub_wallet_id: subWalletId.optional(), alias: text(50) }),
    output: nothing,
  }),
  openCoin: get('/api/mpc/wallet/open/coin', {
    summary: 'Chains this wallet has open, and all that it could open',
    access: 'wallet.read',
    input: z.object({ wallet_id: walletId }),
    output: z.object({ open_main_chain: z.array(chainRow), support_main_chain: z.array(chainRow) }),
  }),
  setOpenCoin: post('/api/mpc/wallet/open/coin/set', {
    summary:
      'Open a chain, with addresses in every sub-wallet, or one of its tokens; or close it: nothing new is asked for, and nothing is lost',
    access: 'coin.open',
    audit: 'wallet.setOpenCoin',
    timeoutMs: 60_000,
    input: z.object({
      wallet_id: walletId,
      chain_id: text(64, 1),
      /** '' is the chain itself, with its own coin. */
      contract_address: text(128).default(''),
      open: bool01,
      account_form: accountForm,
    }),
    /** `opening`: many sub-wallets get addresses, and a server goes on with it. */
    output: z.object({ opening: z.boolean() }),
  }),
  coinsAsset: get('/api/mpc/sub_wallet/coins/asset', {
    summary: 'Coins of one sub-wallet with balances and value',
    access: 'wallet.read',
    input: z.object({ sub_wallet_id: subWalletId, hide_zero: bool01.default(false), keyword: text(50).optional() }),
    output: z.object({ asset_usd: usd, list: z.array(coinAsset) }),
  }),
  focusCoins: get('/api/mpc/sub_wallet/focus/coin', {
    summary: 'Favourite coins of the user in one sub-wallet',
    access: 'wallet.read',
    input: z.object({ sub_wallet_id: subWalletId }),
    output: z.object({ focus_num: z.int(), focus_max: z.int(), list: z.array(symbol) }),
  }),
  setFocus: post('/api/mpc/sub_wallet/focus/symbol', {
    summary: 'Mark or unmark a coin as favourite',
    access: 'focus.edit',
    alsoGet: true,
    input: z.object({ sub_wallet_id: subWalletId, ...coin, focus: bool01 }),
    output: z.object({ focus_num: z.int(), focus_max: z.int() }),
  }),
  focusLimit: get('/api/mpc/sub_wallet/focus/limit_check', {
    summary: 'May the user mark one more coin of the sub-wallet as favourite',
    access: 'wallet.read',
    input: z.object({ sub_wallet_id: subWalletId }),
    output: z.object({ pass: bool01, focus_num: z.int(), focus_max: z.int() }),
  }),
  history: get('/api/mpc/wallets/history', {
    summary: 'Value over time, oldest point first',
    access: 'wallet.read',
    input: z.object({
      wallet_id: walletId,
      sub_wallet_id: subWalletId.optional(),
      start: epochMs.optional(),
      end: epochMs.optional(),
    }),
    output: z.object({ list: z.array(z.object({ time: epochMs, asset_usd: usd })) }),
  }),
};
