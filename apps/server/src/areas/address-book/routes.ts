import { familyOf } from '@holdfast/chains';
import { addressBook, pageOf, type WorkspaceId } from '@holdfast/contract';
import { type BookChange, digestWords } from '@holdfast/policy';
import type { Catalog } from '../../catalog.ts';
import { bind, type Handlers, type HttpApp } from '../../http/bind.ts';
import { who } from '../../http/context.ts';
import { wholeAsset } from '../../ledger/service.ts';
import { approvedNodes, decisionsShown, nameIn } from '../../nodes.ts';
import { decisionReply, proposalReply } from '../../proposal-reply.ts';
import { type Entry, entryRow, fittingEntries, isListedWithin, lookedFor, statusOf } from './listed.ts';
import { symbolsOf, takes } from './payees.ts';
import type { AddressBookService } from './service.ts';

type BookHandlers = Handlers<typeof addressBook>;
interface BookRoutes {
  readonly service: AddressBookService;
  readonly catalog: Catalog;
}

function tokenNamed({ action = '', symbol = '' }: Readonly<Record<string, string>>) {
  const takenOut = action === 'tokenRemove';
  return takenOut || action === 'tokenAdd' ? { symbol, taken_out: takenOut } : null;
}

/** What would be paid with, or no more; of what goes the name is the catalog's. */
function tokenRows(catalog: Catalog, { add, remove }: NonNullable<BookChange['tokens']>) {
  const gone = remove.map(({ chain, contract }) => {
    const asset = catalog.at(wholeAsset(chain, contract))?.asset;
    return { chain, contract, symbol: asset?.symbol ?? '', decimals: asset?.decimals ?? 0, taken_out: true };
  });
  return [...add.map((token) => ({ ...token, decimals: Number(token.decimals), taken_out: false })), ...gone];
}

interface PageAsk {
  readonly workspaceId: WorkspaceId;
  readonly page_no: number;
  readonly page_size: number;
}

function entryHandlers({ service, catalog }: BookRoutes, now: () => Date) {
  /** One page of what was found; only that is looked at closely, since a book may hold thousands. */
  async function pageRows<E extends Entry>(found: readonly E[], all: readonly Entry[], ask: PageAsk) {
    const skip = (ask.page_no - 1) * ask.page_size;
    const shown = await service.described(ask.workspaceId, found.slice(skip, skip + ask.page_size), all);
    return shown.map((entry) => ({ ...entry, row: entryRow(entry, catalog, now()) }));
  }
  return {
    list: async (ask, { caller: { workspaceId } }) => {
      const { all, found } = await fittingEntries(service, catalog, workspaceId, ask, now());
      const rows = await pageRows(found, all, { workspaceId, page_no: ask.page_no, page_size: ask.page_size });
      return pageOf(
        rows.map(({ row }) => row),
        found.length,
        ask.page_size,
      );
    },
    subWalletList: async (
      { sub_wallet_id, chain, keyword, page_no, page_size, ...span },
      { caller: { workspaceId } },
    ) => {
      const { all, fitting } = await service.entriesFor(workspaceId, sub_wallet_id);
      const sorted = fitting
        .filter(({ row }) => chain === undefined || row.chains.includes(chain))
        .filter(isListedWithin(span))
        .sort((a, b) => (b.paid?.used ?? 0) - (a.paid?.used ?? 0));
      const found = lookedFor(catalog, sorted, keyword);
      const rows = await pageRows(found, all, { workspaceId, page_no, page_size });
      const list = rows.map(({ row, coins, paid }) => ({
        ...row,
        coins: coins.map(({ asset }) => asset.symbol),
        held: coins.map(({ chain: { id }, asset: { symbol, contract } }) => ({
          symbol,
          chain_id: id,
          contract_address: contract,
        })),
        paid_count: paid?.used ?? 0,
        last_paid_at: paid?.last ?? null,
      }));
      return pageOf(list, found.length, page_size);
    },
    withdrawList: async ({ keyword, without_memo, page_no, page_size, ...name }, { caller: { workspaceId } }) => {
      const coins = catalog.named(name);
      const all = await service.entries(workspaceId);
      const sorted = all
        .filter(({ row }) => coins.some((coin) => takes(row, coin)) && !(without_memo && row.memo !== ''))
        .sort((a, b) => statusOf(b, now()) - statusOf(a, now()));
      const found = lookedFor(catalog, sorted, keyword);
      const rows = await pageRows(found, all, { workspaceId, page_no, page_size });
      return pageOf(
        rows.map(({ row }) => row),
        found.length,
        page_size,
      );
    },
  } satisfies Partial<BookHandlers>;
}

