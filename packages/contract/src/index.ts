/** What Holdfast's API does: every endpoint by area. One const per area keeps the compiler's work small. */
import { account } from './account.ts';
import { activity } from './activity.ts';
import { addressBook } from './address-book.ts';
import { apiClient } from './api-client.ts';
import { audit } from './audit.ts';
import type { SystemAction } from './audit-actions.ts';
import { backTest } from './back-test.ts';
import { batch } from './batch.ts';
import { deposit } from './deposit.ts';
import { fileExport } from './file-export.ts';
import { health } from './health.ts';
import { inscriptions } from './inscription.ts';
import { keyMaterial } from './key-material.ts';
import { loginHistory } from './login-history.ts';
import { nft } from './nft.ts';
import { notice } from './notice.ts';
import { onboarding } from './onboarding.ts';
import { openApi } from './open-api.ts';
import { personalBook } from './personal-book.ts';
import { qrc } from './qrc.ts';
import { sandbox } from './sandbox.ts';
import { session } from './session.ts';
import { setup } from './setup.ts';
import { signing } from './signing.ts';
import { stake } from './stake.ts';
import { strategy } from './strategy.ts';
import { subWallet } from './sub-wallet.ts';
import { team } from './team.ts';
import { todo } from './todo.ts';
import { token } from './token.ts';
import { tools } from './tools.ts';
import { trade } from './trade.ts';
import { transaction } from './transaction.ts';
import { user } from './user.ts';
import { utxo } from './utxo.ts';
import { wallet } from './wallet.ts';
import { webHook } from './web-hook.ts';
import { web3 } from './web3.ts';
import { withdraw } from './withdraw.ts';

export const contract = {
  setup,
  session,
  user,
  wallet,
  subWallet,
  deposit,
  withdraw,
  utxo,
  nft,
  inscriptions,
  stake,
  batch,
  web3,
  trade,
  transaction,
  todo,
  qrc,
  strategy,
  backTest,
  team,
  apiClient,
  addressBook,
  personalBook,
  sandbox,
  loginHistory,
  account,
  notice,
  activity,
  audit,
  signing,
  health,
  onboarding,
  keyMaterial,
  token,
  tools,
  fileExport,
  webHook,
  openApi,
};

type Contract = typeof contract;
type ActionsIn<A> = A[keyof A] extends { readonly audit?: infer U } ? Exclude<U, undefined> : never;
/** What the audit log calls the calls of all endpoints. */
export type EndpointAction = { [K in keyof Contract]: ActionsIn<Contract[K]> }[keyof Contract];
/** Everything the audit log can tell of. */
export type AuditAction = EndpointAction | SystemAction;

export * from './access.ts';
export * from './account.ts';
export * from './activity.ts';
export * from './address-book.ts';
export * from './address-book-entry.ts';
export * from './api-client.ts';
export * from './audit.ts';
export * from './audit-actions.ts';
export * from './back-test.ts';
export * from './batch.ts';
export * from './client.ts';
export * from './codecs.ts';
export * from './decision.ts';
export * from './deposit.ts';
export * from './endpoint.ts';
export * from './errors.ts';
export * from './events.ts';
export * from './file-export.ts';
export * from './headers.ts';
export * from './health.ts';
export * from './http-signature.ts';
export * from './inscription.ts';
export * from './key-material.ts';
export * from './login-history.ts';
export * from './messages.ts';
export * from './nft.ts';
export * from './notice.ts';
export * from './number.ts';
export * from './onboarding.ts';
export * from './open-api.ts';
export * from './order.ts';
export * from './payees-text.ts';
export * from './personal-book.ts';
export { problemWords, type RuleProblem } from './problems.ts';
export * from './proposal-log.ts';
export * from './qrc.ts';
export * from './refund.ts';
export * from './sandbox.ts';
export * from './session.ts';
export * from './setup.ts';
export * from './several.ts';
export * from './signing.ts';
export * from './speed-up.ts';
export * from './stake.ts';
export * from './strategy.ts';
export * from './sub-wallet.ts';
export * from './team.ts';
export * from './todo.ts';
export * from './token.ts';
export * from './tools.ts';
export * from './trade.ts';
export * from './transaction.ts';
export * from './user.ts';
export * from './utxo.ts';
export * from './validation.ts';
export * from './wallet.ts';
export * from './web-hook.ts';
export * from './web3.ts';
export * from './withdraw.ts';
