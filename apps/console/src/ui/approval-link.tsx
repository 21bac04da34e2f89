import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../lib/preferences.ts';
import { signerLink } from '../lib/signer-link.ts';
import { usePageNames, useSignerPage } from '../lib/signer-page.ts';
import { Button, buttonStyle } from './button.tsx';
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
  /** Something else is what is meant to be pressed. */
  readonly standsBack?: boolean;
  /** It stands in a bar, of which what is told of a silent page takes a whole line. */
  readonly spans?: boolean;
  /** In place of the usual words. */
  readonly children?: ReactNode;
}

/**
 * Leads to the approval page on a signer's own origin. Only web addresses: the text comes from the server. Where somebody has chosen a page in this browser, it leads
 * there whatever the server says, but for a rule that asks for another one; and it says so. A page that does not answer this browser is passed over for one
 * that does, unless it was chosen: then the other one is offered; or asked for: then the approval waits.
 */
export function ApprovalLink(props: Props): ReactNode {
  const { url, className, otherPage = false, named = false, item, onOpen, standsBack = false, spans = false } = props;
  const { children } = props;
  const { t } = useTranslation();
  const chosen = usePreferences(({ page }) => page);
  const origin = /^https?:\/\//.test(url) && URL.canParse(url) ? new URL(url).origin : '';
  const free = chosen === '' && !otherPage && !named;
  const target = chosen === '' || otherPage || named ? origin : chosen;
  const { silent, other } = useSignerPage(origin === '' ? '' : target);
  if (origin === '') return null;
  const at = (page: string): string => page + url.slice(origin.length);
  const to = at(free && silent && other !== '' ? other : target);
  // Nothing else than the page that the rule asks for will do: no button leads to where nobody answers.
  const blocked = silent && otherPage && !named;
  const isTold = silent && !named;
  return (
    <span className={isTold && spans ? 'contents' : cn('inline-grid gap-1', className)}>
      {blocked ? (
        <Button variant="primary" size="lg" disabled className={className}>
          <ShieldCheck aria-hidden />
          {children ?? t('todo.open')}
        </Button>
      ) : (
        <a
          href={signerLink(to, { item, tab: true })}
          onClick={onOpen}
          target="_blank"
          rel="noopener noreferrer"
          data-testid="approval-link"
          className={cn(buttonStyle({ variant: standsBack ? 'outline' : 'primary', size: 'lg' }), className)}
        >
          <ShieldCheck aria-hidden />
          {children ?? t('todo.open')}
        </a>
      )}
      {isTold && (
        <Silent
          spans={spans}
          page={target}
          other={other}
          free={free}
          otherPage={otherPage}
          to={signerLink(blocked ? to : at(other), { item, tab: true })}
        />
      )}
      {!named && !(silent && (free || blocked)) && (
        <PageChoice offered={origin} chosen={chosen} otherPage={otherPage} inBar={spans} wholeLine={silent && spans} />
      )}
    </span>
  );
}

/** Below all that stands in the bar. */
const ownLine = 'order-last basis-full';

interface SilentProps {
  readonly spans: boolean;
  readonly page: string;
  /** The page of another signer, which answers; '' where none does. */
  readonly other: string;
  /** Nobody has chosen or asked for the page: the link leads to the other one already. */
  readonly free: boolean;
  readonly otherPage: boolean;
  /** To the other page, for this time; where only one will do, to that one. */
  readonly to: string;
}

/** Why the link does not lead where it should, or that it leads to a page that does not answer. */
function Silent({ spans, page, other, free, otherPage, to }: SilentProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const named = usePageNames();
  const words = otherPage ? 'askedSilent' : other === '' ? 'noneAnswers' : free ? 'passedOver' : 'ownSilent';
  return (
    <span role="status" className={cn('text-warn text-xs', spans && ownLine)}>
      {t(`tools:todo.page.${words}`, { page: named(page).whole, other: named(other).whole })}{' '}
      {otherPage && other !== '' && `${t('tools:todo.page.refuseAt', { other: named(other).name })} `}
      {(words === 'ownSilent' || otherPage) && (
        <a href={to} target="_blank" rel="noopener noreferrer" className="underline">
          {otherPage ? t('tools:todo.page.tryIt') : t('tools:todo.page.thisTime', { page: named(other).name })}
        </a>
      )}
    </span>
  );
}

interface ChoiceProps {
  readonly offered: string;
  readonly chosen: string;
  readonly otherPage: boolean;
  readonly inBar: boolean;
  readonly wholeLine: boolean;
}

/** Whose page it is, and whether that is the one that was chosen in this browser. */
function PageChoice({ offered, chosen, otherPage, inBar, wholeLine }: ChoiceProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const named = usePageNames();
  const choose = (page: string): void => {
    usePreferences.setState({ page });
  };
  const differs = chosen !== '' && chosen !== offered;
  const words = !differs ? (chosen === '' ? 'leads' : 'chosen') : otherPage ? 'asked' : 'moved';
  return (
    <span
      className={cn(
        'text-xs',
        differs && !otherPage ? 'text-bad' : 'text-mut',
        wholeLine && ownLine,
        // On a phone, where each line counts, it is said where it is not as usual.
        inBar && !differs && 'max-md:hidden',
      )}
    >
      {t(`tools:todo.page.${words}`, { page: named(offered).whole, chosen: named(chosen).whole })}{' '}
      <button type="button" className="underline" onClick={() => choose(chosen === '' ? offered : '')}>
        {t(chosen === '' ? 'tools:todo.page.choose' : 'tools:todo.page.forget')}
      </button>
    </span>
  );
}
