import type { TransactionRecord } from '@holdfast/contract';
import { add, formatAmount, formatNumber, subtract, toFixed } from '@holdfast/money';
import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../lib/toasts.ts';
import type { Coin } from '../../lib/wallets.ts';
import { Button } from '../../ui/button.tsx';
import { SelectionBar } from '../../ui/table/selection-bar.tsx';
import type { Selection } from '../../ui/table/use-selection.ts';
import { ExportMenu } from './export-menu.tsx';
import { worthNow } from './view.ts';

/** What came in less what went out, one text an asset. */
export function sumsOf(
  rows: Iterable<Pick<TransactionRecord, 'symbol_alias' | 'coin_net' | 'contract_address' | 'direction' | 'amount'>>,
): string[] {
  const sums = new Map<string, { readonly alias: string; readonly sum: string }>();
  for (const { symbol_alias: alias, coin_net, contract_address, direction, amount } of rows) {
    const coin = `${alias}|${coin_net}|${contract_address}`;
    const sum = sums.get(coin)?.sum ?? '0';
    sums.set(coin, {
      alias,
      sum: direction === 'none' ? sum : direction === 'in' ? add(sum, amount) : subtract(sum, amount),
    });
  }
  return [...sums.values()].map(({ alias, sum }) =>
    sum.startsWith('-') ? `−${formatAmount(sum.slice(1))} ${alias}` : `+${formatAmount(sum)} ${alias}`,
  );
}

/** The same in US dollars, of what was settled by its worth then; '' where the worth of one of them is unknown. */
export function worthOfAll(rows: readonly TransactionRecord[], coins: readonly Coin[]): string {
  const moved = rows.filter(({ direction }) => direction !== 'none');
  const worths = moved.map((row) => ({ row, worth: row.worth_usd ?? worthNow(row, coins) }));
  if (moved.length === 0 || worths.some(({ worth }) => worth === null)) return '';
  const sum = worths.reduce(
    (all, { row, worth }) => (row.direction === 'in' ? add(all, worth ?? '0') : subtract(all, worth ?? '0')),
    '0',
  );
  return `≈ ${sum.startsWith('-') ? '−' : '+'}$${formatNumber(toFixed(sum.replace('-', ''), 2))}`;
}

interface SelectedProps {
  readonly selection: Selection<TransactionRecord>;
  readonly total: number;
  /** By whose prices it is told what is not settled. */
  readonly coins: readonly Coin[];
}

/** What is ticked, what it comes to, and what can be done with it. */
export function Selected({ selection, total, coins }: SelectedProps): ReactNode {
  const { t } = useTranslation();
  const rows = [...selection.rows.values()];
  const hashes = rows.flatMap(({ txid }) => (txid ? [txid] : []));
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(hashes.join('\n'));
    notify(t('tx.selected.copied', { count: hashes.length }));
  };
  return (
    <SelectionBar
      count={rows.length}
      total={total}
      sums={[...sumsOf(rows), worthOfAll(rows, coins)].filter(Boolean)}
      onClear={selection.clear}
    >
      <Button disabled={hashes.length === 0} onClick={() => void copy()}>
        <Copy aria-hidden />
        {t('tx.selected.copy')}
      </Button>
      <ExportMenu rows={rows} />
    </SelectionBar>
  );
}
