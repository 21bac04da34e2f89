import { branchFor, type ChainConfig, formOf } from '@holdfast/chains';
import type { SubWalletId, UserId, WorkspaceId } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import type { Catalog, Coin } from '../../catalog.ts';
import { factsOf } from '../../chains/facts.ts';
import type { Clock } from '../../clock.ts';
import { coinStops } from '../../coin-stops.ts';
import type { Db } from '../../db/database.ts';
import { asOne } from '../../db/gathering.ts';
import { inTransaction } from '../../db/transaction.ts';
import { publish } from '../../events/hub.ts';
import { type AssetId, wholeAsset } from '../../ledger/service.ts';
import { demandDistinct, looksOfAll } from '../../look-alikes.ts';
import { refuse } from '../../refuse.ts';
import type { Signer } from '../../signers/client.ts';
import * as addressQueries from './address-queries.ts';
import { type AddressPlace, ensureAddresses, nextAddresses } from './addresses.ts';
import type { BalanceReader } from './ledger-port.ts';
import * as life from './life.ts';
import * as opened from './opened.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';

export interface WalletDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly catalog: Catalog;
  readonly signers: readonly Signer[];
  readonly ledger: BalanceReader;
}
export interface NewSubWallet {
  readonly workspaceId: WorkspaceId;
  readonly name: string;
  readonly type: number;
  readonly showStatus: number;
  readonly createdBy: UserId;
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

/** Networks, and which form accounts get there where a key can have several ('' = the usual one). */
interface Wanted {
  readonly chains: readonly ChainConfig[];
  readonly form: string;
}

function demandForm({ chains, form }: Wanted): void {
  if (!rules.hasForm(chains, form)) throw refuse('invalidParameters', { field: 'account_form' });
}

/** The first addresses of a sub-wallet on these networks; those that are there stay. */
async function makeAddresses(
  { db, signers }: WalletDeps,
  wallet: queries.SubWallet,
  { chains, form }: Wanted,
  record: Recorder,
): Promise<void> {
  for (const chain of chains)
    for (const branch of rules.firstBranches(chain)) {
      const first = rules.firstIndex(chain, form);
      const place = { workspaceId: wallet.workspace_id, subWalletId: wallet.id, chain, branch, first };
      await ensureAddresses({ db, signers }, place, { upTo: 1, known: -1 }, record);
    }
}

/** The row to go on with: a new one, or one whose addresses an earlier, interrupted call did not finish. */
async function claimName(db: Db, wallet: NewSubWallet): Promise<queries.SubWallet> {
  if ((await queries.countSubWallets(db, wallet.workspaceId)) >= rules.subWalletMax)
    throw refuse('tooManySubWallets', { max: rules.subWalletMax });
  const looks = looksOfAll(wallet.workspaceId, [wallet.name]);
  demandDistinct([wallet.name], await queries.namesOfAlike(db, wallet.workspaceId, looks));
  const made = await queries.insertSubWallet(db, { ...wallet, looks });
  const row = made ?? (await queries.findSubWalletByName(db, wallet.workspaceId, wallet.name));
  if (row?.status !== 'creating') throw refuse('nameTaken', {});
  return row;
}

const [looksAtOnce, looksInTurn] = [1_000, 10];
/** Writes down how the names look of those of which it is not written down: some thousands, and the rest the next time. */
async function fillLooks(db: Db): Promise<void> {
  for (let turn = 0; turn < looksInTurn; turn++) {
    const filled = await inTransaction(db, async (tx) => {
      const found = await queries.takeUnseen(tx, looksAtOnce);
      const seen = found.map((one) => ({ ...one, looks: looksOfAll(one.workspace_id, [one.name, one.alias]) }));
      if (seen.length > 0) await queries.setLooks(tx, seen);
      return seen.length;
    });
    if (filled === 0) return;
  }
}

async function finish(deps: WalletDeps, row: queries.SubWallet, form: string, record: Recorder) {
  const { db } = deps;
  const { id, workspace_id: workspaceId, name } = row;
  const { stateOf } = await opened.findOpened(db, workspaceId);
  const chains = deps.catalog.chains.filter((chain) => ['open', 'opening'].includes(stateOf(chain.id) ?? ''));
  await makeAddresses(deps, row, { chains, form }, record);
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
 * Opens a network or a token of it for a workspace, or closes it. A network that opens gets addresses in every sub-wallet first; where that is interrupted,
 * it is done again and goes on where it was.
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
  demandForm({ chains: [coin.chain], form });
  if (open && place.contract === '' && (await opened.beginOpening(db, place)))
    for (const wallet of await queries.findSubWallets(db, place.workspaceId))
      await makeAddresses(deps, wallet, { chains: [coin.chain], form }, record);
  await opened.changeState(db, place, open ? 'open' : 'closed', record);
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

/** The alias of a sub-wallet, or of the workspace itself. @throws walletNotFound, looksAlike */
const setAlias = (
  db: Db,
  { workspaceId, subWalletId }: { readonly workspaceId: WorkspaceId; readonly subWalletId: SubWalletId | undefined },
  alias: string,
  record: Recorder,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const before = await queries.namedAs(tx, workspaceId, subWalletId);
    if (before === undefined) throw refuse('walletNotFound', {});
    const others =
      subWalletId === undefined
        ? await queries.namesOfOtherWorkspaces(tx, workspaceId)
        : await queries.namesOfAlike(tx, workspaceId, looksOfAll(workspaceId, [alias]), subWalletId);
    demandDistinct([alias], others);
    await queries.setAlias(tx, workspaceId, subWalletId, {
      alias,
      looks: looksOfAll(workspaceId, [before.name, alias]),
    });
    const object = subWalletId === undefined ? `workspace:${workspaceId}` : `subWallet:${subWalletId}`;
    await record(tx, { object, before: { alias: before.alias }, after: { alias } });
  });

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

/** Lists of them, by pages, or row by row for whoever goes through all. */
const rowsOf = (db: Db) => ({
  fillLooks: () => fillLooks(db),
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
      demandForm({ chains: deps.catalog.chains, form });
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
    setOpen: (place: opened.Place, opening: Opening, record: Recorder) => setOpen(deps, place, opening, record),

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
