import { Dialog } from '@base-ui/react/dialog';
import { ArrowLeft, X } from 'lucide-react';
import { type ComponentType, createContext, type ReactNode, Suspense, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button.tsx';
import { cn } from './cn.ts';
import type { DrawerPage } from './drawer-stack.ts';
import { Skeleton } from './feedback.tsx';

export interface DrawerProps {
  readonly args: readonly string[];
}

export interface DrawerEntry {
  readonly width: 460 | 900 | 1180;
  readonly title: string;
  readonly component: ComponentType<DrawerProps>;
}

/** What pages may do with the stack of drawers. It lives in the address, so links and Back work. */
export interface Drawers {
  readonly stack: readonly DrawerPage[];
  push(name: string, ...args: string[]): void;
  pop(): void;
  replace(name: string, ...args: string[]): void;
  close(): void;
}

const Context = createContext<Drawers | null>(null);
export const DrawersProvider = Context.Provider;

export function useDrawers(): Drawers {
  const drawers = useContext(Context);
  if (!drawers) throw new Error('no drawers here');
  return drawers;
}

const widths = { 460: 'max-w-[460px]', 900: 'max-w-[900px]', 1180: 'max-w-[1180px]' } as const;

/** Shows the top page of the stack. Opens with the first, closes with the last; Escape and Back take one off. */
export function DrawerHost({ registry }: { registry: Readonly<Record<string, DrawerEntry>> }): ReactNode {
  const drawers = useDrawers();
  const { t } = useTranslation();
  const top = drawers.stack.at(-1);
  const entry = top ? registry[top.name] : undefined;
  if (!top || !entry) return null;
  const Body = entry.component;
  return (
    <Dialog.Root open onOpenChange={(open) => !open && drawers.pop()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fade-in fixed inset-0 z-30 bg-scrim" />
        <Dialog.Popup
          className={cn(
            'drawer-enter fixed inset-y-0 right-0 z-40 grid w-full grid-rows-[48px_1fr] border-line border-l bg-panel shadow-2xl outline-none max-md:max-w-none',
            widths[entry.width],
          )}
        >
          <div className="flex items-center gap-2 border-line border-b px-4">
            {drawers.stack.length > 1 && (
              <IconButton label={t('common.back')} onClick={drawers.pop}>
                <ArrowLeft aria-hidden />
              </IconButton>
            )}
            <Dialog.Title className="flex-1 truncate font-semibold">{entry.title}</Dialog.Title>
            <IconButton label={t('common.close')} onClick={drawers.close}>
              <X aria-hidden />
            </IconButton>
          </div>
          <Suspense fallback={<DrawerSkeleton />}>
            <Body key={top.key} args={top.args} />
          </Suspense>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
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

/** The scrolling part of a drawer's page with the buttons that stay below it. */
export function DrawerBody({ children, footer }: { children: ReactNode; footer?: ReactNode }): ReactNode {
  return (
    <div className="grid min-h-0 grid-rows-[1fr_auto]">
      <div className="min-h-0 overflow-auto p-5">
        <div className="grid content-start gap-5">{children}</div>
      </div>
      {footer && <div className="flex justify-end gap-2 border-line border-t px-5 py-3">{footer}</div>}
    </div>
  );
}
