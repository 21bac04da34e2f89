import type { Attack } from '../attack.ts';
import { allowanceAttacks } from './allowances.ts';
import { apiClientAttacks } from './api-clients.ts';
import { approvalAttacks } from './approvals.ts';
import { argumentAttacks } from './arguments.ts';
import { backwardAttacks } from './backwards.ts';
import { batchAttacks } from './batches.ts';
import { bumpAttacks } from './bumps.ts';
import { callAttacks } from './calls.ts';
import { channelAttacks } from './channel.ts';
import { childAttacks } from './children.ts';
import { closingAttacks } from './closings.ts';
import { deployAttacks } from './deployments.ts';
import { dispersalAttacks } from './dispersals.ts';
import { displayedAttacks } from './displayed.ts';
import { dropAttacks } from './drops.ts';
import { dyingAttacks } from './dying.ts';
import { editAttacks } from './edits.ts';
import { exportAttacks } from './exports.ts';
import { feeAttacks } from './fees.ts';
import { floodAttacks } from './floods.ts';
import { freezeAttacks } from './freezes.ts';
import { governanceAttacks } from './governance.ts';
import { growthAttacks } from './growth.ts';
import { inscriptionAttacks } from './inscriptions.ts';
import { jettonAttacks } from './jettons.ts';
import { liftAttacks } from './lifts.ts';
import { limitAttacks } from './limits.ts';
import { logAttacks } from './logs.ts';
import { loosenedAttacks } from './loosened.ts';
import { messageAttacks } from './messages.ts';
import { nftAttacks } from './nfts.ts';
import { pageAttacks } from './pages.ts';
import { pathAttacks } from './paths.ts';
import { paymentAttacks } from './payments.ts';
import { proxyAttacks } from './proxies.ts';
import { ransomAttacks } from './ransom.ts';
import { replacedCoinAttacks } from './replaced-coins.ts';
import { schemeAttacks } from './schemes.ts';
import { sessionAttacks } from './sessions.ts';
import { settlerAttacks } from './settlers.ts';
import { protectionAttacks } from './sign-protect.ts';
import { speedUpAttacks } from './speed-ups.ts';
import { stakeAttacks } from './stakes.ts';
import { stalePriceAttacks } from './stale-prices.ts';
import { swapAttacks } from './swaps.ts';
import { tokenAttacks } from './tokens.ts';
import { twinAttacks } from './twins.ts';
import { withheldAttacks } from './withheld.ts';

/** All that is scripted, each family with its controls first. */
export const scripted: readonly Attack[] = [
  ...editAttacks,
  ...approvalAttacks,
  ...protectionAttacks,
  ...pageAttacks,
  ...governanceAttacks,
  ...displayedAttacks,
  ...twinAttacks,
  ...tokenAttacks,
  ...loosenedAttacks,
  ...ransomAttacks,
  ...apiClientAttacks,
  ...paymentAttacks,
  ...pathAttacks,
  ...limitAttacks,
  ...feeAttacks,
  ...stalePriceAttacks,
  ...swapAttacks,
  ...settlerAttacks,
  ...sessionAttacks,
  ...schemeAttacks,
  ...backwardAttacks,
  ...closingAttacks,
  ...withheldAttacks,
  ...speedUpAttacks,
  ...bumpAttacks,
  ...batchAttacks,
  ...dispersalAttacks,
  ...dropAttacks,
  ...replacedCoinAttacks,
  ...childAttacks,
  ...inscriptionAttacks,
  ...allowanceAttacks,
  ...callAttacks,
  ...proxyAttacks,
  ...messageAttacks,
  ...deployAttacks,
  ...argumentAttacks,
  ...nftAttacks,
  ...dyingAttacks,
  ...stakeAttacks,
  ...jettonAttacks,
  ...freezeAttacks,
  ...liftAttacks,
  ...channelAttacks,
  ...floodAttacks,
  ...growthAttacks,
  ...exportAttacks,
  ...logAttacks,
];
