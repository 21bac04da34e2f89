import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonStyle } from './button.tsx';
import { cn } from './cn.ts';

interface Props {
  readonly url: string;
  readonly className?: string;
  /** In place of the usual words. */
  readonly children?: ReactNode;
}

/** Leads to the approval page on a signer's own origin. Only web addresses: the text comes from the server. */
export function ApprovalLink({ url, className, children }: Props): ReactNode {
  const { t } = useTranslation();
  if (!/^https?:\/\//.test(url)) return null;
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      data-testid="approval-link"
      className={cn(buttonStyle({ variant: 'primary', size: 'lg' }), className)}
    >
      <ShieldCheck aria-hidden />
      {children ?? t('todo.open')}
    </a>
  );
}
