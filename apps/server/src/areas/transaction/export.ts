import { isOrderType, payeesText, transaction, transactionType } from '@holdfast/contract';
import { z } from 'zod';
import { type ExportAsk, exportSource, type Say } from '../../exports/source.ts';
import type { Ports } from '../../ports.ts';
import { filterOf } from './ask.ts';
import type { Filter, Place } from './queries.ts';
import { entryRow } from './row.ts';
import type { TransactionService } from './service.ts';

type Row = ReturnType<typeof entryRow>;
type Ask = ExportAsk<z.output<(typeof transaction)['list']['input']>>;
const record = transaction.list.output.shape.list.element;

const typeText = ({ stake, type }: Row, say: Say): string =>
  stake ? say(`stake.${stake.kind}`, stake.kind) : say(`type.${type}`, String(type));

/** Amounts and fees are the API's own text, every digit of it. */
const columns: Readonly<Record<string, (row: Row, say: Say) => string>> = {
  created: ({ created_at }) => created_at.toISOString(),
  type: typeText,
  // Orders of every type have the same statuses.
  status: ({ type, status }, say) =>
    say(`status.${isOrderType(type) ? transactionType.withdraw : type}.${status}`, String(status)),
  coin: ({ symbol_alias }) => symbol_alias,
  network: ({ coin_net }) => coin_net,
  amount: ({ amount }) => amount,
  nft: ({ nft }) =>
    nft?.items
      .map(({ collection, contract_address, token_id }) => `${collection || contract_address} #${token_id}`)
      .join(', ') ?? '',
  worth_usd: ({ worth_usd }) => worth_usd ?? '',
  fee: ({ real_fee }) => real_fee ?? '',
  fee_coin: ({ fee_symbol }) => fee_symbol,
  sub_wallet: ({ sub_wallet_name }) => sub_wallet_name,
  from: ({ address_from }) => address_from,
  to: ({ outputs }) => outputs.map(({ address }) => address).join(' '),
  // Of several each stands with its own in a cell of their own.
  counterparty: ({ counterparty_label, outputs }) => (outputs.length > 1 ? '' : counterparty_label),
  memo: ({ memo, outputs }) => (outputs.length > 1 ? '' : memo),
  customer: ({ customer }) => customer,
  txid: ({ txid }) => txid,
  initiator: ({ initiator_name }) => initiator_name,
  remark: ({ remark }) => remark,
  note: ({ note }) => note,
  tags: ({ tags }) => tags.join(', '),
  number: ({ id }) => String(id),
  batch: ({ batch_name }) => batch_name,
  payees: ({ outputs }) => payeesText(outputs),
};
const cells = Object.values(columns);

/** Deposits and orders, as the list has them. */
export function transactionExport(service: TransactionService, { catalog }: Pick<Ports, 'catalog'>) {
  /** What comes in later, and what is later than asked for, is not in it. Where a page would go on is nothing to a whole list. */
  const filter = ({ input, caller, askedAt }: Ask): Filter => {
    const asked = filterOf(input, caller, catalog);
    return { ...asked, after: undefined, end: asked.end && asked.end < askedAt ? asked.end : askedAt };
  };
  return exportSource<(typeof transaction)['list'], Place>({
    list: 'transaction',
    endpoint: transaction.list,
    columns: Object.keys(columns),
    count: async (ask) => ({ total: await service.countAll(filter(ask)) }),
    async read(ask, after, size, say) {
      const { rows, next } = await service.from({ ...filter(ask), after }, size);
      const view = { ...(await service.surroundings(ask.caller.workspaceId, rows)), catalog, caller: ask.caller };
      const made = rows.map((entry) => {
        const row = entryRow(entry, view);
        return { cells: cells.map((cell) => cell(row, say)), wire: () => z.encode(record, row as never) };
      });
      return { rows: made, next };
    },
  });
}
