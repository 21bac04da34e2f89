import { CircleAlert, Info, RotateCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal, NetworkError, requestIdOf } from '../lib/api.ts';
import { useSay } from '../lib/i18n.ts';
import { Button } from './button.tsx';
import { cn } from './cn.ts';

export function Skeleton({ className }: { className?: string }): ReactNode {
  return <span aria-hidden="true" className={cn('skeleton animate-pulse', className)} />;
}

/** What belongs here, and the next thing to do. */
export function EmptyState({
  title,
  text,
  action,
  icon,
}: {
  title: string;
  text?: string;
  action?: ReactNode;
  icon?: ReactNode;
}): ReactNode {
  return (
    <div className="grid content-start justify-items-center gap-2 px-6 py-12 text-center">
      {icon && <div className="mb-1 grid size-10 place-items-center rounded-full bg-hov text-mut">{icon}</div>}
      <h2 className="font-medium text-lg">{title}</h2>
      {text && <p className="max-w-md text-mut">{text}</p>}
      {action && <div className="mt-2 flex gap-2">{action}</div>}
    </div>
  );
}

function describe(error: unknown, t: ReturnType<typeof useSay>): { text: string; code: string } {
  if (isRefusal(error)) return { text: error.message, code: String(error.code) };
  if (error instanceof NetworkError) return { text: t(`network.${error.kind}`), code: '' };
  if (error instanceof Error && error.name === 'ZodError') return { text: t('network.contract'), code: 'contract' };
  return { text: t('network.unknown'), code: '' };
}

/** It is not there, and will not be there when it is asked for again. */
export const isMissing = (error: unknown): boolean => isRefusal(error) && /NotFound$/.test(`${error.refusal}`);

/** What went wrong in words, for a place of its own: a refusal has the server's, anything else ours. */
export function useErrorText(): (error: unknown) => string {
  const say = useSay();
  return (error) => describe(error, say).text;
}

/** Instead of data that could not be had: what went wrong, the server's code of it, and another try where that may help. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }): ReactNode {
  const { t } = useTranslation();
  const { text, code } = describe(error, useSay());
  const codes = [code, requestIdOf(error)].filter(Boolean).join(' · ');
  const again = isMissing(error) ? undefined : onRetry;
  return (
    <div role="alert" className="grid content-start justify-items-center gap-2 px-6 py-12 text-center">
      <CircleAlert className="text-bad" aria-hidden />
      <p className="max-w-md">{text}</p>
      {codes && <p className="mono text-mut">{codes}</p>}
      {again && (
        <Button onClick={again}>
          <RotateCw aria-hidden />
          {t('common.retry')}
        </Button>
      )}
    </div>
  );
}

const tones = {
  info: { style: 'bg-accs text-acc', Icon: Info },
  warn: { style: 'bg-warns text-warn', Icon: TriangleAlert },
  bad: { style: 'bg-bads text-bad', Icon: CircleAlert },
} as const;

export function Banner({
  tone = 'info',
  title,
  children,
  className,
}: {
  tone?: keyof typeof tones;
  title?: string;
  children?: ReactNode;
  className?: string;
}): ReactNode {
  const { style, Icon } = tones[tone];
  return (
    <div role="status" className={cn('flex items-start gap-2.5 rounded-lg px-3 py-2.5', style, className)}>
      <Icon size={15} className="mt-0.5 shrink-0" aria-hidden />
      <div className="grid min-w-0 gap-0.5">
        {title && <strong className="font-semibold">{title}</strong>}
        {children && <div className="min-w-0 text-fg/85">{children}</div>}
      </div>
    </div>
  );
}

const pillTones = {
  wait: 'text-warn',
  active: 'text-acc',
  done: 'text-ok',
  bad: 'text-bad',
  idle: 'text-mut',
} as const;
export type PillTone = keyof typeof pillTones;

/** A state as a dot and a word: colour is never alone. */
export function StatusPill({ tone, text }: { tone: PillTone; text: string }): ReactNode {
  return (
    <span className={cn('inline-flex max-w-full items-center gap-1.5 whitespace-nowrap font-medium', pillTones[tone])}>
      <svg width="6" height="6" className="shrink-0" aria-hidden="true">
        <circle cx="3" cy="3" r="3" fill="currentColor" />
      </svg>
      <span className="truncate">{text}</span>
    </span>
  );
}
