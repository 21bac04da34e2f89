import { Download } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Exported } from '../lib/export/job.ts';
import { lazyScreen } from '../lib/lazy.ts';
import { Button } from './button.tsx';

const ExportDialog = lazyScreen(() => import('./export-dialog.tsx'));

interface ExportButtonProps {
  /** Made when the dialog opens: words are many. */
  readonly what: () => Exported;
  /** Of the file, without its ending. */
  readonly name: string;
}

/** A list as a file: whole, of any size. The dialog comes when it is asked for. */
export function ExportButton({ what, name }: ExportButtonProps): ReactNode {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Download aria-hidden />
        {t('tx.export')}
      </Button>
      {open && (
        <Suspense>
          <ExportDialog what={what} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
