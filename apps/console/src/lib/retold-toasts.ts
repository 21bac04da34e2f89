import { type Toast, useToasts } from './toasts.ts';

/** What is still shown about it tells this from now on. */
export const retell = (about: string, told: Pick<Toast, 'text' | 'tone'>): void =>
  useToasts.setState(({ toasts }) => ({
    toasts: toasts.map((toast) => (toast.about === about ? { ...toast, ...told } : toast)),
  }));

/** What is still shown about it holds no more. */
export const forget = (about: string): void =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.about !== about) }));
