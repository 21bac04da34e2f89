import { branchFor, type ChainConfig, formOf } from '@holdfast/chains';
import type { SubWalletId, UserId, WorkspaceId } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import type { Coin } from '../../catalog.ts';
import { factsOf } from '../../chains/facts.ts';
import type { Clock } from '../../clock.ts';
import { coinStops } from '../../coin-stops.ts';
import type { Db } from '../../db/database.ts';
import { asOne } from '../../db/gathering.ts';
import { inTransaction } from '../../db/transaction.ts';
import { publish } from '../../events/hub.ts';
import { type AssetId, wholeAsset } from '../../ledger/service.ts';
import { refuse } from '../../refuse.ts';
import * as addressQueries from './address-queries.ts';
import { type AddressPlace, ensureAddresses, nextAddresses } from './addresses.ts';
import type { BalanceReader } from './ledger-port.ts';
import * as life from './life.ts';
import { markSubWallets } from './marks.ts';
import { claimName, fillLooks, type NewSubWallet, setAlias } from './names.ts';
import * as opened from './opened.ts';
import * as openings from './openings.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';

export interface WalletDeps extends openings.OpeningDeps {
  readonly clock: Clock;
  readonly ledger: BalanceReader;
}
export type WalletService = ReturnType<typeof createWallet>;
export type { Address } from './address-queries.ts';
export { demandReady } from './life.ts';
export type {} from './queries.ts';
export {
  addressForm,
  addressType,
  formName,
  isHiddenFrom,
  matches,
  proofOf,
  subWalletStatus,
} from './rules.ts';

interface FocusOf {
  readonly workspaceId: WorkspaceId;
  readonly userId: UserId;
  readonly subWalletId: SubWalletId;
}
interface Range {
  readonly start: Date | undefined;
  readonly end: Date | undefined;
}

const historyMs = 30 * 24 * 3_600_000;

/** The sub-wallet, or `walletNotFound`: also for one of another workspace. */
async function subWalletOf(db: Db, workspaceId: WorkspaceId, id: SubWalletId): Promise<queries.SubWallet> {
  const found = await queries.findSubWallet(db, workspaceId, id);
  if (!found) throw refuse('walletNotFound', {});
  return found;
}

/** @param chains where the form may be of one, '' of any */
function demandForm(chains: readonly ChainConfig[], form: string): void {
  if (!rules.hasForm(chains, form)) throw refuse('invalidParameters', { field: 'account_form' });
}

async function finish(deps: WalletDeps, row: queries.SubWallet, form: string, record: Recorder) {
  const { db } = deps;
  const { id, workspace_id: workspaceId, name } = row;
  const { stateOf } = await opened.findOpened(db, workspaceId);
  const chains = deps.catalog.chains.filter((chain) => ['open', 'opening'].includes(stateOf(chain.id) ?? ''));
  for (const chain of chains) await openings.makeFirst(deps, { workspaceId, chain, form }, id, record);
  const addresses = await addressQueries.findAddresses(db, workspaceId, id);
  await inTransaction(db, async (tx) => {
    if (!(await queries.activateSubWallet(tx, workspaceId, id))) return;
    const after = { name, addresses: addresses.map(({ chain, address }) => `${chain} ${address}`) };
    await record(tx, { workspaceId, object: `subWallet:${id}`, after });
  });
  await publish(db, workspaceId, { topic: 'balance', id: String(id) });
  return { id, addresses };
}

interface Opening {
  readonly open: boolean;
  /** Of the accounts that are made by it. */
  readonly form: string;
}

/**
 * Opens a network or a token of it for a workspace, or closes it. A network that opens gets addresses in every sub-wallet first. What of that takes longer than
 * somebody waits, or is interrupted, a server goes on with.
 */
