import type { TransactionRecord } from '@holdfast/contract';
import { add, formatAmount, subtract } from '@holdfast/money';
import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { SelectionBar } from '../../ui/table/selection-bar.tsx';
import type { Selection } from '../../ui/table/use-selection.ts';
import { ExportMenu } from './export-menu.tsx';

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

interface SelectedProps {
  readonly selection: Selection<TransactionRecord>;
  readonly total: number;
}

/** What is ticked, what it comes to, and what can be done with it. */
export function Selected({ selection, total }: SelectedProps): ReactNode {
  const { t } = useTranslation();
  const rows = [...selection.rows.values()];
  const hashes = rows.flatMap(({ txid }) => (txid ? [txid] : []));
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(hashes.join('\n'));
    notify(t('tx.selected.copied', { count: hashes.length }));
  };
  return (
    <SelectionBar count={rows.length} total={total} sums={sumsOf(rows)} onClear={selection.clear}>
      <Button disabled={hashes.length === 0} onClick={() => void copy()}>
        <Copy aria-hidden />
        {t('tx.selected.copy')}
      </Button>
      <ExportMenu rows={rows} />
    </SelectionBar>
  );
}
