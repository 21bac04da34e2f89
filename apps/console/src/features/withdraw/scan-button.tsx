import { ScanLine } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyScreen } from '../../lib/lazy.ts';
import { Button } from '../../ui/button.tsx';

/** Loaded, with its texts and what reads codes, when somebody scans one. */
const CodeScanner = lazyScreen(() => import('./code-scanner.tsx'), ['whiteAddress']);

/** Reads a QR code with the device's camera. */
export default function ScanButton({ onRead }: { onRead: (text: string) => void }): ReactNode {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const read = (text: string): void => {
    setOpen(false);
    onRead(text);
  };
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
        <ScanLine aria-hidden />
        {t('withdraw.scan')}
      </Button>
      <Suspense>{isOpen && <CodeScanner onRead={read} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
