import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { DrawerPage } from './drawer-stack.ts';
import { keepFocusSeen } from './keep-focus-seen.ts';

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

const OwnPage = createContext<DrawerPage | null>(null);
export const OwnPageProvider = OwnPage.Provider;
/** The page of the stack that whoever asks is a part of; null outside of drawers. */
export const useOwnPage = (): DrawerPage | null => useContext(OwnPage);

/** Is what whoever asks is a part of in front: the last of the stack, or, outside of drawers, a page above which none is open? */
export function useIsOnTop(): boolean {
  const own = useOwnPage();
  const last = useContext(Context)?.stack.at(-1);
  return own ? last?.key === own.key : last === undefined;
}

export function useDrawers(): Drawers {
  const drawers = useContext(Context);
  if (!drawers) throw new Error('no drawers here');
  return drawers;
}

interface DrawerBodyProps {
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  /** Nothing in it can be focused, so that keys scroll it by itself. */
  readonly toRead?: boolean;
}
/** The scrolling part of a drawer's page with the buttons that stay below it. */
export function DrawerBody({ children, footer, toRead }: DrawerBodyProps): ReactNode {
  return (
    <div className="grid min-h-0 grid-rows-[1fr_auto]">
      <div tabIndex={toRead ? 0 : undefined} className="min-h-0 overflow-auto p-5">
        <div ref={keepFocusSeen} className="grid content-start gap-5">
          {children}
        </div>
      </div>
      {footer && <div className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-3">{footer}</div>}
    </div>
  );
}
