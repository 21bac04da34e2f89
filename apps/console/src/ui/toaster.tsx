import { CircleAlert, CircleCheck, Info, RotateCw, X } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextKey } from '../lib/i18n.ts';
import { type Toast, useToasts } from '../lib/toasts.ts';
import { Button, IconButton } from './button.tsx';
import { CopyButton } from './display.tsx';

const icons = { info: Info, success: CircleCheck, ended: CircleAlert, error: CircleAlert } as const;
const tones = { info: 'text-acc', success: 'text-ok', ended: 'text-bad', error: 'text-bad' } as const;
const shownMs = 5_000;

function OneToast({ toast }: { toast: Toast }): ReactNode {
  const { t } = useTranslation();
  const remove = useToasts((state) => state.remove);
  const { id, tone } = toast;
  const Icon = icons[tone];
  // What it tells may change while it is shown, which makes its time no longer.
  useEffect(() => {
    if (tone === 'error') return;
    const timer = setTimeout(() => remove(id), shownMs);
    return () => clearTimeout(timer);
  }, [id, tone, remove]);
  const text = toast.text.startsWith('network.') ? t(toast.text as TextKey) : toast.text;
  return (
    <li className="fade-in flex w-[360px] max-w-[calc(100vw-32px)] items-start gap-2.5 rounded-lg border border-line bg-raise p-3 shadow-lg">
      <Icon size={16} className={`mt-0.5 shrink-0 ${tones[toast.tone]}`} aria-hidden />
      <div className="min-w-0 flex-1 break-words">
        <div>{text}</div>
        {toast.code && (
          <div className="mt-0.5 flex items-center gap-1 text-mut text-xs">
            <span className="mono">{toast.code}</span>
            <CopyButton label={t('common.copyCode')} text={`${toast.code} ${text}`} />
          </div>
        )}
        {toast.retry && (
          <Button
            size="sm"
            className="mt-1.5"
            onClick={() => {
              remove(toast.id);
              toast.retry?.();
            }}
          >
            <RotateCw aria-hidden />
            {t('common.retry')}
          </Button>
        )}
      </div>
      <IconButton label={t('common.close')} className="size-6" onClick={() => remove(toast.id)}>
        <X aria-hidden />
      </IconButton>
    </li>
  );
}

/**
 * Results of what happens in the background. They stand at the top: what is pressed stands at the bottom of pages and drawers, on every screen; and
 * below the bar with which a drawer is left. Errors stay until closed; the same text is not shown twice.
 */
export function Toaster(): ReactNode {
  const toasts = useToasts((state) => state.toasts);
  const { t } = useTranslation();
  return (
    <section
      aria-label={t('common.notifications')}
      aria-live="polite"
      className="fixed top-14 left-1/2 z-[70] -translate-x-1/2"
    >
      <ol className="grid gap-2">
        {toasts.map((toast) => (
          <OneToast key={toast.id} toast={toast} />
        ))}
      </ol>
    </section>
  );
}
