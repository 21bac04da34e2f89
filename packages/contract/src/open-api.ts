import { z } from 'zod';
import { permissionRoles } from './access.ts';
import { addressProof } from './address-proof.ts';
import { apiScope, appId } from './api-client.ts';
import { addressId, bigId, bool01, coin, epochMs, idList, nothing, ranged, subWalletId } from './codecs.ts';
import { type Endpoint, get } from './endpoint.ts';
import { transactionRow } from './transaction.ts';

/** Where API clients find what they may call: every call of theirs under this prefix, in the place of `/api`. */
export const openPrefix = '/openapi';

/** The path by which API clients make a call; undefined of what they may not. */
export function openPathOf({ access, path }: Pick<Endpoint, 'access' | 'path'>): string | undefined {
  const holders: readonly string[] =
    access in permissionRoles ? permissionRoles[access as keyof typeof permissionRoles] : [];
  return holders.includes('api') ? path.replace(/^\/(api|openapi)(?=\/)/, openPrefix) : undefined;
}

/** Rows of one answer of a list that goes on by `max_id`. */
export const openRows = 100;
const cursor = {
  /** The `max_id` of the answer before; 0 to begin. */
  max_id: bigId.default(0),
  size: ranged(1, openRows).default(openRows),
};
/** Oldest first. What is written at this moment may come up to half a minute later: no row is ever left out behind a `max_id`. */
const pageBy = <T extends z.core.$ZodType>(row: T) =>
  z.object({
    list: z.array(row),
    /** To be given with the next call; the same as was given where nothing is new. */
    max_id: z.int(),
    /** There is more at once. */
    more: bool01,
  });
const ids = { ids: idList };

/** What API clients need beside the calls of the console that they may make: who they are, and lists to go through row by row. */
export const openApi = {
  info: get('/openapi/mpc/client/info', {
    summary:
      'What the server lets this API client do, where, and how often; what the rules let it do, the signers say at each request',
    access: 'wallet.read',
    ofNoWallet: true,
    input: nothing,
    output: z.object({
      app_id: appId,
      name: z.string(),
      scopes: z.array(apiScope),
      /** Empty: every sub-wallet. */
      sub_wallet_ids: z.array(subWalletId),
      ip_list: z.array(z.string()),
      expire_at: epochMs.nullable(),
      /** Calls in a minute; null: what the server gives anybody. */
      per_minute: z.int().nullable(),
      server_time: epochMs,
    }),
  }),
  subWallets: get('/openapi/mpc/sub_wallet/list', {
    summary: 'Sub-wallets, by max_id',
    access: 'wallet.read',
    ofNoWallet: true,
    // Ids of sub-wallets are of four bytes.
    input: z.object({ ...cursor, max_id: ranged(0, 2 ** 31 - 1).default(0) }),
    output: pageBy(
      z.object({
        sub_wallet_id: subWalletId,
        sub_wallet_name: z.string(),
        alias: z.string(),
        status: z.int(),
        created_at: epochMs,
      }),
    ),
  }),
  addresses: get('/openapi/mpc/sub_wallet/address/list', {
    summary: 'Deposit addresses of a sub-wallet on the network of a coin, by max_id',
    access: 'deposit.read',
    input: z.object({ sub_wallet_id: subWalletId, ...coin, ...cursor }),
    output: pageBy(
      z.object({
        address_id: addressId,
        address: z.string(),
        address_label: z.string(),
        chain_id: z.string(),
        path: z.string(),
        proof: addressProof,
        created_at: epochMs,
      }),
    ),
  }),
  syncWithdraws: get('/openapi/mpc/billing/sync_withdraw_list', {
    summary: 'Payments and other orders, by max_id',
    access: 'transaction.read',
    ofNoWallet: true,
    input: z.object(cursor),
    output: pageBy(transactionRow),
  }),
  withdraws: get('/openapi/mpc/billing/withdraw_list', {
    summary: 'Orders by their ids, or by the ids of their requests; what there is none of is left out',
    access: 'transaction.read',
    ofNoWallet: true,
    input: z.object({
      ids: idList.optional(),
      request_ids: z
        .string()
        .regex(/^[A-Za-z0-9._:-]{1,64}(,[A-Za-z0-9._:-]{1,64}){0,99}$/)
        .optional(),
    }),
    output: z.object({ list: z.array(transactionRow) }),
  }),
  syncDeposits: get('/openapi/mpc/billing/sync_deposit_list', {
    summary: 'Deposits, by max_id',
    access: 'transaction.read',
    ofNoWallet: true,
    input: z.object(cursor),
    output: pageBy(transactionRow),
  }),
  deposits: get('/openapi/mpc/billing/deposit_list', {
    summary: 'Deposits by their ids; what there is none of is left out',
    access: 'transaction.read',
    ofNoWallet: true,
    input: z.object(ids),
    output: z.object({ list: z.array(transactionRow) }),
  }),
};
