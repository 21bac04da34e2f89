import { z } from 'zod';
import { bool01, idList, nothing, ranged, subWalletId, walletId } from './codecs.ts';
import { post } from './endpoint.ts';

/** What a sub-wallet is to those who look at it. Its addresses, coins and rules stay as they are. */
export const subWallet = {
  setTop: post('/api/mpc/sub_wallet/top', {
    summary: 'Pin a sub-wallet, so that it stands before the others for everybody; or unpin it',
    access: 'wallet.edit',
    audit: 'wallet.setTop',
    input: z.object({ sub_wallet_id: subWalletId, is_top: bool01 }),
    output: nothing,
  }),
  setShown: post('/api/mpc/sub_wallet/change_show_status', {
    summary: 'Show sub-wallets in the console (1), or hide them (2): no payment is asked for there from a hidden one',
    access: 'wallet.create',
    audit: 'wallet.setShown',
    input: z.object({ wallet_id: walletId, sub_wallet_ids: idList, app_show_status: ranged(1, 2) }),
    output: z.object({ changed: z.int() }),
  }),
  archive: post('/api/mpc/sub_wallet/archive', {
    summary:
      'Put an empty sub-wallet away (archived = 1), or take it back: what still arrives at its addresses is booked, and nothing is asked for from it',
    access: 'wallet.create',
    audit: 'wallet.archive',
    input: z.object({ sub_wallet_id: subWalletId, archived: bool01 }),
    output: nothing,
  }),
};
