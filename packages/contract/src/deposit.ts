import { z } from 'zod';
import { addressProof } from './address-proof.ts';
import {
  addressId,
  amount,
  bool01,
  coin,
  epochMs,
  int,
  nothing,
  page,
  paged,
  remark,
  subWalletId,
  symbol,
  text,
} from './codecs.ts';
import { depositId } from './decision.ts';
import { get, post } from './endpoint.ts';
import { requestId } from './order.ts';

/** One address as the deposit screens show it. `text` is what the copy button copies (spec section 3, copy payload). */
const depositRow = z.object({
  address_id: addressId,
  symbol,
  address: z.string(),
  memo: z.string(),
  /** 1 user address, 2 system address (change; never handed to users). */
  addr_type: z.int(),
  /** Where keys of the chain have several forms of address (`addr_forms` of `deposit/info`), what this one's is called; else ''. */
  addr_form: z.string(),
  address_label: z.string(),
  is_common: bool01,
  qr_text: z.string(),
  text: z.string(),
  /** Deposits of this coin have stopped: do not send. */
  deposit_suspended: bool01,
  chain_id: z.string(),
  path: z.string(),
  proof: addressProof,
  /** Where a signer shows the same address on its own origin, to compare. */
  verify_url: z.string(),
});
/** Signers vouch for `address` alone: what is copied and scanned is that, or the reply is none. */
const saysOne = ({ address, text, qr_text }: z.output<typeof depositRow>): boolean =>
  text === address && qr_text === address;
const another = 'text and qr_text are the address';
const depositAddress = depositRow.refine(saysOne, another);

/** One customer's comment. Address and comment together are what the customer is told. */
const customerMemo = z.object({
  memo_id: z.int(),
  customer: z.string(),
  memo: z.string(),
  address: z.string(),
  chain_id: z.string(),
  path: z.string(),
  proof: addressProof,
});

export const deposit = {
  info: get('/api/mpc/deposit/info', {
    summary: 'What is to be known before depositing a coin',
    access: 'deposit.read',
    input: z.object({ sub_wallet_id: subWalletId, ...coin }),
    output: z.object({
      symbol,
      symbol_alias: z.string(),
      base_symbol: z.string(),
      coin_net: z.string(),
      enable_deposit: bool01,
      /** The same flag as a boolean, under the name of the copy payload (spec section 3). */
      enableDeposit: z.boolean(),
      deposit_confirmation: z.int(),
      min_deposit: amount,
      support_memo: bool01,
      support_multi_addr: bool01,
      /** The forms of address that a new one can have, the usual one first; empty where there is one. */
      addr_forms: z.array(z.string()),
      contract_address: z.string(),
      decimals: z.int(),
      tips: z.array(z.string()),
    }),
  }),
  address: get('/api/mpc/sub_wallet/deposit/address', {
    summary: 'The deposit address of a coin in a sub-wallet',
    access: 'deposit.read',
    input: z.object({ sub_wallet_id: subWalletId, ...coin }),
    output: depositAddress,
  }),
  userAddress: get('/api/mpc/user/deposit/address', {
    summary: 'The default deposit address of the caller: of the first sub-wallet they see',
    access: 'deposit.read',
    input: z.object({ ...coin }),
    output: depositRow.extend({ sub_wallet_id: subWalletId }).refine(saysOne, another),
  }),
  addresses: get('/api/mpc/sub_wallet/multi/address/list', {
    summary: 'Every address of a coin in a sub-wallet',
    access: 'deposit.read',
    input: z.object({ sub_wallet_id: subWalletId, ...coin, keyword: text(100).optional(), ...paged }),
    output: page(
      z.object({
        address_id: addressId,
        address: z.string(),
        memo: z.string(),
        addr_type: z.int(),
        addr_form: z.string(),
        address_label: z.string(),
        balance: amount,
        is_common: bool01,
        chain_id: z.string(),
        path: z.string(),
        proof: addressProof,
        last_used_at: epochMs.nullable(),
        created_at: epochMs,
      }),
      /** Of those that hold the keyword, 2,000 are counted: there are more. */
    ).extend({ total_is_bounded: z.boolean() }),
  }),
  memos: get('/api/mpc/sub_wallet/memo/list', {
    summary: "Customers' comments at the deposit address of a coin, newest first",
    access: 'deposit.read',
    input: z.object({ sub_wallet_id: subWalletId, ...coin, keyword: text(100).optional(), ...paged }),
    output: page(
      customerMemo.extend({ deposit_count: z.int(), last_used_at: epochMs.nullable(), created_at: epochMs }),
    ),
  }),
  createMemo: post('/api/mpc/sub_wallet/create/memo', {
    summary:
      'A comment that tells of one customer, where payments carry one: drawn, or of your choice. Earlier deposits with it become theirs',
    access: 'address.create',
    audit: 'deposit.createMemo',
    input: z.object({
      sub_wallet_id: subWalletId,
      ...coin,
      customer: text(50, 1),
      /** Printable ASCII without spaces at its ends. */
      memo: text(100, 1).optional(),
    }),
    output: customerMemo,
  }),
  createAddress: post('/api/mpc/sub_wallet/create/address', {
    summary:
      'Derive more deposit addresses; chains with one account per wallet give that one. The same request_id gives the same ones again, with another request 110088',
    access: 'address.create',
    audit: 'deposit.createAddress',
    timeoutMs: 60_000,
    input: z.object({
      sub_wallet_id: subWalletId,
      ...coin,
      num: int.default(1),
      label: text(50).optional(),
      request_id: requestId.optional(),
      addr_form: text(20).optional(),
    }),
    output: z.object({ list: z.array(depositAddress) }),
  }),
  updateLabel: post('/api/mpc/sub_wallet/update/address_label', {
    summary: 'Name an address',
    access: 'deposit.edit',
    audit: 'deposit.updateLabel',
    input: z.object({ address_id: addressId, label: text(50) }),
    output: nothing,
  }),
  addRemark: post('/api/mpc/deposit/add/remark', {
    summary: 'Set the remark of a deposit',
    access: 'deposit.edit',
    audit: 'deposit.addRemark',
    alsoGet: true,
    input: z.object({ deposit_id: depositId, remark }),
    output: nothing,
  }),
};
