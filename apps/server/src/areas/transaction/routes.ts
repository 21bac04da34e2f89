import { type DepositId, type OrderId, pageOf, transaction, transactionType } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import { digestWords, type PolicyDocument, parseIntent } from '@holdfast/policy';
import type { Catalog } from '../../catalog.ts';
import type { ChainWatch } from '../../chainwatch/service.ts';
import type { Db } from '../../db/database.ts';
import { holds } from '../../http/access.ts';
import { bind, type Handlers, type HttpApp } from '../../http/bind.ts';
import type { MemberCaller } from '../../http/context.ts';
import { findFreezes } from '../../ledger/service.ts';
import { decisionsShown, nameIn } from '../../nodes.ts';
import type { OrdersService } from '../../orders/service.ts';
import { refuse } from '../../refuse.ts';
import type { WalletService } from '../wallet/service.ts';
import type { Entry } from './entry.ts';
import {
  findChainStates,
  findDepositEvents,
  findEntry,
  findHeights,
  findNonce,
  findPage,
  laneHoles,
} from './queries.ts';
import { actionsOf, confirmationsOf } from './rules.ts';

export interface TransactionRoutes {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly wallets: WalletService;
  readonly orders: OrdersService;
  readonly watch: ChainWatch;
}
interface View {
  readonly catalog: Catalog;
  readonly heights: ReadonlyMap<string, number | null>;
  readonly walletNames: ReadonlyMap<number, string>;
  readonly document: PolicyDocument;
  readonly caller: MemberCaller;
}

/** One line on the wire. A coin that is no longer configured is shown in base units rather than left out. */
function record(entry: Entry, view: View) {
  const coin = view.catalog.find(entry.symbol);
  const fee = view.catalog.find(entry.fee_symbol);
  const text = (units: bigint): string => fromUnits(units, coin?.asset.decimals ?? 0);
  const feeText = (units: bigint): string => fromUnits(units, fee?.asset.decimals ?? 0);
  const out = entry.type === transactionType.withdraw;
  return {
    id: entry.id,
    type: entry.type,
    direction: out ? ('out' as const) : ('in' as const),
    request_id: entry.request_id,
    sub_wallet_id: entry.sub_wallet_id,
    sub_wallet_name: view.walletNames.get(entry.sub_wallet_id) ?? '',
    symbol: entry.symbol,
    symbol_alias: coin?.asset.symbol ?? entry.symbol,
    base_symbol: coin?.chain.baseSymbol ?? '',
    coin_net: coin?.chain.name ?? entry.chain,
    icon: entry.symbol.toLowerCase(),
    contract_address: coin?.asset.contract ?? '',
    amount: text(entry.amount),
    address_from: entry.address_from,
    address_to: entry.address_to,
    memo: entry.memo,
    txid: entry.txid,
    fee_symbol: entry.fee_symbol,
    fee: feeText(entry.max_fee),
    real_fee: entry.real_fee === null ? null : feeText(entry.real_fee),
    status: entry.status,
    sub_status: entry.sub_status,
    confirmations: confirmationsOf(entry, view.heights.get(entry.chain)),
    confirmations_needed: out ? (coin?.chain.confirmations.withdraw ?? 0) : entry.needed,
    tx_height: entry.height,
    withdraw_source: entry.source,
    remark: entry.remark,
    kyt_status: 0,
    initiator: entry.initiator,
    initiator_name: entry.initiator === '' ? '' : nameIn(view.document, entry.initiator),
    can: actionsOf(entry, (access) => holds(view.caller, access, entry.sub_wallet_id)),
    created_at: entry.created_at,
    updated_at: entry.updated_at,
  };
}

