import { ScanLine } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyScreen } from '../../lib/lazy.ts';
import { Button } from '../../ui/button.tsx';

/** Loaded, with its texts and what reads codes, when somebody scans one. */
const CodeScanner = lazyScreen(() => import('./code-scanner.tsx'), ['whiteAddress']);

/** Where a finger points there is a camera that can be held to a code. A page that is not secure has none. */
const hasCamera = (): boolean =>
  typeof navigator.mediaDevices?.getUserMedia === 'function' &&
  typeof matchMedia === 'function' &&
  matchMedia('(pointer: coarse)').matches;

/** Reads a QR code with the device's camera; nothing where there is none to hold to it. */
export function ScanButton({ onRead }: { onRead: (text: string) => void }): ReactNode {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  if (!hasCamera()) return null;
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