async function setOpen(
  deps: WalletDeps,
  place: opened.Place,
  { open, form }: Opening,
  record: Recorder,
): Promise<void> {
  const { db, catalog } = deps;
  const coin = catalog.at(wholeAsset(place.chain, place.contract));
  if (!coin) throw refuse('unsupportedCoin', { symbol: place.contract || place.chain });
  demandForm([coin.chain], form);
  if (!open || place.contract !== '') await opened.changeState(db, place, open ? 'open' : 'closed', record);
  else if (await openings.begin(db, place, form))
    await openings.goOn(deps, { ...place, chain: coin.chain, form }, openings.requestMs, record);
  await publish(db, place.workspaceId, { topic: 'balance', id: place.chain });
}

/** A request by an id of the caller's own, and the hash of what it says. */
interface CallersRequest {
  readonly id: string;
  readonly hash: string;
}

/** The first index of so many new addresses. By a request that came before it is the one of then, whatever became of it. @throws duplicateRequest */
function claimIndexes(
  db: Db,
  place: AddressPlace,
  count: number,
  request: CallersRequest | undefined,
): Promise<number> {
  const { workspaceId, subWalletId, chain, branch } = place;
  const next = async (tx: Db): Promise<number> =>
    Math.max(
      (await addressQueries.lastIndex(tx, { workspaceId, subWalletId, chain: chain.id, branch })) + 1,
      await addressQueries.nextOfRequests(tx, { subWalletId, chain: chain.id, branch }),
    );
  if (!request) return next(db);
  return inTransaction(db, async (tx) => {
    // One after the other: no two get the same.
    await queries.lockSubWallet(tx, workspaceId, subWalletId);
    const known = await addressQueries.findAddressRequest(tx, workspaceId, request.id);
    if (known && known.request_hash !== request.hash) throw refuse('duplicateRequest', {});
    if (known) return known.first;
    const first = await next(tx);
    const row = { workspace_id: workspaceId, request_id: request.id, request_hash: request.hash };
    await addressQueries.insertAddressRequest(tx, {
      ...row,
      sub_wallet_id: subWalletId,
      chain: chain.id,
      branch,
      first,
      count,
    });
    return first;
  });
}

/**
 * `count` further addresses on a chain that has many for each sub-wallet; else its one address.
 */
async function createAddresses(
  { db, signers }: WalletDeps,
  place: AddressPlace,
  { count, request }: { readonly count: number; readonly request?: CallersRequest | undefined },
  record: Recorder,
) {
  const wallet = await subWalletOf(db, place.workspaceId, place.subWalletId);
  life.demandReady(wallet);
  // What comes back of a payment from these has their form.
  const form = formOf(place.branch);
  if (form === 1)
    await ensureAddresses(
      { db, signers },
      { ...place, branch: branchFor.system(form) },
      { upTo: 1, known: -1 },
      record,
    );
  const many = factsOf(place.chain).manyAddresses;
  if (!many) return ensureAddresses({ db, signers }, place, { upTo: 1, known: -1 }, record);
  const wanted = Math.min(count, rules.addressMax);
  const first = await claimIndexes(db, place, wanted, request);
  const made = await ensureAddresses({ db, signers }, place, { upTo: first + wanted, known: first - 1 }, record);
  return made.slice(0, wanted);
}

/** Marks or unmarks a favourite and returns how many there are. */
async function setFocus({ db }: WalletDeps, of: FocusOf, { asset }: Coin, on: boolean): Promise<number> {
  const { workspaceId: workspace_id, userId: user_id, subWalletId: sub_wallet_id } = of;
  const focus = { workspace_id, user_id, sub_wallet_id, asset_id: asset.id };
  return inTransaction(db, async (tx) => {
    if (!(await queries.lockSubWallet(tx, of.workspaceId, of.subWalletId))) throw refuse('walletNotFound', {});
    if (on) await queries.insertFocus(tx, focus);
    else await queries.deleteFocus(tx, focus);
    const count = (await queries.findFocus(tx, of)).length;
    if (count > rules.focusMax) throw refuse('focusLimit', { max: rules.focusMax });
    return count;
  });
}

