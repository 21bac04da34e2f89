import type { TransactionRecord } from '@holdfast/contract';
import { Download, FileSpreadsheet, FileText } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { handleError } from '../../lib/api.ts';
import { saveFile } from '../../lib/export/save.ts';
import { notify } from '../../lib/toasts.ts';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { ExportFormat } from './export-file.ts';

const grouped = (count: number): string => count.toLocaleString('en-US');

/** Writes the rows that are ticked into a file. Leaving the page stops it. */
export function ExportMenu({ rows }: { rows: readonly TransactionRecord[] }): ReactNode {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (format: ExportFormat): Promise<void> => {
    const control = new AbortController();
    running.current = control;
    setBusy(true);
    try {
      const { chosenFile } = await import('./export-file.ts');
      const file = await chosenFile(rows, format, t, control.signal);
      saveFile(file, file.name);
      notify(t('tx.export.done', { count: rows.length, total: grouped(rows.length) }));
    } catch (error) {
      if (!control.signal.aborted) handleError(error, false, () => void start(format));
    } finally {
      setBusy(false);
    }
  };
  if (busy) return <Button busy>{t('tx.export')}</Button>;
  const choices = [
    { key: 'csv', text: t('tx.export.csv'), icon: <FileText aria-hidden />, run: () => void start('csv') },
    { key: 'xlsx', text: t('tx.export.xlsx'), icon: <FileSpreadsheet aria-hidden />, run: () => void start('xlsx') },
  ] as const;
  return (
    <Menu
      label={t('tx.export')}
      heading={t('common.rows', { count: rows.length, total: grouped(rows.length) })}
      triggerClassName={buttonStyle({})}
      trigger={
        <>
          <Download aria-hidden />
          {t('tx.export')}
        </>
      }
      items={choices}
    />
  );
}
