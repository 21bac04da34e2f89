import type { OrderId, SubWalletId, WorkspaceId } from '@holdfast/contract';
import type { PolicyDocument } from '@holdfast/policy';
import type { Recorder } from '../../audit/service.ts';
import type { CoinName } from '../../catalog.ts';
import type { FeeRequest } from '../../chains/fees.ts';
import type { Db } from '../../db/database.ts';
import { asOne, inWaves, ofEach } from '../../db/gathering.ts';
import type { MemberCaller } from '../../http/context.ts';
import { type AssetId, findBalance, isFrozen } from '../../ledger/service.ts';
import type { OrderRequest, Submitted } from '../../orders/service.ts';
import { addressFacts, registeredName } from './address-facts.ts';
import { createBumpRules } from './bump-rule.ts';
import { checkBalance, checkCoins, payableOf } from './checks.ts';
import { createChild } from './child.ts';
import { dayLimit } from './day-limit.ts';
import type { Ask, Who, WithdrawDeps } from './deps.ts';
import {
  accountOf,
  askedBy,
  coinOf,
  type DraftDeps,
  demandShown,
  draftOf,
  namedBy,
  offerWithin,
  openAccount,
  receiverOf,
} from './draft.ts';
import { createFees } from './fees.ts';
import { type OffersAsk, offersFor } from './offers.ts';
import { readPaymentLink } from './payment-link.ts';
import { createPreview, type Preview } from './preview.ts';
import * as queries from './queries.ts';
import { createRefund } from './refund.ts';
import { requestHash } from './rules.ts';
import { createSpeedUp } from './speed-up.ts';
import { submitPatiently } from './submit.ts';
import { type UnpayableOf, unpayable } from './unpayable.ts';

export { amountOf, checkDestination, type DestinationCheck, feeWithinAgreed, feeWithinCaps } from './checks.ts';
export type { Who, WithdrawDeps } from './deps.ts';
export { passedRow } from './passed.ts';
export { knownAddresses } from './queries.ts';
export { hashOfAsk } from './rules.ts';
export { takenRow } from './taken.ts';
export { tierRows } from './tiers.ts';
export type WithdrawService = ReturnType<typeof createWithdraw>;
type FactsOf = Parameters<typeof addressFacts> extends [unknown, ...infer Rest] ? Rest : never;
type AskedBy = Parameters<typeof askedBy> extends [unknown, ...infer Rest] ? Rest : never;
interface CreateDeps extends DraftDeps, Pick<WithdrawDeps, 'orders'> {
  readonly preview: Preview;
  /** Checks that are made together ask the database together: those of one chain, as a node that is slow to answer would hold up the others. */
  readonly togetherOn: (chain: object) => ReturnType<typeof inWaves>;
}

/** A workspace's key group never changes, so it is read once. */
function keyGroups(db: Db): (workspaceId: WorkspaceId) => Promise<string> {
  const found = new Map<WorkspaceId, string>();
  return async (workspaceId) => {
    const known = found.get(workspaceId) ?? (await queries.findKeyGroup(db, workspaceId));
    found.set(workspaceId, known);
    return known;
  };
}

/** What many payments ask at the same moment, of one account and of its coins. */
const shared = (db: Db): Pick<DraftDeps, 'account' | 'suspended'> => ({
  account: asOne(
    (...of) => of.join(' '),
    (...of) => queries.findAccount(db, ...of),
  ),
  suspended: asOne(
    (workspaceId, assets) => `${workspaceId} ${assets.join()}`,
    (workspaceId, assets) => isFrozen(db, workspaceId, assets),
  ),
});

/** Order and hold, durable when this returns; the same request again gives the same order. */
async function create(deps: CreateDeps, who: Who, ask: Ask, requestId: string, record: Recorder): Promise<Submitted> {
  // What no coin is named by goes with its like; its check refuses it.
  const together = deps.togetherOn(deps.catalog.named(ask)[0]?.chain ?? deps.catalog);
  const checked = await together(async () => {
    const known = await deps.orders.repeated(who.workspaceId, 'withdraw', requestId, requestHash(ask));
    if (known) return { known };
    const { request } = await draftOf(deps, who, ask, requestId);
    await checkTaken(deps, request);
    return { request };
  });
  return checked.known ?? place(deps, checked.request, record);
}

/** What the rules and the balance take, of whatever kind. */
async function checkTaken({ db, preview }: CreateDeps, request: OrderRequest): Promise<void> {
  await preview(request);
  await checkCoins(db, request);
}

const place = ({ db, orders }: CreateDeps, request: OrderRequest, record: Recorder): Promise<Submitted> =>
  submitPatiently(
    () => orders.submit(request, record),
    () => checkBalance(db, request),
  );

async function submit(deps: CreateDeps, request: OrderRequest, record: Recorder): Promise<Submitted> {
  await checkTaken(deps, request);
  return place(deps, request, record);
}