function history(
  { db, clock, ledger }: WalletDeps,
  workspaceId: WorkspaceId,
  subWalletId: SubWalletId | undefined,
  range: Range,
) {
  const end = range.end ?? clock();
  const start = range.start ?? new Date(Math.max(0, end.getTime() - historyMs));
  if (start >= end) throw refuse('invalidParameters', { field: 'start' });
  return ledger.history(db, { workspaceId, subWalletId, start, end });
}

/** What becomes of sub-wallets. */
const lifeOf = (deps: WalletDeps) => ({
  setTop: (workspaceId: WorkspaceId, subWalletId: SubWalletId, top: boolean, record: Recorder) =>
    life.setTop(deps.db, { workspaceId, subWalletId }, top, record),
  setShown: (showing: Parameters<typeof life.setShown>[1], record: Recorder) => life.setShown(deps.db, showing, record),
  archive: (workspaceId: WorkspaceId, subWalletId: SubWalletId, away: boolean, record: Recorder) =>
    life.archive(deps, { workspaceId, subWalletId }, away, record),
});

/** Networks and coins that are opened and closed. */
const openingsOf = (deps: WalletDeps) => ({
  setOpen: (place: opened.Place, opening: Opening, record: Recorder) => setOpen(deps, place, opening, record),
  continueOpening: () => openings.continueOpening(deps),
  /** How far an opening is: of the sub-wallets, those that have their addresses on the network. */
  openingOf: (workspaceId: WorkspaceId, chain: ChainConfig) =>
    addressQueries.countHaving(deps.db, { workspaceId, chain: chain.id, branches: rules.firstBranches(chain) }),
});

/** Lists of them, by pages, or row by row for whoever goes through all. */
const rowsOf = (db: Db) => ({
  fillLooks: () => fillLooks(db),
  markSubWallets: () => markSubWallets(db),
  subWalletPage: (workspaceId: WorkspaceId, ask: queries.SubWalletAsk) =>
    queries.findSubWalletPage(db, workspaceId, ask),
  behind: (workspaceId: WorkspaceId, after: Parameters<typeof addressQueries.findSubWalletsBehind>[2]) =>
    addressQueries.findSubWalletsBehind(db, workspaceId, after),
  /** @throws walletNotFound */
  async addressesBehind(
    workspaceId: WorkspaceId,
    after: Parameters<typeof addressQueries.findDepositAddressesBehind>[2],
  ) {
    await subWalletOf(db, workspaceId, after.subWalletId);
    return addressQueries.findDepositAddressesBehind(db, workspaceId, after);
  },
});

/** What many payments ask at the same moment. */
const shared = (db: Db) => ({
  subWallet: asOne(
    (workspaceId: WorkspaceId, id: SubWalletId) => `${workspaceId} ${id}`,
    (workspaceId, id) => subWalletOf(db, workspaceId, id),
  ),
  findOpened: asOne(String, (workspaceId: WorkspaceId) => opened.findOpened(db, workspaceId)),
});

