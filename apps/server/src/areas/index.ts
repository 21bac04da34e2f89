/** The areas of the API, in the order in which they are made: each takes what stands above it. */
import type { Engines, Ports } from '../ports.ts';
import { accountArea } from './account/area.ts';
import { activityArea } from './activity/area.ts';
import { addressBookArea, personalBookArea } from './address-book/area.ts';
import { apiClientArea } from './api-client/area.ts';
import { auditArea } from './audit/area.ts';
import { batchArea } from './batch/area.ts';
import type { Area, Areas } from './define.ts';
import { depositArea } from './deposit/area.ts';
import { fileExportArea } from './file-export/area.ts';
import { healthArea } from './health/area.ts';
import { inscriptionArea } from './inscription/area.ts';
import { keyMaterialArea } from './key-material/area.ts';
import { loginHistoryArea } from './login-history/area.ts';
import { nftArea } from './nft/area.ts';
import { noticeArea } from './notice/area.ts';
import { onboardingArea } from './onboarding/area.ts';
import { openApiArea } from './open-api/area.ts';
import { qrcArea } from './qrc/area.ts';
import { sandboxArea } from './sandbox/area.ts';
import { sessionArea } from './session/area.ts';
import { setupArea } from './setup/area.ts';
import { signingArea } from './signing/area.ts';
import { stakeArea } from './stake/area.ts';
import { backTestArea, strategyArea } from './strategy/area.ts';
import { teamArea } from './team/area.ts';
import { todoArea } from './todo/area.ts';
import { tokenArea } from './token/area.ts';
import { toolsArea } from './tools/area.ts';
import { tradeArea } from './trade/area.ts';
import { transactionArea } from './transaction/area.ts';
import { userArea } from './user/area.ts';
import { utxoArea } from './utxo/area.ts';
import { subWalletArea, walletArea } from './wallet/area.ts';
import { webHookArea } from './web-hook/area.ts';
import { web3Area } from './web3/area.ts';
import { withdrawArea } from './withdraw/area.ts';

export type FirstAreas = ReturnType<typeof createFirstAreas>;

/** Those that stand on the ports alone. The rules in force are read through `setup`, so all others come after them. */
export function createFirstAreas(ports: Ports) {
  const session = sessionArea(ports);
  const wallet = walletArea(ports);
  const shared = { ...ports, sessions: session.service, wallets: wallet.service };
  return {
    session,
    wallet,
    setup: setupArea(shared),
    user: userArea(ports),
    loginHistory: loginHistoryArea(shared),
    audit: auditArea(ports),
  };
}

/** All of them. */
export function createAreas(ports: Ports & Engines, first: FirstAreas) {
  const shared = { ...ports, sessions: first.session.service, wallets: first.wallet.service };
  const deposit = depositArea(shared);
  const qrc = qrcArea(shared);
  const addressBook = addressBookArea(shared);
  const team = teamArea(shared);
  const todo = todoArea({ ...shared, team: team.service });
  const keyMaterial = keyMaterialArea(shared);
  const health = healthArea(shared);
  const apiClient = apiClientArea(shared);
  const transaction = transactionArea(shared);
  const withdraw = withdrawArea({ ...shared, book: addressBook.service, qrcs: qrc.service });
  const web3 = web3Area({ ...shared, withdraws: withdraw.service });
  const areas = {
    ...first,
    subWallet: subWalletArea(shared),
    deposit,
    qrc,
    addressBook,
    team,
    todo,
    keyMaterial,
    health,
    onboarding: onboardingArea(shared),
    account: accountArea(shared),
    notice: noticeArea({ ...shared, todos: todo.service }),
    personalBook: personalBookArea({ ...shared, book: addressBook.service }),
    withdraw,
    batch: batchArea({ ...shared, book: addressBook.service, withdraws: withdraw.service, web3: web3.service }),
    utxo: utxoArea(shared),
    nft: nftArea(shared),
    inscriptions: inscriptionArea({ ...shared, withdraws: withdraw.service }),
    stake: stakeArea({ ...shared, withdraws: withdraw.service }),
    web3,
    trade: tradeArea({ ...shared, withdraws: withdraw.service, web3: web3.service }),
    transaction,
    apiClient,
    openApi: openApiArea({
      ...shared,
      apiClients: apiClient.service.apiClients,
      transactions: transaction.service,
    }),
    signing: signingArea({ ...shared, keyMaterial: keyMaterial.service, health: health.service }),
    strategy: strategyArea({ ...shared, todos: todo.service, team: team.service }),
    backTest: backTestArea(shared),
    token: tokenArea({ ...shared, book: addressBook.service }),
    tools: toolsArea(ports),
    webHook: webHookArea(ports),
    sandbox: sandboxArea({ ...shared, deposits: deposit.service }),
  };
  const told = Object.values<Area>(areas).map((area) => area.told);
  const readable = { ...areas, activity: activityArea({ ...ports, told }) };
  const sources = Object.values<Area>(readable).flatMap((area) => area.exports);
  return { ...readable, fileExport: fileExportArea({ ...shared, sources }) } satisfies Areas;
}
