import { z } from 'zod';
import { permissions, roles } from './access.ts';
import { bool01, epochMs, nothing, subWalletId, userId, walletId } from './codecs.ts';
import { get } from './endpoint.ts';

/** Role numbers of the product family (domain.md 7.1): 1 owner, 2 admin, 3 any other member; `role_name` is exact. */
const membership = z.object({
  wallet_id: walletId,
  wallet_name: z.string(),
  role: z.int(),
  role_name: z.enum(roles),
  member_id: z.string(),
});

export const user = {
  info: get('/api/openPlatform/wallet/userInfo', {
    summary: 'The logged-in user and the wallets they belong to',
    access: 'session',
    input: nothing,
    output: z.object({
      user_id: userId,
      nick_name: z.string(),
      email: z.string(),
      language: z.string(),
      timezone: z.string(),
      google_status: bool01,
      passkey_count: z.int(),
      last_login_at: epochMs.nullable(),
      wallets: z.array(membership),
      /** One active member only: the owner approves alone. */
      solo_mode: bool01,
      /** All shares on one machine: for evaluation only. */
      single_host: bool01,
      step_up_until: epochMs,
    }),
  }),
  permissions: get('/api/fund/user/getWallet', {
    summary: 'What the user may do in the current wallet, and in sub-wallets where they have another role',
    access: 'session',
    input: nothing,
    output: z.object({
      permissions: z.array(z.enum(permissions)),
      /** Sub-wallets in which the user has a role of their own: all that they may do about those. */
      sub_wallets: z.array(z.object({ sub_wallet_id: subWalletId, permissions: z.array(z.enum(permissions)) })),
      fund_open: bool01,
    }),
  }),
};
