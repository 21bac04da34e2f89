import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../lib/preferences.ts';
import { signerLink } from '../lib/signer-link.ts';
import { buttonStyle } from './button.tsx';
import { cn } from './cn.ts';

interface Props {
  readonly url: string;
  readonly className?: string;
  /** The rule asks for the page of another signer than the one that others approved on: there the server's choice is followed. */
  readonly otherPage?: boolean;
  /** Its own words name the page: it leads there whatever was chosen. */
  readonly named?: boolean;
  /** The item's key in the inbox, to which the page leads back. */
  readonly item?: string | undefined;
  readonly onOpen?: () => void;
  /** In place of the usual words. */
  readonly children?: ReactNode;
}

/**
 * Leads to the approval page on a signer's own origin. Only web addresses: the text comes from the server. Where somebody has chosen a page in this browser, it leads
 * there whatever the server says, but for a rule that asks for another one; and it says so.
 */
export function ApprovalLink(props: Props): ReactNode {
  const { url, className, otherPage = false, named = false, item, onOpen, children } = props;
  const { t } = useTranslation();
  const chosen = usePreferences(({ page }) => page);
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) return null;
  const { origin } = new URL(url);
  const to = chosen === '' || otherPage || named ? url : chosen + url.slice(origin.length);
  return (
    <span className={cn('inline-grid gap-1', className)}>
      <a
        href={signerLink(to, { item, tab: true })}
        onClick={onOpen}
        target="_blank"
        rel="noopener noreferrer"
        data-testid="approval-link"
        className={cn(buttonStyle({ variant: 'primary', size: 'lg' }), className)}
      >
        <ShieldCheck aria-hidden />
        {children ?? t('todo.open')}
      </a>
      {!named && <PageChoice offered={origin} chosen={chosen} otherPage={otherPage} />}
    </span>
  );
}

interface ChoiceProps {
  readonly offered: string;
  readonly chosen: string;
  readonly otherPage: boolean;
}

/** Whose page it is, and whether that is the one that was chosen in this browser. */
function PageChoice({ offered, chosen, otherPage }: ChoiceProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const choose = (page: string): void => {
    usePreferences.setState({ page });
  };
  const differs = chosen !== '' && chosen !== offered;
  const words = !differs ? (chosen === '' ? 'leads' : 'chosen') : otherPage ? 'asked' : 'moved';
  return (
    <span className={cn('text-xs', differs && !otherPage ? 'text-bad' : 'text-mut')}>
      {t(`tools:todo.page.${words}`, { page: new URL(offered).host, chosen: chosen.replace(/^https?:\/\//, '') })}{' '}
      <button type="button" className="underline" onClick={() => choose(chosen === '' ? offered : '')}>
        {t(chosen === '' ? 'tools:todo.page.choose' : 'tools:todo.page.forget')}
      </button>
    </span>
  );
}
