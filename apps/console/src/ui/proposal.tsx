import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFollowed } from '../lib/followed.ts';
import { isAskersAlone, isDecided, readKey } from '../lib/inbox-item.ts';
import { useApi } from '../lib/query.ts';
import { signerLink } from '../lib/signer-link.ts';
import { ApprovalLink } from './approval-link.tsx';
import { DigestWords } from './digest-words.tsx';
import { useDrawers } from './drawers.tsx';
import { Banner, useErrorText } from './feedback.tsx';
import { QrCode } from './qr-code.tsx';

/** What a change of the rules or of the address book answers with. */
export interface ProposedChange {
  readonly item_id?: number;
  readonly approval_url: string;
  readonly digest: string;
  readonly digest_words: readonly string[];
  readonly instant: boolean;
}

interface ProposalProps {
  readonly made: ProposedChange;
  /** What was proposed, in one sentence; and what happens next, by whether it takes effect at once. */
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

/**
 * Once the caller has signed it, or it has ended, nothing is left to do here: in its place comes the item, with what it waits for or how it ended.
 * @returns whether that is so, whether nobody but the caller is asked, and what follows it from the click on: its end is told wherever one is then
 */
function useSigned(item: string | undefined): {
  readonly over: boolean;
  readonly alone: boolean;
  readonly opened: () => void;
} {
  const drawers = useDrawers();
  const of = readKey(item) ?? { item_type: 0, item_id: 0 };
  const { data } = useApi('todo', 'info', of, { quiet: true, enabled: item !== undefined });
  const over = data !== undefined && isDecided(data);
  const moved = useRef(false);
  useEffect(() => {
    if (!over || item === undefined || moved.current) return;
    moved.current = true;
    drawers.replace('approve', item);
  }, [over, item, drawers]);
  const opened = (): void => {
    if (item !== undefined && data) useFollowed.getState().follow(item, data.state);
  };
  return { over, alone: data !== undefined && isAskersAlone(data), opened };
}

/** A change that now waits for signatures: the way to the signer's page on this device and another, and the words to compare. */
export function Proposal({ made, title, text, children }: ProposalProps): ReactNode {
  const { t } = useTranslation();
  const item = made.item_id === undefined ? undefined : `p${made.item_id}`;
  const { over, alone, opened } = useSigned(item);
  if (over) return <h3 className="text-balance font-semibold text-xl">{title}</h3>;
  return (
    <>
      <div className="grid gap-1">
        <h3 className="text-balance font-semibold text-xl">{title}</h3>
        <p className="text-mut">{text}</p>
        {alone && !made.instant && <p className="text-mut">{t('todo.turn.alone')}</p>}
      </div>
      {children}
      <ApprovalLink url={made.approval_url} item={item} className="w-full" onOpen={opened} />
      <DigestWords words={made.digest_words} hash={made.digest} />
      <section className="grid justify-items-center gap-3 rounded-lg border border-line bg-bg p-4 text-center">
        <p className="text-mut">{t('todo.qr.text')}</p>
        <QrCode text={signerLink(made.approval_url, { item })} label={t('todo.qr.label')} />
      </section>
    </>
  );
}

/** Why a change was not proposed, beside the form that asked. @param error nothing is drawn without one */
export function ProposalFault({ error, children }: { error: Error | null; children?: ReactNode }): ReactNode {
  const textOf = useErrorText();
  if (!error) return null;
  return (
    <div role="alert">
      <Banner tone="bad" title={textOf(error)}>
        {children}
      </Banner>
    </div>
  );
}