/** Workspaces, sub-wallets, their addresses and favourites. Balances are read from the ledger, never written. */
export function createWallet(deps: WalletDeps) {
  const { db, ledger } = deps;
  const { subWallet, findOpened } = shared(db);
  return {
    subWallet,
    /** The session's workspace is the only one there is for a caller; any other id answers as if it did not exist. */
    checkWorkspace(own: WorkspaceId, asked: WorkspaceId): void {
      if (own !== asked) throw refuse('walletNotFound', {});
    },
    workspace: (id: WorkspaceId) => queries.findWorkspace(db, id),
    subWalletCount: (workspaceId: WorkspaceId) => queries.countSubWallets(db, workspaceId),
    /** The first that is finished. */
    firstReady: (workspaceId: WorkspaceId) => queries.findReady(db, workspaceId),
    namesOf: (workspaceId: WorkspaceId, ids: readonly SubWalletId[]) =>
      queries.findSubWalletNames(db, workspaceId, ids),
    /** Does the workspace have a sub-wallet that is finished? */
    isReady: async (workspaceId: WorkspaceId): Promise<boolean> =>
      (await queries.findReady(db, workspaceId)) !== undefined,
    memberCount: (workspaceId: WorkspaceId) => queries.countMembers(db, workspaceId),
    ...rowsOf(db),
    /** Of these sub-wallets, in one coin or in all. */
    balances: (workspaceId: WorkspaceId, subWalletIds: readonly SubWalletId[], assetId?: AssetId) =>
      ledger.balances(db, workspaceId, { subWalletIds, assetId }),
    /** Of all sub-wallets together. */
    totals: (workspaceId: WorkspaceId) => ledger.totals(db, workspaceId),

    /**
     * A sub-wallet with its addresses on every open chain. The same name again finishes what was interrupted, or is refused with `nameTaken`.
     */
    async createSubWallet(wallet: NewSubWallet, form: string, record: Recorder) {
      demandForm(deps.catalog.chains, form);
      return finish(deps, await claimName(db, wallet), form, record);
    },
    /** As `createSubWallet`, but a finished one of this name is returned (set-up may be repeated). */
    async ensureSubWallet(wallet: NewSubWallet, record: Recorder) {
      await opened.openAll(db, wallet.workspaceId, deps.catalog.chains);
      const known = await queries.findSubWalletByName(db, wallet.workspaceId, wallet.name);
      return finish(deps, known ?? (await claimName(db, wallet)), '', record);
    },

    /** What of the configured coins the workspace uses. */
    opened: findOpened,
    /** @throws coinClosed */
    demandOpen: async (workspaceId: WorkspaceId, coin: Coin) => opened.demandOpen(await findOpened(workspaceId), coin),
    ...openingsOf(deps),

    /** What the signers name in what they say of addresses. */
    deployment: () => queries.findDeployment(db),
    /** The first deposit address on each of the chains. */
    coinStops: (workspaceId: WorkspaceId) => coinStops(db, workspaceId),
    firstAddresses: (workspaceId: WorkspaceId, subWalletId: SubWalletId, chains: readonly ChainConfig[]) =>
      addressQueries.findFirstAddresses(
        db,
        workspaceId,
        subWalletId,
        chains.map(({ id }) => id),
      ),
    createAddresses: (place: AddressPlace, wanted: Parameters<typeof createAddresses>[2], record: Recorder) =>
      createAddresses(deps, place, wanted, record),
    nextAddresses: (place: AddressPlace, count: number) => nextAddresses(db, place, count),
    /** Makes those that are missing, up to this index. */
    async addressesUpTo(place: AddressPlace, index: number, record: Recorder): Promise<void> {
      await ensureAddresses(deps, place, { upTo: index + 1, known: -1 }, record);
    },
    /** Its place, whosever it is; undefined when there is none. */
    placeOf: (id: SubWalletId) => queries.findPlace(db, id),
    setAlias: (workspaceId: WorkspaceId, subWalletId: SubWalletId | undefined, alias: string, record: Recorder) =>
      setAlias(db, { workspaceId, subWalletId }, alias, record),

    ...lifeOf(deps),

    async focus(workspaceId: WorkspaceId, userId: UserId, subWalletId: SubWalletId): Promise<queries.Focussed[]> {
      await subWallet(workspaceId, subWalletId);
      return queries.findFocus(db, { workspaceId, userId, subWalletId });
    },
    setFocus: (of: FocusOf, coin: Coin, on: boolean) => setFocus(deps, of, coin, on),
    history: (workspaceId: WorkspaceId, subWalletId: SubWalletId | undefined, range: Range) =>
      history(deps, workspaceId, subWalletId, range),
  };
}
