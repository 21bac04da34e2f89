import { shortenHash } from '@holdfast/money';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { absoluteTime } from '../../lib/time.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { ErrorState, Skeleton, StatusPill } from '../../ui/feedback.tsx';
import { TextInput } from '../../ui/form.tsx';
import { Identicon } from '../../ui/identicon.tsx';
import { useNow } from '../../ui/use-now.ts';

const most = 20;
const pauseMs = 250;
const everyMs = 20_000;

/** Listed payees of a coin, found by label or address. One that still cools down is shown, and cannot be chosen. */
export default function BookPicker({
  symbol,
  onPick,
}: {
  symbol: string;
  onPick: (address: string) => void;
}): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const [text, setText] = useState('');
  const keyword = useDebounced(text.trim(), pauseMs);
  const now = useNow(everyMs);
  const asked = { symbol, page_no: 1, page_size: most, ...(keyword === '' ? {} : { keyword }) };
  const { data, error, refetch } = useApi('addressBook', 'withdrawList', asked, { quiet: true, keep: true });
  return (
    <section aria-label={t('whiteAddress:title')} className="grid gap-1 rounded-lg border border-line bg-panel p-2">
      <TextInput
        autoFocus
        type="search"
        value={text}
        maxLength={100}
        aria-label={t('whiteAddress:search')}
        placeholder={t('whiteAddress:search')}
        onChange={({ target }) => setText(target.value)}
        // Enter in a field sends the form it stands in.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="h-9 w-full" />}
      {data?.list.length === 0 && (
        <p className="px-2 py-3 text-center text-mut">
          {t(keyword === '' ? 'whiteAddress:pick.none' : 'whiteAddress:noMatch')}
        </p>
      )}
      <ul className="grid max-h-64 overflow-auto">
        {data?.list.map(({ id, address, label, effective_at }) => {
          const cooling = effective_at.getTime() > now;
          return (
            <li key={id}>
              <button
                type="button"
                disabled={cooling}
                title={cooling ? absoluteTime(effective_at) : address}
                className="flex w-full items-center gap-2.5 rounded-md px-2 py-1.5 text-left enabled:hover:bg-hov disabled:cursor-not-allowed"
                onClick={() => onPick(address)}
              >
                <Identicon seed={address} size={20} />
                <span className="grid min-w-0 flex-1 leading-tight">
                  <bdi className="truncate font-medium">{label}</bdi>
                  <span className="mono text-mut text-xs">{shortenHash(address)}</span>
                </span>
                {cooling && <StatusPill tone="wait" text={t('whiteAddress:status.cooling')} />}
              </button>
            </li>
          );
        })}
      </ul>
      {data && data.total > most && <p className="px-2 text-mut text-xs">{t('whiteAddress:pick.more')}</p>}
    </section>
  );
}
