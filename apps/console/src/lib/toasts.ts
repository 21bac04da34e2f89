import { create } from 'zustand';

export interface Toast {
  readonly id: number;
  /** `ended`: what others did came to nothing for whoever reads it; that is no error of this page, and stays no longer than a result. */
  readonly tone: 'info' | 'success' | 'ended' | 'error';
  /** Plain text of the server, or a key's text chosen by the caller. */
  readonly text: string;
  readonly code?: string;
  /** Names what it tells of: of one thing one toast is shown, which tells the latest. */
  readonly about?: string;
  /** Another try at what failed. */
  readonly retry?: () => void;
}

interface ToastState {
  readonly toasts: readonly Toast[];
  add(toast: Omit<Toast, 'id'>): void;
  remove(id: number): void;
}

let last = 0;
const most = 4;

/** The same text is not shown twice, and of one thing nothing beside the latest. */
const isReplaced = (old: Toast, { text, about }: Omit<Toast, 'id'>): boolean =>
  old.text === text || (about !== undefined && old.about === about);

export const useToasts = create<ToastState>()((set) => ({
  toasts: [],
  add: (toast) => {
    last += 1;
    const added = { ...toast, id: last };
    set((state) => ({
      toasts: [...state.toasts.filter((old) => !isReplaced(old, toast)), added].slice(-most),
    }));
  },
  remove: (id) => set((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) })),
}));

export const notify = (text: string, tone: Toast['tone'] = 'success'): void => useToasts.getState().add({ tone, text });

/** Errors stay until closed. The server's text is in the caller's language already; network errors get their own at render. */
export function showError(error: unknown, retry?: () => void): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  const kind = error instanceof Error && 'kind' in error ? String(error.kind) : undefined;
  const broken = error instanceof Error && error.name === 'ZodError' ? 'contract' : undefined;
  const text = code && error instanceof Error ? error.message : `network.${kind ?? broken ?? 'unknown'}`;
  useToasts.getState().add({ tone: 'error', text, ...(code ? { code } : {}), ...(retry ? { retry } : {}) });
}
