import { familyOf } from '@holdfast/chains';
import type { Output, utxo } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import { modelOf } from '../../chains/models.ts';
import type { OutputRow } from '../../chains/outputs.ts';
import { proofOf } from '../wallet/service.ts';
import type { Listed } from './service.ts';

type Wire = Output<typeof utxo.list>;
type Row = Wire['list'][number];

const outputRow = (row: OutputRow, { coin: { chain, asset }, tip, deployment, spendUnconfirmed }: Listed): Row => ({
  txid: row.txid,
  vout: row.vout,
  amount: fromUnits(row.amount, asset.decimals),
  address: row.address,
  chain_id: chain.id,
  path: row.path,
  proof: proofOf(deployment, row),
  address_label: row.address_label,
  change: row.change,
  confirmations: row.height === null ? 0 : Math.max(0, tip - row.height + 1),
  seen_at: row.seen_at,
  label: row.label,
  state: row.state,
  inscription: row.inscribed,
  locked:
    ['reserved', 'frozen', 'inscribed', 'unread'].includes(row.state) ||
    (row.state === 'unconfirmed' && !spendUnconfirmed),
  withdraw_id: row.order_id,
  kept: row.left,
  frozen_at: row.frozen_at,
  reason: row.frozen_reason,
});

const consolidationRow = ({ consolidation: told, coin: { asset } }: Listed): Wire['consolidation'] =>
  told
    ? {
        ...{ most_rate: told.most_rate, more_than: told.more_than, due: told.due, rate: told.rate },
        outputs: told.rows.map(({ txid, vout, amount, address, label, address_label }) => ({
          ...{ txid, vout, address, label, address_label },
          amount: fromUnits(amount, asset.decimals),
        })),
      }
    : null;

export function listRow(found: Listed) {
  const { coin, dust, rate, maxInputs } = found;
  const text = (units: bigint): string => fromUnits(units, coin.asset.decimals);
  return {
    list: found.rows.map((row) => outputRow(row, found)),
    dust_limit: text(dust),
    fee_rate: rate,
    fee_unit: familyOf(coin.chain).feeUnit,
    max_inputs: maxInputs,
    spend_unconfirmed: found.spendUnconfirmed,
    unconfirmed_most: modelOf(coin.chain).unconfirmed?.ancestors ?? 0,
    sums: found.sums.map(({ state, count, units }) => ({ state, count, amount: text(units) })),
    consolidation: consolidationRow(found),
  };
}
