import { familyOf } from '@holdfast/chains';
import { type batch, batchStatus, errorEntry, type Language, messageOf, type Output } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import type { Catalog } from '../../catalog.ts';
import { explorerUrl } from '../../reference.ts';
import type { Refusal } from '../../refuse.ts';
import { passedRow } from '../withdraw/service.ts';
import { nobody } from './look.ts';
import type { BatchRow, MultiRow } from './queries.ts';
import { batchStatusOf, failed, partly } from './rules.ts';
import type { BatchService, Detail } from './service.ts';
import { type RowStand, wayOn } from './ways.ts';

const draftStand: RowStand = { status: batchStatus.draft, txid: '', reason: '' };

/** Of each row of a batch, in order, what became of it. */
function standsOf(catalog: Catalog, row: BatchRow): readonly RowStand[] {
  const { order_id: id, status, sub_status, txid, row_count, left_out } = row;
  const chain = catalog.chain(row.chain);
  const way = chain && wayOn(chain, row.by_contract);
  if (id === null || status === null || !way) return Array.from({ length: row_count }, () => draftStand);
  return way.standOf(
    { id, status, sub_status: sub_status ?? '', txid, left_out: [...(left_out ?? [])], rowOrders: row.row_orders },
    row_count,
  );
}

/** Where the whole stands: one of which some rows were paid and others not is partly done. */
function wholeStatus({ status, sub_status }: BatchRow): number {
  if (status === null) return batchStatus.draft;
  return status === batchStatus.done && sub_status === partly ? batchStatus.partlyDone : batchStatusOf(status);
}

export function factsRow(catalog: Catalog, row: BatchRow, draftTotal = 0n) {
  const stands = standsOf(catalog, row);
  return {
    batch_id: row.id,
    version: row.version,
    status: wholeStatus(row),
    name: row.name,
    sub_wallet_id: row.sub_wallet_id,
    symbol: row.symbol,
    chain_id: row.chain,
    contract_address: row.contract,
    coin_net: catalog.chain(row.chain)?.name ?? row.chain,
    row_count: row.row_count,
    by_contract: row.by_contract,
    total_amount: fromUnits(row.amount ?? draftTotal, row.decimals),
    success_num: stands.filter(({ status }) => status === batchStatus.done).length,
    fail_num: stands.filter(({ status }) => failed(status)).length,
    initiator_name: row.initiator_name,
    created_at: row.created_at,
    submitted_at: row.submitted_at,
    withdraw_id: row.order_id,
  };
}

const saidOf = (refusal: Refusal | undefined, language: Language) =>
  refusal
    ? { code: errorEntry(refusal.refusal).code, msg: messageOf(language, refusal.refusal, refusal.params) }
    : { code: 0, msg: '' };

function findingsOf({ coin, available, looked, cost, need }: Detail, language: Language) {
  if (!cost) return null;
  const { asset, feeAsset } = coin;
  const fee = (units: bigint): string => fromUnits(units, feeAsset.decimals);
  const { offer } = cost;
  return {
    errors: looked.faults.map(({ row, field, refusal, address, link }) => ({
      row,
      field,
      ...saidOf(refusal, language),
      address,
      link,
    })),
    duplicates: looked.duplicates.map((group) => [...group]),
    white_misses: [...looked.whiteMisses],
    cooling: [...looked.cooling],
    look_alikes: looked.alike.map(({ row, to }) => ({ row, similar_to: [...to] })),
    first_times: [...looked.firstTimes],
    unseen: [...looked.unseen],
    problem: saidOf(cost.problem, language),
    fee: offer ? { fee: fee(offer.fee), max_fee: fee(offer.maxFee), fee_symbol: feeAsset.symbol } : null,
    available: fromUnits(available, asset.decimals),
    approval_needed: cost.approval,
    rules: cost.rules ? passedRow(cost.rules) : null,
    need_approve: {
      needed: need !== undefined && need.allowance < need.sum,
      allowance: fromUnits(need?.allowance ?? 0n, asset.decimals),
      spender: need?.spender ?? '',
      order: need?.order ? { withdraw_id: need.order.id, status: need.order.status } : null,
    },
  };
}

/** A batch in whole. */
export function detailRow(catalog: Catalog, found: Detail, language: Language): Output<typeof batch.info> {
  const { batch: row, coin, looked } = found;
  const stands = standsOf(catalog, row);
  const total = looked.outputs.reduce((sum, { amount }) => sum + amount, 0n);
  const txid = row.txid ?? '';
  return {
    ...factsRow(catalog, row, total),
    max_rows: wayOn(coin.chain, row.by_contract)?.maxRows(coin.chain) ?? 0,
    support_memo: familyOf(coin.chain).memo !== 'none',
    remark: row.remark ?? '',
    txid,
    explorer_url: explorerUrl(coin.chain, txid),
    list: row.payees.map(({ address, memo, amount, remark, seen }, at) => {
      const { status, txid: rowTxid, reason } = stands[at] ?? draftStand;
      const cells = { address, memo, amount, remark, seen };
      return { row: at + 1, ...cells, ...(looked.named[at] ?? nobody), status, txid: rowTxid, fail_reason: reason };
    }),
    findings: findingsOf(found, language),
  };
}

type Given = Awaited<ReturnType<BatchService['allowances']>>['rows'][number];
export const allowanceRow = (catalog: Catalog, row: Given) => ({
  withdraw_id: row.id,
  sub_wallet_id: row.sub_wallet_id,
  symbol: row.symbol,
  chain_id: row.chain,
  coin_net: catalog.chain(row.chain)?.name ?? row.chain,
  spender: row.address_to,
  amount: fromUnits(row.amount, row.decimals),
  initiator_name: row.nick_name ?? '',
  status: row.status,
  txid: row.txid ?? '',
  created_at: row.created_at,
});

export const multiRow = ({ id, chain, decimals, amount, outputs, ...row }: MultiRow) => ({
  ...row,
  withdraw_id: id,
  chain_id: chain,
  amount: fromUnits(amount, decimals),
  outputs: outputs.map(({ address, amount: units, memo }) => ({
    address,
    amount: fromUnits(BigInt(units), decimals),
    memo,
  })),
});
