import { RotateCw, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../ui/button.tsx';
import { useDrawers } from '../ui/drawers.tsx';
import { EmptyState } from '../ui/feedback.tsx';

/** Stands where the drawers would: it is closed as they are, and the focus goes back to where it was. */
function Panel({ children }: { readonly children: ReactNode }): ReactNode {
  const { t } = useTranslation();
  const { close } = useDrawers();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <aside ref={panel} tabIndex={-1} className="outline-none" onKeyDown={({ key }) => key === 'Escape' && close()}>
      <IconButton label={t('common.close')} className="m-2 ml-auto" onClick={close}>
        <X aria-hidden />
      </IconButton>
      {children}
    </aside>
  );
}

const longestMessage = 300;

interface FailedDrawerProps {
  readonly error: unknown;
  readonly title: string;
  readonly text?: string | undefined;
  readonly act?: string | undefined;
  readonly onAct: () => void;
  /** Not even the frame of the drawers could be had. */
  readonly all: boolean;
}

/** What became of a drawer: the screen below it stays, with what is written there, and the way out is to close it. */
export function FailedDrawer({ error, title, text = '', act, onAct, all }: FailedDrawerProps): ReactNode {
  const told = (
    <div role="alert">
      <EmptyState
        icon={<RotateCw aria-hidden />}
        title={title}
        text={text}
        action={
          act && (
            <Button variant="primary" onClick={onAct}>
              {act}
            </Button>
          )
        }
      />
      {error instanceof Error && (
        <p className="mono break-words px-6 text-center text-mut">{error.message.slice(0, longestMessage)}</p>
      )}
    </div>
  );
  return all ? <Panel>{told}</Panel> : told;
}
