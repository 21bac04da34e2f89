import { Download, FileSpreadsheet, FileText } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { handleError } from '../../lib/api.ts';
import { saveFile } from '../../lib/export/save.ts';
import { notify } from '../../lib/toasts.ts';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { ExportFormat, ExportSource } from './export-file.ts';

interface Progress {
  readonly done: number;
  readonly total: number;
}
interface ExportMenuProps {
  readonly source: ExportSource;
  /** Rows, as far as the list has counted them. */
  readonly expected: number;
}
const grouped = (count: number): string => count.toLocaleString('en-US');

/** Writes what fits the filter, or what is ticked, into a file; says how far it is, and can be stopped. Leaving the page stops it too. */
export function ExportMenu({ source, expected }: ExportMenuProps): ReactNode {
  const { t } = useTranslation();
  const [progress, setProgress] = useState<Progress>();
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (format: ExportFormat): Promise<void> => {
    const control = new AbortController();
    running.current = control;
    setProgress({ done: 0, total: expected });
    try {
      const { transactionFile } = await import('./export-file.ts');
      const onProgress = (done: number, total: number): void => setProgress({ done, total });
      const { file, rows } = await transactionFile({ source, format, t, signal: control.signal, onProgress });
      saveFile(file, file.name);
      notify(t('tx.export.done', { count: rows, total: grouped(rows) }));
    } catch (error) {
      if (!control.signal.aborted) handleError(error, false, () => void start(format));
    } finally {
      setProgress(undefined);
    }
  };
  if (progress)
    return (
      <span className="flex items-center gap-2">
        <span role="status" className="text-mut tabular-nums">
          {t('tx.export.progress', { done: grouped(progress.done), total: grouped(progress.total) })}
        </span>
        <Button onClick={() => running.current?.abort()}>{t('common.cancel')}</Button>
      </span>
    );
  const choices = [
    { key: 'csv', text: t('tx.export.csv'), icon: <FileText aria-hidden />, run: () => void start('csv') },
    { key: 'xlsx', text: t('tx.export.xlsx'), icon: <FileSpreadsheet aria-hidden />, run: () => void start('xlsx') },
  ] as const;
  return (
    <Menu
      label={t('tx.export')}
      heading={t('common.rows', { count: expected, total: grouped(expected) })}
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