/** Withdrawals up to the moment the order exists; from there `orders/` has it. */
export function createWithdraw(all: WithdrawDeps) {
  const { db, catalog, orders } = all;
  const { preview, previewToTell } = createPreview(all);
  const deps: CreateDeps = {
    ...{ ...all, preview, fees: createFees(all), keyGroupOf: keyGroups(db) },
    ...{ ...shared(db), togetherOn: ofEach(inWaves) },
  };
  return {
    coinOf: (name: CoinName) => coinOf(catalog, name),
    account: (workspaceId: WorkspaceId, subWalletId: SubWalletId, chain: Parameters<typeof accountOf>[3]) =>
      accountOf(deps, workspaceId, subWalletId, chain),
    draft: (who: Who, ask: Ask, requestId: string) => draftOf(deps, who, ask, requestId),
    balance: (workspaceId: WorkspaceId, subWalletId: SubWalletId, assetId: AssetId) =>
      findBalance(db, workspaceId, subWalletId, assetId),
    payable: ({ chain, asset }: ReturnType<typeof coinOf>, subWalletId: SubWalletId, available: bigint) =>
      payableOf(db, chain, asset, subWalletId, available),
    suspended: deps.suspended,
    /** Why the caller can ask for no payment of it from there now; '' where they can. */
    unpayable: (...of: UnpayableOf) => unpayable(deps, ...of),
    keyGroupOf: deps.keyGroupOf,
    checkBalance: (request: OrderRequest) => checkBalance(db, request),
    preview,
    previewToTell,
    /** What the rules let this member pay out of a sub-wallet in a day, and what counts against it. */
    dayLimit: (
      { workspaceId, memberId }: Who,
      subWalletId: SubWalletId,
      { chain, asset }: ReturnType<typeof coinOf>,
      document: PolicyDocument,
    ) =>
      dayLimit(all, String(workspaceId), document, {
        chain: chain.id,
        contract: asset.contract,
        wallet: String(subWalletId),
        member: memberId,
      }),
    create: (who: Who, ask: Ask, requestId: string, record: Recorder) => create(deps, who, ask, requestId, record),
    /** For orders of other kinds: the account, where one can be asked for now; whose an address is; and what takes a checked request. */
    async openAccount(who: Who, ask: Parameters<typeof openAccount>[2]) {
      await demandShown(deps, who, ask.sub_wallet_id);
      return openAccount(deps, who, ask);
    },
    named: (who: Who, coin: ReturnType<typeof coinOf>, address: string) => namedBy(deps, who, coin, address),
    receiver: (who: Who, coin: ReturnType<typeof coinOf>, address: string) => receiverOf(deps, who, coin, address),
    tiers: (request: FeeRequest) => deps.fees(request),
    offer: (request: FeeRequest, ask: Pick<Ask, 'fee_level' | 'max_fee'>) => offerWithin(deps, request, ask),
    askedBy: (...asked: AskedBy) => askedBy(deps, ...asked),
    submit: (request: OrderRequest, record: Recorder) => submit(deps, request, record),
    offers: (who: Who, ask: OffersAsk) => offersFor(deps, who, ask),
    speedUp: createSpeedUp({
      ...all,
      preview,
      demandOpen: (who, sub_wallet_id, { chain, asset: { symbol, contract } }) =>
        openAccount(deps, who, { sub_wallet_id, symbol, chain_id: chain.id, contract_address: contract }),
      submit: (request, record) => submit(deps, request, record),
    }),
    bumpRules: createBumpRules(all),
    child: createChild({ ...deps, readerOf: all.readerOf, submit: (request, record) => submit(deps, request, record) }),
    refund: createRefund({
      ...all,
      preview,
      draft: (who, ask, requestId) => draftOf(deps, who, ask, requestId),
      offers: (who, ask) => offersFor(deps, who, ask),
      isOpen: async ({ workspaceId }, { chain, asset }) =>
        (await all.wallets.opened(workspaceId)).isOpen(chain.id, asset.contract),
      isSuspended: ({ workspaceId }, { chain, asset }) =>
        isFrozen(db, workspaceId, [asset.id, catalog.feeAsset(chain).id]),
      submit: (request, record) => submit(deps, request, record),
    }),
    address: (...of: FactsOf) => addressFacts(all, ...of),
    registered: (name: CoinName, text: string) => registeredName(all, name, text),
    paymentLink: (name: CoinName, text: string) => readPaymentLink(catalog.chains, coinOf(catalog, name), text),
    /** An API client takes back its own only. */
    cancel: ({ workspaceId, memberId, role }: MemberCaller, id: OrderId, remark: string, record: Recorder) =>
      orders.cancel({ workspaceId, id, member: memberId, ownOnly: role === 'api', remark, record }),
  };
}
