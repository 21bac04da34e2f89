import { trade } from '@holdfast/contract';
import { z } from 'zod';
import { exportSource, type Say } from '../../exports/source.ts';
import type { Told, TradeService } from './service.ts';

const record = trade.recordList.output.shape.list.element;

/** Amounts are the API's own text, every digit of it. */
const columns: Readonly<Record<string, (row: Told, say: Say) => string>> = {
  created: ({ created_at }) => created_at.toISOString(),
  status: ({ status }, say) => say(`status.2.${status}`, String(status)),
  network: ({ coin_net }) => coin_net,
  provider: ({ provider }) => provider,
  paid: ({ pay_amount }) => pay_amount,
  paid_coin: ({ from_symbol }) => from_symbol,
  received: ({ receive_amount }) => receive_amount,
  received_coin: ({ to_symbol }) => to_symbol,
  price: ({ real_price }) => real_price,
  fee: ({ fee_amount }) => fee_amount,
  fee_coin: ({ fee_symbol }) => fee_symbol,
  allowance_txid: ({ approve_txid }) => approve_txid,
  txid: ({ txid }) => txid,
  number: ({ trade_id }) => String(trade_id),
};
const cells = Object.values(columns);

/** Swaps, as the list has them. Those that come in later are not in it. */
export const tradeExport = (service: TradeService) =>
  exportSource<(typeof trade)['recordList'], number>({
    list: 'trade',
    endpoint: trade.recordList,
    columns: Object.keys(columns),
    count: ({ input, caller, askedAt }) =>
      service.counts(caller.workspaceId, { ...input, end: endOf(input.end, askedAt) }),
    async read({ input, caller, askedAt }, after = 0, size, say) {
      const filter = { ...input, end: endOf(input.end, askedAt) };
      const list = await service.list(caller.workspaceId, filter, { skip: after, size });
      const rows = list.map((row) => ({
        cells: cells.map((cell) => cell(row, say)),
        wire: () => z.encode(record, row as never),
      }));
      return { rows, next: list.length < size ? undefined : after + size };
    },
  });
const endOf = (asked: Date | undefined, askedAt: Date): Date => (asked && asked < askedAt ? asked : askedAt);
