import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { listJoin } from '../../lib/list-join.ts';
import { useApi } from '../../lib/query.ts';
import { absoluteTime } from '../../lib/time.ts';
import { RelativeTime } from '../../ui/display.tsx';
import { Honest } from '../../ui/honest.tsx';
import { Detail } from '../../ui/layout.tsx';
import { chainNames, type Entry, typeView } from './view.ts';

interface EntryFactsProps {
  readonly entry: Pick<Entry, 'chains' | 'symbols' | 'memo' | 'used_count' | 'last_used_at'> &
    Partial<Pick<Entry, 'type'>>;
  /** Since when it is listed, or kept. */
  readonly added: Date;
  /** From when on it can be paid, for one that the members have listed. */
  readonly effective?: Date;
  /** What somebody wrote to themselves. */
  readonly note?: string;
}

/** What else there is to say of a payee beside its label and address. */
export function EntryFacts({ entry, added, effective, note = '' }: EntryFactsProps): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const chains = useApi('addressBook', 'mainChains', {}, { quiet: true }).data?.list ?? [];
  return (
    <dl>
      {entry.type !== undefined && <Detail name={t('whiteAddress:type.title')}>{t(typeView(entry.type).text)}</Detail>}
      <Detail name={t('common.network')}>{chainNames(entry.chains, chains)}</Detail>
      <Detail name={t('whiteAddress:coins')}>
        {entry.symbols.length > 0 ? entry.symbols.join(listJoin()) : t('whiteAddress:anyCoin')}
      </Detail>
      {entry.memo && (
        <Detail name={t('whiteAddress:memo')}>
          <bdi>{entry.memo}</bdi>
        </Detail>
      )}
      <Detail name={t('whiteAddress:addedOn')}>{absoluteTime(added)}</Detail>
      {effective && <Detail name={t('whiteAddress:effective')}>{absoluteTime(effective)}</Detail>}
      <Detail name={t('whiteAddress:used')}>
        {t('whiteAddress:usedTimes', { count: entry.used_count })}
        {entry.last_used_at && (
          <>
            {' · '}
            <RelativeTime when={entry.last_used_at} />
          </>
        )}
      </Detail>
      {note && (
        <Detail name={t('whiteAddress:own.note')}>
          <Honest className="whitespace-pre-wrap break-words" text={note} />
        </Detail>
      )}
    </dl>
  );
}
