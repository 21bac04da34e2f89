import type { ChainConfig } from '@holdfast/chains';
import type { ChainReader } from '@holdfast/chains/rpc';
import { type PayeeOwner, type SubWalletId, todoType, type WorkspaceId } from '@holdfast/contract';
import { type Book, type BookChange, entryHash, type Intent, parseBookChange, parsePolicy } from '@holdfast/policy';
import { sql } from 'kysely';
import type { Recorder } from '../../audit/service.ts';
import type { Catalog } from '../../catalog.ts';
import type { Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { type LogAsk, readProposalLog } from '../../proposals/log.ts';
import { type Decision, type Proposal, type Proposer, proposalStatus } from '../../proposals/service.ts';
import { refuse } from '../../refuse.ts';
import type { WalletService } from '../wallet/service.ts';
import * as beneficiaries from './beneficiaries.ts';
import { createCodeLook } from './code-look.ts';
import { type BookModeDeps, createBookMode } from './mode.ts';
import { isToken, judgeEach, likenessAmong, soundEntry, takes, usageAmong } from './payees.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';

export interface AddressBookDeps extends BookModeDeps {
  readonly catalog: Catalog;
  readonly wallets: Pick<WalletService, 'subWallet' | 'balances'>;
  readonly readerOf: (chain: ChainConfig) => Pick<ChainReader, 'isContract'>;
}
export type AddressBookService = ReturnType<typeof createAddressBook>;

/** Changes of the entries and of the mode. */
const isBookItem = ({ item_type }: Proposal): boolean => item_type === todoType.addressBook;

const openStatuses = [proposalStatus.open, proposalStatus.applying] as const;

/** The address book: payees that the members have agreed on, as the signers hold them. */
export function createAddressBook({ db, clock, catalog, proposals, policy, wallets, readerOf }: AddressBookDeps) {
  const mode = createBookMode({ db, clock, proposals, policy });

  async function waitingPlaces(workspaceId: WorkspaceId): Promise<string[]> {
    const open = await proposals.underWay(workspaceId, { itemType: todoType.addressBook });
    const changes = open.flatMap(({ kind, document }) => (kind === 'book' ? [parseBookChange(document)] : []));
    return changes.flatMap(({ add }) => add.flatMap(rules.placesOf));
  }

  /** @param owners who is behind the entries that would be added, by their hashes: said here, and signed nowhere */
  async function propose(
    by: Proposer,
    part: Pick<BookChange, 'add' | 'remove'>,
    remark: string,
    record: Recorder,
    owners: ReadonlyMap<string, PayeeOwner | null> = new Map(),
  ) {
    const { document } = await policy();
    const change: BookChange = {
      v: '1',
      domain: 'holdfast/book/v1',
      deployment: document.deployment,
      prev: await queries.bookHashOf(db, by.workspaceId),
      ...part,
    };
    const subject = { added: String(part.add.length), removed: String(part.remove.length) };
    const made = await proposals.proposeBook(by, change, { itemType: todoType.addressBook, subject, remark });
    const said = [...owners].flatMap(([hash, owner]) =>
      owner ? [[hash, beneficiaries.contentOf(owner)] as const] : [],
    );
    await inTransaction(db, async (tx) => {
      await beneficiaries.sayOwners(tx, by.workspaceId, owners);
      const told = { workspaceId: by.workspaceId, object: `proposal:${made.id}`, detail: subject };
      await record(tx, said.length === 0 ? told : { ...told, after: { owners: Object.fromEntries(said) } });
    });
    return made;
  }

  async function proposePayees(
    by: Proposer,
    { wanted, inPlaceOf }: { readonly wanted: readonly rules.Wanted[]; readonly inPlaceOf: string[] },
    remark: string,
    record: Recorder,
  ) {
    const add = wanted.map((one) => soundEntry(catalog, one));
    const places = add.flatMap(rules.placesOf);
    const listed = await queries.listedEntries(db, by.workspaceId);
    const taken = new Set(listed.filter(({ hash }) => !inPlaceOf.includes(hash)).flatMap(rules.placesOf));
    if (new Set(places).size < places.length || places.some((place) => taken.has(place)))
      throw refuse('duplicateAddress', {});
    const waiting = await waitingPlaces(by.workspaceId);
    if (places.some((place) => waiting.includes(place))) throw refuse('addressInApproval', {});
    const owners = new Map(add.map((entry, at) => [entryHash(entry), wanted[at]?.owner ?? null]));
    const made = await propose(by, { add, remove: inPlaceOf }, remark, record, owners);
    const similarTo = likenessAmong(listed);
    const similar = add.flatMap(({ address }) => similarTo(address).map((alike) => ({ address, ...alike })));
    return { ...made, similar };
  }

  async function checkRemovable(workspaceId: WorkspaceId, ids: readonly string[]): Promise<void> {
    const [{ document }, listed] = await Promise.all([policy(), queries.listedEntries(db, workspaceId)]);
    const known = new Set(listed.map(({ hash }) => hash));
    if (!ids.every((id) => known.has(id))) throw refuse('itemNotFound', {});
    const named = ids.flatMap((id) => rules.rulesNaming(document, id));
    if (named.length > 0) throw refuse('whitelistDeletion', {}, { rules: named });
  }

  async function entries(workspaceId: WorkspaceId) {
    const [rows, owners, effectiveAt] = await Promise.all([
      queries.listedEntries(db, workspaceId),
      beneficiaries.ownersOf(db, workspaceId),
      mode.cooling(),
    ]);
    return rows.map((row) => ({ row, owner: owners.get(row.hash) ?? null, effectiveAt: effectiveAt(row.since) }));
  }
  type Entry = Awaited<ReturnType<typeof entries>>[number];

  /** What an entry's address is known to be. @param hashes of these, or of all */
  async function types(workspaceId: WorkspaceId, hashes?: readonly string[]) {
    const known = await queries.addressFacts(db, workspaceId, hashes);
    const byHash = new Map(known.map((one) => [one.hash, one]));
    return ({ row }: Entry): number => rules.typeOf(byHash.get(row.hash), isToken(catalog, row));
  }

  /** What else there is to say of a few of them: what they are, how often each was paid, and whom it looks like among all. */
  async function described<E extends Entry>(workspaceId: WorkspaceId, some: readonly E[], all: readonly Entry[]) {
    const [typeOf, payments] = await Promise.all([
      types(
        workspaceId,
        some.map(({ row }) => row.hash),
      ),
      queries.paymentsTo(
        db,
        workspaceId,
        some.map(({ row }) => row.address),
      ),
    ]);
    const usageOf = usageAmong(payments, catalog);
    const similarTo = likenessAmong(all.map(({ row }) => row));
    return some.map((one) => ({
      ...one,
      type: typeOf(one),
      usage: usageOf(one.row),
      similar: similarTo(one.row.address),
    }));
  }

  return {
    policy,
    white: mode.white,
    openFrom: mode.openFrom,
    setWhite: mode.setWhite,
    switchWhite: mode.switchWhite,
    /** All that is listed, by label. */
    entries,
    described,
    types,
    /** Asks the chains what nobody knows yet of payees' addresses. */
    lookForCode: createCodeLook({ db, clock, catalog, readerOf }),
    /** Forgets who was behind entries that are gone for good. */
    purge: () => beneficiaries.forgetOwners(db),
    /** @throws itemNotFound */
    saveOwner: (workspaceId: WorkspaceId, said: Parameters<typeof beneficiaries.saveOwner>[2], record: Recorder) =>
      beneficiaries.saveOwner(db, workspaceId, said, record),

    /** Entries that this sub-wallet has something to send to, with what that is and how often it did. @throws walletNotFound */
    async entriesFor(workspaceId: WorkspaceId, subWalletId: SubWalletId) {
      await wallets.subWallet(workspaceId, subWalletId);
      const [all, balances] = await Promise.all([entries(workspaceId), wallets.balances(workspaceId, subWalletId)]);
      const held = balances.filter(({ available }) => available > 0n).map(({ symbol }) => symbol);
      const fitting = all
        .map((one) => ({ ...one, coins: held.filter((symbol) => takes(one.row, catalog, symbol)) }))
        .filter(({ coins }) => coins.length > 0);
      const payments = await queries.paymentsTo(
        db,
        workspaceId,
        fitting.map(({ row }) => row.address),
        subWalletId,
      );
      const paidTo = usageAmong(payments, catalog);
      return { all, fitting: fitting.map((one) => ({ ...one, paid: paidTo(one.row) })) };
    },

    /** @throws duplicateAddress, addressInApproval, invalidAddress, unsupportedCoin */
    add: (by: Proposer, wanted: readonly rules.Wanted[], remark: string, record: Recorder) =>
      proposePayees(by, { wanted, inPlaceOf: [] }, remark, record),

    /** @throws what `add` and `remove` throw; nothingChanges */
    async edit(by: Proposer, id: string, wanted: rules.Wanted, remark: string, record: Recorder) {
      await checkRemovable(by.workspaceId, [id]);
      if (entryHash(soundEntry(catalog, wanted)) === id) throw refuse('nothingChanges', {});
      return proposePayees(by, { wanted: [wanted], inPlaceOf: [id] }, remark, record);
    },

    /**
     * Each by itself, in order, as `add` would judge it; nothing is proposed.
     * @param except the entry whose place they would take
     */
    async check(workspaceId: WorkspaceId, items: readonly (Pick<rules.Wanted, 'address'> & object)[], except?: string) {
      const listed = await queries.listedEntries(db, workspaceId);
      const taken = new Set(listed.filter(({ hash }) => hash !== except).flatMap(rules.placesOf));
      const waiting = new Set(await waitingPlaces(workspaceId));
      return judgeEach(items, catalog, { taken, waiting }, listed);
    },

    /** @throws whitelistDeletion when a rule names one of them, itemNotFound for one that is not listed */
    async remove(by: Proposer, ids: readonly string[], remark: string, record: Recorder) {
      await checkRemovable(by.workspaceId, ids);
      return propose(by, { add: [], remove: [...new Set(ids)] }, remark, record);
    },

    /** Changes of the entries and of the mode, newest first. */
    audits(workspaceId: WorkspaceId, open: boolean, page: { readonly limit: number; readonly offset: number }) {
      const statuses = open ? openStatuses : Object.values(proposalStatus);
      return proposals.list(workspaceId, { statuses, itemType: todoType.addressBook }, page);
    },
    /** What the audit log tells of changes of the entries and of the mode. */
    async log(workspaceId: WorkspaceId, ask: Omit<LogAsk, 'which'>) {
      const which = sql<boolean>`p.item_type = ${todoType.addressBook}`;
      return readProposalLog(db, workspaceId, (await policy()).document, { ...ask, which });
    },
    async audit(workspaceId: WorkspaceId, id: number) {
      const found = await proposals.proposal(workspaceId, id);
      if (!isBookItem(found)) throw refuse('itemNotFound', {});
      const approvals = (await proposals.approvals([id])).get(id) ?? [];
      const known = new Map((await queries.listedEntries(db, workspaceId)).map((row) => [row.hash, row]));
      const { add, remove } = found.kind === 'book' ? parseBookChange(found.document) : { add: [], remove: [] };
      return {
        found,
        add,
        remove: remove.map((hash) => known.get(hash) ?? { hash, address: '', label: '' }),
        mode:
          found.kind === 'policy' ? { ...parsePolicy(found.document).book, waits: await mode.waitsOf(found) } : null,
        evaluation: await proposals.evaluation(found, approvals),
        decided: await proposals.decided([id]),
      };
    },
    revoke: proposals.cancel,
    /** The way to sign a decision about a change. @throws itemNotFound, intentExpired */
    decide: (by: Proposer, id: number, decision: Decision, remark: string, record: Recorder) =>
      proposals.openDecision(by, id, { decision, remark, of: isBookItem }, record),
    url: proposals.approvalUrl,

    /** The entry a payment of this coin to this address would name; it may still be cooling. */
    async find(
      workspaceId: WorkspaceId,
      chain: ChainConfig,
      contract: string,
      to: Pick<Intent['outputs'][number], 'address' | 'memo'>,
    ) {
      const rows = await queries.listedEntries(db, workspaceId);
      const row = rows.find(
        (one) =>
          one.address === to.address &&
          one.memo === to.memo &&
          one.chains.includes(chain.id) &&
          (one.assets.length === 0 || one.assets.includes(contract)),
      );
      return row && { hash: row.hash, label: row.label, effectiveAt: (await mode.cooling())(row.since) };
    },

    /** What the signers have taken over; open changes are asked for again on top of it. */
    async passed(tx: Tx, { workspace_id: workspaceId, document }: Proposal): Promise<void> {
      await queries.applyChange(tx, workspaceId, parseBookChange(document), clock());
      await proposals.bookChanged(tx, workspaceId);
    },

    /** The book as it stands, as the signers count it. */
    async current(workspaceId: WorkspaceId): Promise<Book> {
      // In this order: entries may be older than the hash, and a change that no longer fits is then refused by the signers.
      const rows = await queries.listedEntries(db, workspaceId);
      const hash = await queries.bookHashOf(db, workspaceId);
      const entries = rows.map(({ hash: key, chains, address, memo, assets, label, since }) => {
        const entry = { chains, address, memo, assets, label };
        return [key, { entry, since: since.getTime() }] as const;
      });
      return { hash, entries: new Map(entries) };
    },
  };
}
