import { chainProblemOf, type DepositId, type OrderId, pageOf, transaction, transactionType } from '@holdfast/contract';
import type { Catalog } from '../../catalog.ts';
import { bind, type Handlers, type HttpApp } from '../../http/bind.ts';
import type { MemberCaller } from '../../http/context.ts';
import type { OrdersService } from '../../orders/service.ts';
import type { Ports } from '../../ports.ts';
import { explorerUrl } from '../../reference.ts';
import { refuse } from '../../refuse.ts';
import { filterOf } from './ask.ts';
import type { Entry } from './entry.ts';
import { entryRow, type View } from './row.ts';
import type { TransactionService } from './service.ts';
import { depositDetail, nftEvents, orderDetail, refundLinks } from './wire.ts';

type TransactionHandlers = Handlers<typeof transaction>;
export interface TransactionRoutes {
  readonly service: TransactionService;
  readonly catalog: Catalog;
  readonly orders: Pick<OrdersService, 'approvalUrl'>;
  readonly readerOf: Ports['readerOf'];
}

function entryHandlers({ service, catalog, orders, readerOf }: TransactionRoutes) {
  const hasSteps = ({ type, chain: id, txid }: Entry): boolean => {
    const chain = catalog.chain(id);
    return type === transactionType.withdraw && txid !== '' && chain !== undefined && 'tree' in readerOf(chain);
  };
  const viewFor = async (caller: MemberCaller, entries: readonly Entry[]): Promise<View> => {
    return { ...(await service.surroundings(caller.workspaceId, entries)), catalog, caller };
  };
  async function detailOf(entry: Entry, { document: policy, caller }: View) {
    const { type, id } = entry;
    if (type === transactionType.deposit)
      return { ...depositDetail(await service.depositEvents(id as DepositId)), fileForm: '' };
    if (type === transactionType.nft) return { ...depositDetail(nftEvents(entry)), fileForm: '' };
    const story = await service.orderStory(caller.workspaceId, id as OrderId);
    const { order, evaluation } = story;
    const visitor = { policy, member: caller.memberId, evaluation };
    const detail = orderDetail(story, policy, orders.approvalUrl(order.intent_id, order.digest, visitor));
    return { ...detail, fileForm: service.fileForm(order) };
  }
  return {
    list: async (input, { caller }) => {
      const { page_no, page_size, by } = input;
      const ask = filterOf(input, caller, catalog);
      const ofValues = by === 'value' || ask.worth !== undefined;
      const found = ofValues ? service.pageByValue(ask, by, page_no, page_size) : service.page(ask, page_no, page_size);
      const { rows, total, bounded, part, next } = await found;
      const view = await viewFor(caller, rows);
      const list = rows.map((entry) => entryRow(entry, view));
      return { ...pageOf(list, total, page_size), total_is_bounded: bounded, search_is_part: part, next };
    },
    detail: async ({ id, type }, { caller }) => {
      const entry = await service.entry(caller.workspaceId, type, id);
      const view = await viewFor(caller, [entry]);
      const { proof, fileForm, ...rest } = await detailOf(entry, view);
      const shown = entryRow(entry, view);
      return {
        ...shown,
        ...rest,
        ...refundLinks(entry),
        evidence: {
          chain_id: entry.chain,
          txid: entry.txid,
          has_steps: hasSteps(entry),
          file_form: fileForm,
          block_height: entry.height,
          block_hash: entry.block_hash,
          confirmations: shown.confirmations,
          confirmations_needed: shown.confirmations_needed,
          explorer_url: explorerUrl(catalog.chain(entry.chain), entry.txid),
          ...proof,
        },
      };
    },
    file: async ({ withdraw_id }, { caller }) => {
      const { form, text } = await service.inspection.file(caller.workspaceId, withdraw_id);
      return { file_name: `payment-${withdraw_id}.${form}`, file: text };
    },
    compareFile: async ({ withdraw_id, file }, { caller }) => {
      const { differences, signatures } = await service.inspection.compare(caller.workspaceId, withdraw_id, file);
      return { differences: [...differences], signatures };
    },
    saveNote: async ({ id, type, note, tags }, { caller: { workspaceId }, record }) => {
      await service.entry(workspaceId, type, id);
      // Nobody notes anything about an NFT that came in.
      if (type === transactionType.nft) throw refuse('invalidParameters', { field: 'type' });
      const of = type === transactionType.deposit ? transactionType.deposit : transactionType.withdraw;
      await service.saveNote({ workspaceId, type: of, id }, { note, tags }, record);
      return {};
    },
    tags: async (_input, { caller }) => ({ list: await service.tags(caller.workspaceId) }),
  } satisfies Partial<TransactionHandlers>;
}

function chainHandlers({ service }: TransactionRoutes) {
  return {
    chains: async (_input, { caller }) => {
      const { list, freezes } = await service.chains(caller.workspaceId);
      return {
        list: list.map(({ chain, state, laneHoles, asides }) => ({
          chain_id: chain.id,
          coin_net: chain.name,
          state: state?.state ?? 'starting',
          height: state?.height ?? null,
          tip: state?.tip ?? null,
          problem: chainProblemOf(state?.problem ?? ''),
          last_error: state?.last_error ?? '',
          set_aside: asides.map(({ height, hash, error, since }) => ({ height, hash, error, since })),
          updated_at: state?.updated_at ?? null,
          lane_holes: laneHoles,
        })),
        frozen: freezes.map(({ symbol, chain: chain_id, contract: contract_address, reason, created_at }) => ({
          ...{ symbol, chain_id, contract_address, reason, created_at },
        })),
      };
    },
    rescan: ({ chain_id, from_height, to_height, txid }, { record }) =>
      service.rescan({ chain: chain_id, from: from_height, to: to_height, txid }, record),
    unfreeze: async (name, { caller, record }) => {
      await service.unfreeze(caller.workspaceId, name, record);
      return {};
    },
  } satisfies Partial<TransactionHandlers>;
}

export function bindTransaction(app: HttpApp, deps: TransactionRoutes): void {
  bind(app, transaction, { ...entryHandlers(deps), ...chainHandlers(deps) });
}