function auditHandlers({ service, catalog }: BookRoutes) {
  return {
    auditList: async ({ open, page_no, page_size }, { caller }) => {
      const page = { limit: page_size, offset: (page_no - 1) * page_size };
      const [{ rows, total }, { document }] = await Promise.all([
        service.audits(caller.workspaceId, open === 1, page),
        service.policy(),
      ]);
      const list = rows.map((row) => ({
        audit_id: row.id,
        status: row.status,
        added: Number(row.subject.added ?? 0),
        removed: Number(row.subject.removed ?? 0),
        payee: row.subject.payee ?? '',
        mode: row.subject.mode ?? '',
        token: tokenNamed(row.subject),
        initiator: row.initiator,
        initiator_name: nameIn(document, row.initiator),
        remark: row.remark,
        created_at: row.created_at,
        expire_at: row.expires_at,
      }));
      return pageOf(list, total, page_size);
    },
    auditDetail: async ({ audit_id }, { caller }) => {
      const { found, add, remove, tokens, mode, evaluation, decided } = await service.audit(
        caller.workspaceId,
        audit_id,
      );
      const { document } = await service.policy();
      return {
        audit_id: found.id,
        status: found.status,
        initiator: found.initiator,
        initiator_name: nameIn(document, found.initiator),
        remark: found.remark,
        created_at: found.created_at,
        expire_at: found.expires_at,
        add: add.map(({ address, memo, label, chains, assets, listedFrom }) => ({
          address,
          memo,
          label,
          chains,
          symbols: symbolsOf(catalog, chains, assets),
          listed_from: listedFrom,
        })),
        remove: remove.map(({ hash, address, label }) => ({ id: hash, address, label })),
        tokens: tokenRows(catalog, tokens),
        mode: mode && { mode: mode.mode, cooling_hours: Number(mode.coolingHours), waits_hours: mode.waits },
        nodes: approvedNodes(evaluation, document),
        decisions: decisionsShown(decided, document),
        approval_url: service.url(found, { policy: document, member: caller.memberId, evaluation }),
        digest: found.digest,
        digest_words: digestWords(Buffer.from(found.digest, 'hex')),
      };
    },
    logList: async ({ keyword, event, start, end, page_no, page_size }, { caller }) => {
      const ask = { keyword, event, start, end, size: page_size, skip: (page_no - 1) * page_size };
      const { rows, total } = await service.log(caller.workspaceId, ask);
      return pageOf(rows, total, page_size);
    },
    auditStatus: async ({ audit_id }, { caller }) => {
      const { found } = await service.audit(caller.workspaceId, audit_id);
      return { audit_id: found.id, status: found.status };
    },
  } satisfies Partial<BookHandlers>;
}

/** What a book could hold, and whether payments go to listed payees only. */
function settingHandlers({ service, catalog }: BookRoutes) {
  return {
    currentMainChain: async (_input, { caller }) => {
      const entries = await service.entries(caller.workspaceId);
      const count = (id: string): number => entries.filter(({ row }) => row.chains.includes(id)).length;
      const list = catalog.chains.map(({ id, name }) => ({ chain: id, name, entries: count(id) }));
      return { list: list.filter((one) => one.entries > 0) };
    },
    coinInfo: async ({ chain: wanted }) => ({
      list: catalog.coins
        .filter(({ chain }) => wanted === undefined || chain.id === wanted)
        .map(({ chain, asset }) => ({
          symbol: asset.symbol,
          name: asset.name,
          chain: chain.id,
          contract_address: asset.contract,
        })),
    }),
    mainChains: async () => ({
      list: catalog.chains.map((chain) => ({
        chain: chain.id,
        name: chain.name,
        family: chain.family,
        address_pattern: familyOf(chain).addressPattern,
        calls: familyOf(chain).hasCalls,
      })),
    }),
    whiteStatus: async (_input, { caller }) => {
      const { book, version, changing, inForce, openFrom, shorterFrom } = await service.white(caller.workspaceId);
      return {
        white_status: changing ? 2 : inForce.mode === 'on' ? 1 : 0,
        mode: book.mode,
        off_from: openFrom === undefined ? null : new Date(openFrom),
        cooling_hours: Number(book.coolingHours),
        held_hours: inForce.coolingHours,
        shorter_from: shorterFrom === undefined ? null : new Date(shorterFrom),
        version,
      };
    },
  } satisfies Partial<BookHandlers>;
}

function changeHandlers({ service }: BookRoutes) {
  return {
    add: async ({ items, remark }, { caller, record }) => {
      const made = await service.add(who(caller), items, remark, record);
      return { ...proposalReply(made), similar: made.similar };
    },
    edit: async ({ entry_id, item, remark }, { caller, record }) => {
      const made = await service.edit(who(caller), entry_id, item, remark, record);
      return { ...proposalReply(made), similar: made.similar };
    },
    check: async ({ items, except }, { caller }) => ({ list: await service.check(caller.workspaceId, items, except) }),
    remove: async ({ ids, remark }, { caller, record }) =>
      proposalReply(await service.remove(who(caller), ids, remark, record)),
    ownerSave: async (said, { caller, record }) => {
      await service.saveOwner(caller.workspaceId, said, record);
      return {};
    },
    auditPass: async ({ audit_id, remark }, { caller, record }) =>
      decisionReply(await service.decide(who(caller), audit_id, 'approve', remark, record)),
    auditRefuse: async ({ audit_id, remark }, { caller, record }) =>
      decisionReply(await service.decide(who(caller), audit_id, 'refuse', remark, record)),
    whiteEnable: async (reviewed, { caller, record }) =>
      proposalReply(await service.switchWhite(who(caller), 'on', reviewed, record)),
    whiteDisable: async (reviewed, { caller, record }) =>
      proposalReply(await service.switchWhite(who(caller), 'off', reviewed, record)),
    auditRevoke: async ({ audit_id }, { caller, record }) => {
      await service.revoke(who(caller), audit_id, record);
      return {};
    },
    whiteModify: async ({ mode, cooling_hours, version, remark }, { caller, record }) =>
      proposalReply(await service.setWhite(who(caller), { mode, hours: cooling_hours, version, remark }, record)),
  } satisfies Partial<BookHandlers>;
}

export function bindAddressBook(app: HttpApp, deps: BookRoutes): void {
  bind(app, addressBook, {
    ...entryHandlers(deps, app.clock),
    ...auditHandlers(deps),
    ...settingHandlers(deps),
    ...changeHandlers(deps),
  });
}
