import { Dialog } from '@base-ui/react/dialog';
import { ArrowLeft, X } from 'lucide-react';
import { type ReactNode, Suspense, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useReach } from '../lib/reach.ts';
import { IconButton } from './button.tsx';
import { cn } from './cn.ts';
import { type DrawerEntry, OwnPageProvider, useDrawers } from './drawers.tsx';
import { Skeleton } from './feedback.tsx';

const widths = { 460: 'md:max-w-[460px]', 900: 'md:max-w-[900px]', 1180: 'md:max-w-[1180px]' } as const;

interface DrawerHostProps {
  readonly registry: Readonly<Record<string, DrawerEntry>>;
  /** What the shell says above the screen, which lies in the shade of the drawer. */
  readonly said?: ReactNode;
}

/**
 * Shows the top page of the stack. Opens with the first, closes with the last; Escape and Back take one off. The pages below stay as they are, out of
 * sight and reach, so that what somebody wrote is there when they come back to it.
 */
export default function DrawerHost({ registry, said }: DrawerHostProps): ReactNode {
  const drawers = useDrawers();
  const { t } = useTranslation();
  const pages = drawers.stack.flatMap((page, at) => {
    const entry = registry[page.name];
    return entry ? [{ key: `${at}:${page.name}`, at, page, entry }] : [];
  });
  const popup = useRef<HTMLDivElement>(null);
  const top = pages.at(-1);
  if (!top) return null;
  return (
    <Dialog.Root open onOpenChange={(open) => !open && drawers.pop()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fade-in fixed inset-0 z-30 bg-scrim" />
        <Dialog.Popup
          ref={popup}
          initialFocus={popup}
          className={cn(
            'drawer-enter fixed inset-y-0 right-0 z-40 grid w-full grid-rows-[48px_auto_1fr] border-line border-l bg-panel shadow-2xl outline-none',
            widths[top.entry.width],
          )}
        >
          <div className="flex items-center gap-2 border-line border-b px-4">
            {pages.length > 1 && (
              <IconButton label={t('common.back')} onClick={drawers.pop}>
                <ArrowLeft aria-hidden />
              </IconButton>
            )}
            <Dialog.Title className="flex-1 truncate font-semibold">{top.entry.title}</Dialog.Title>
            <IconButton label={t('common.close')} onClick={drawers.close}>
              <X aria-hidden />
            </IconButton>
          </div>
          <Reach>{said}</Reach>
          {pages.map(({ key, at, page, entry }) => (
            <Level key={key} first={at === 0} shown={key === top.key}>
              <OwnPageProvider value={page}>
                <entry.component args={page.args} />
              </OwnPageProvider>
            </Level>
          ))}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** That the server is not reached, and what it said before. */
function Reach({ children }: { children: ReactNode }): ReactNode {
  const text = useReach();
  return (
    <div role="status">
      {children}
      {text !== '' && <p className="border-line border-b bg-bads px-5 py-1.5 font-medium text-bad text-xs">{text}</p>}
    </div>
  );
}

interface LevelProps {
  /** The dialog itself takes the focus into its first page. */
  readonly first: boolean;
  readonly shown: boolean;
  readonly children: ReactNode;
}

/** One page of the stack. Focus goes into it when it comes on top, and back to where it was when it comes to light again. */
function Level({ first, shown, children }: LevelProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const last = useRef<HTMLElement>(null);
  const untouched = useRef(first);
  useLayoutEffect(() => {
    const remember = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement && target !== frame.current) last.current = target;
    };
    const element = frame.current;
    element?.addEventListener('focusin', remember);
    return () => element?.removeEventListener('focusin', remember);
  }, []);
  useLayoutEffect(() => {
    if (!shown) return;
    // Of a page that another takes the place of, nobody has the focus any more.
    const isLost = document.activeElement === document.body;
    if (!untouched.current || isLost) (last.current?.isConnected ? last.current : frame.current)?.focus();
    untouched.current = false;
  }, [shown]);
  return (
    <div
      ref={frame}
      tabIndex={-1}
      hidden={!shown}
      inert={!shown}
      className={cn('min-h-0 outline-none', shown && 'grid grid-rows-[minmax(0,1fr)]')}
    >
      <Suspense fallback={<DrawerSkeleton />}>{children}</Suspense>
    </div>
  );
}

function DrawerSkeleton(): ReactNode {
  return (
    <div className="grid content-start gap-4 p-5">
      {['w-1/3', 'w-full', 'w-2/3', 'w-5/6'].map((width) => (
        <Skeleton key={width} className={width} />
      ))}
    </div>
  );
}
