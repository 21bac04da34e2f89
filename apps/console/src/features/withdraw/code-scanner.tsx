import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { readCode, type ScanFault, scanFaultOf } from './read-code.ts';

interface CodeScannerProps {
  readonly onRead: (text: string) => void;
  readonly onClose: () => void;
}

/** What the camera sees, until a code is in it. */
export default function CodeScanner({ onRead, onClose }: CodeScannerProps): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const [fault, setFault] = useState<ScanFault>();
  const [tries, setTries] = useState(0);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fade-in fixed inset-0 z-50 bg-scrim" />
        <Dialog.Popup className="fade-in fixed top-1/2 left-1/2 z-[60] grid w-[420px] max-w-[calc(100vw-32px)] -translate-x-1/2 -translate-y-1/2 gap-4 rounded-lg border border-line bg-raise p-5 shadow-2xl outline-none">
          <Dialog.Title className="font-semibold text-lg">{t('whiteAddress:scan.title')}</Dialog.Title>
          {fault ? (
            <p role="alert" className="text-bad">
              {t(`whiteAddress:scan.${fault}`)}
            </p>
          ) : (
            <Camera key={tries} onRead={onRead} onFault={setFault} />
          )}
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>{t('common.cancel')}</Button>
            {fault && (
              <Button
                variant="primary"
                onClick={() => {
                  setFault(undefined);
                  setTries(tries + 1);
                }}
              >
                {t('common.retry')}
              </Button>
            )}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface CameraProps {
  readonly onRead: (text: string) => void;
  readonly onFault: (fault: ScanFault) => void;
}

function Camera({ onRead, onFault }: CameraProps): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const video = useRef<HTMLVideoElement>(null);
  const end = useEffectEvent((text: string | undefined) => (text === undefined ? onFault('nothing') : onRead(text)));
  const fail = useEffectEvent((error: unknown) => onFault(scanFaultOf(error)));
  useEffect(() => {
    const left = new AbortController();
    const { current } = video;
    if (current)
      readCode(current, left.signal).then(
        (text) => left.signal.aborted || end(text),
        (error: unknown) => left.signal.aborted || fail(error),
      );
    return () => left.abort();
  }, []);
  return (
    <>
      <video
        ref={video}
        muted
        playsInline
        aria-label={t('whiteAddress:scan.picture')}
        className="aspect-square w-full rounded-md bg-hov object-cover"
      />
      <p className="text-mut">{t('whiteAddress:scan.hint')}</p>
    </>
  );
}