export function bindTransaction(app: HttpApp, deps: TransactionRoutes): void {
  const { db, catalog, wallets, orders, watch } = deps;

  async function viewFor(caller: MemberCaller): Promise<View> {
    const [heights, all, policy] = await Promise.all([
      findHeights(db),
      wallets.subWallets(caller.workspaceId),
      orders.policy(),
    ]);
    const walletNames = new Map(all.map(({ id, name }) => [id, name]));
    return { catalog, heights, walletNames, document: policy.document, caller };
  }
  const explorer = (chainId: string, txid: string): string => {
    const base = catalog.chain(chainId)?.explorer;
    return base === undefined || txid === '' ? '' : `${base}/tx/${txid}`;
  };

  async function depositDetail(entry: Entry) {
    const events = await findDepositEvents(db, entry.id as DepositId);
    return {
      timeline: events.map((e) => ({
        time: e.created_at,
        status: e.status,
        sub_status: e.sub_status,
        actor: 'chain',
        actor_name: '',
        detail: e.detail,
      })),
      proof: { nonce: '', intent_id: '', intent_digest: '', digest_words: [], policy_version: '', expires_at: null },
      approvals: [],
      decisions: [],
      approval_url: '',
      last_error: '',
    };
  }
  async function orderDetail(
    entry: Entry,
    document: PolicyDocument,
    workspaceId: Parameters<OrdersService['order']>[0],
  ) {
    const id = entry.id as OrderId;
    const [order, events, approvals, decided, nonce] = await Promise.all([
      orders.order(workspaceId, id),
      orders.events(id),
      orders.approvals([id]),
      orders.decided([id]),
      findNonce(db, id),
    ]);
    const evaluation = await orders.evaluation(order, approvals.get(id) ?? []);
    const name = (member: string): string => nameIn(document, member);
    return {
      timeline: events.map((e) => ({
        time: e.created_at,
        status: e.status,
        sub_status: e.sub_status,
        actor: e.actor,
        actor_name: name(e.actor),
        detail: e.detail,
      })),
      proof: {
        nonce: nonce === undefined ? '' : String(nonce),
        intent_id: order.intent_id,
        intent_digest: order.digest,
        digest_words: digestWords(Buffer.from(order.digest, 'hex')),
        policy_version: parseIntent(order.intent).policy.version,
        expires_at: order.expires_at,
      },
      approvals: evaluation.nodes.map((node) => ({
        name: node.name,
        kind: node.kind,
        threshold: node.threshold,
        members: node.eligible.map((member) => ({ member_id: member, name: name(member) })),
        approved: [...node.approved],
      })),
      decisions: decisionsShown(decided, document),
      approval_url: orders.approvalUrl(order.intent_id, order.digest),
      last_error: order.last_error,
    };
  }

  const handlers: Handlers<typeof transaction> = {
    list: async ({ sub_wallet_id, request_id, page_no, page_size, ...filter }, { caller }) => {
      const ask = { ...filter, workspaceId: caller.workspaceId, subWalletId: sub_wallet_id, requestId: request_id };
      const [found, view] = await Promise.all([findPage(db, ask, page_no, page_size), viewFor(caller)]);
      const list = found.rows.map((entry) => record(entry, view));
      return { ...pageOf(list, found.total, page_size), total_is_bounded: found.bounded };
    },
    detail: async ({ id, type }, { caller }) => {
      const { workspaceId } = caller;
      const entry = await findEntry(db, workspaceId, type, id);
      if (!entry) throw refuse(type === transactionType.deposit ? 'depositNotFound' : 'orderNotFound', {});
      const view = await viewFor(caller);
      const { proof, ...rest } =
        entry.type === transactionType.deposit
          ? await depositDetail(entry)
          : await orderDetail(entry, view.document, workspaceId);
      const shown = record(entry, view);
      return {
        ...shown,
        ...rest,
        evidence: {
          chain_id: entry.chain,
          txid: entry.txid,
          block_height: entry.height,
          block_hash: entry.block_hash,
          confirmations: shown.confirmations,
          confirmations_needed: shown.confirmations_needed,
          explorer_url: explorer(entry.chain, entry.txid),
          ...proof,
        },
      };
    },
    chains: async (_input, { caller: { workspaceId } }) => {
      const [states, holes, freezes] = await Promise.all([
        findChainStates(db),
        laneHoles(db),
        findFreezes(db, workspaceId),
      ]);
      const byId = new Map(states.map((state) => [state.chain, state]));
      const list = catalog.chains.map(({ id, name }) => {
        const state = byId.get(id);
        return {
          chain_id: id,
          coin_net: name,
          state: state?.state ?? 'starting',
          height: state?.height ?? null,
          tip: state?.tip ?? null,
          last_error: state?.last_error ?? '',
          updated_at: state?.updated_at ?? null,
          lane_holes: holes.get(id) ?? 0,
        };
      });
      return { list, frozen: freezes.map(({ symbol, reason, created_at }) => ({ symbol, reason, created_at })) };
    },
    rescan: async ({ chain_id, from_height, to_height, txid }, { record }) => {
      if (txid === undefined && from_height === undefined) throw refuse('invalidParameters', { field: 'from_height' });
      const range = { from: from_height ?? 0, to: to_height ?? from_height ?? 0 };
      const asked = txid === undefined ? range : { txid };
      const { blocks, found } = await watch.rescan(chain_id, asked);
      const detail = Object.entries({ ...asked, blocks, found }).map(([name, value]) => [name, String(value)]);
      await record(db, { object: `chain:${chain_id}`, detail: Object.fromEntries(detail) });
      return { blocks, found };
    },
    unfreeze: async ({ symbol }, { caller: { workspaceId }, record }) => {
      await watch.unfreeze(workspaceId, catalog.coin(symbol).chain, symbol, record);
      return {};
    },
  };
  bind(app, transaction, handlers);
}
