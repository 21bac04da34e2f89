import { shortenHash } from '@holdfast/money';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { freeFrom } from '../../lib/free-from.ts';
import { useListedOnly } from '../../lib/listed-only.ts';
import { useApi } from '../../lib/query.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import type { CoinName } from '../../lib/wallets.ts';
import { ErrorState, Skeleton, StatusPill } from '../../ui/feedback.tsx';
import { TextInput } from '../../ui/form.tsx';
import { Identicon } from '../../ui/identicon.tsx';
import { UnsignedName } from '../../ui/unsigned-name.tsx';
import { useNow } from '../../ui/use-now.ts';

const most = 20;
const pauseMs = 250;
const everyMs = 20_000;

interface Payee {
  readonly key: string;
  readonly label: string;
  readonly address: string;
  readonly memo: string;
  /** Who is behind the address, as members say. */
  readonly owner?: string;
  /** Why it cannot be chosen, or not yet be taken for listed. */
  readonly mark?: { readonly text: string; readonly hint: string; readonly blocked: boolean };
}

interface BookPickerProps {
  readonly coin: CoinName;
  /** What is written elsewhere and looked for here; without it there is a field of its own. */
  readonly named?: string;
  readonly onPick: (address: string, memo: string) => void;
}

/**
 * Payees of a coin, found by label, address or who is said to be behind it, the latter last: those the team has listed, then one's own. One that still
 * cools down is shown with when it can be paid. While payments go to listed addresses only, it cannot be chosen, nor can one of one's own.
 */
export default function BookPicker({ coin, named, onPick }: BookPickerProps): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const [text, setText] = useState('');
  const keyword = useDebounced((named ?? text).trim(), pauseMs);
  const asked = { ...coin, page_no: 1, page_size: most, ...(keyword === '' ? {} : { keyword }) };
  const { data, error, refetch } = useApi('addressBook', 'withdrawList', asked, { quiet: true, keep: true });
  const listed = useListed(data?.list);
  const own = useOwn(asked);
  const more = Math.max(data?.total ?? 0, own.total) > most;
  return (
    <section aria-label={t('whiteAddress:title')} className="grid gap-1 rounded-lg border border-line bg-panel p-2">
      {named === undefined && (
        <TextInput
          autoFocus
          type="search"
          value={text}
          maxLength={100}
          aria-label={t('whiteAddress:searchListed')}
          placeholder={t('whiteAddress:searchListed')}
          onChange={({ target }) => setText(target.value)}
          // Enter in a field sends the form it stands in.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="h-9 w-full" />}
      {data?.list.length === 0 && own.payees.length === 0 && (
        <p className="px-2 py-3 text-center text-mut">
          {t(keyword === '' ? 'whiteAddress:pick.none' : 'whiteAddress:noMatch')}
        </p>
      )}
      <div className="max-h-72 overflow-auto">
        <Group payees={listed} onPick={onPick} />
        {own.payees.length > 0 && (
          <>
            <h3 className="px-2 pt-2 pb-1 font-medium text-mut text-xs">{t('whiteAddress:own.pick')}</h3>
            <Group payees={own.payees} onPick={onPick} />
          </>
        )}
      </div>
      {more && <p className="px-2 text-mut text-xs">{t('whiteAddress:pick.more')}</p>}
    </section>
  );
}

interface ListedRow {
  readonly id: string;
  readonly label: string;
  readonly address: string;
  readonly memo: string;
  readonly owner: { readonly name: string } | null;
  readonly effective_at: Date;
}

function useListed(rows: readonly ListedRow[] = []): Payee[] {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const now = useNow(everyMs);
  const blocked = useListedOnly();
  const cooling = (from: Date): Pick<Payee, 'mark'> =>
    from.getTime() > now
      ? {
          mark: {
            text: t('whiteAddress:status.cooling'),
            hint: t('whiteAddress:pick.free', { when: freeFrom(from) }),
            blocked,
          },
        }
      : {};
  return rows.map(({ id, label, address, memo, owner, effective_at }) => ({
    key: id,
    label,
    address,
    memo,
    ...(owner ? { owner: owner.name } : {}),
    ...cooling(effective_at),
  }));
}

/** One's own payees that the team has not listed: those it has stand in the first group. */
function useOwn(asked: CoinName & { readonly page_no: number; readonly page_size: number }) {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const { data } = useApi('personalBook', 'list', asked, { quiet: true, keep: true });
  const only = useListedOnly();
  const mark = { text: t('whiteAddress:pick.blocked'), hint: t('whiteAddress:pick.notPayable'), blocked: true };
  const payees = (data?.list ?? [])
    .filter(({ listed }) => listed === 0)
    .map(
      ({ id, label, address, memo }): Payee => ({ key: String(id), label, address, memo, ...(only ? { mark } : {}) }),
    );
  return { payees, total: data?.total ?? 0 };
}

function Group({
  payees,
  onPick,
}: {
  payees: readonly Payee[];
  onPick: (address: string, memo: string) => void;
}): ReactNode {
  return (
    <ul className="grid">
      {payees.map(({ key, label, address, memo, owner, mark }) => (
        <li key={key}>
          <button
            type="button"
            disabled={mark?.blocked}
            title={address}
            className="flex w-full items-center gap-2.5 rounded-md px-2 py-1.5 text-left enabled:hover:bg-hov disabled:cursor-not-allowed"
            onClick={() => onPick(address, memo)}
          >
            <Identicon seed={address} size={20} />
            <span className="grid min-w-0 flex-1 leading-tight">
              <bdi className="truncate font-medium">{label}</bdi>
              <span className="mono truncate text-mut text-xs">{shortenHash(address)}</span>
              {owner && <UnsignedName name={owner} />}
            </span>
            {mark && (
              <span className="grid shrink-0 justify-items-end gap-0.5">
                <StatusPill tone="wait" text={mark.text} />
                <span className="text-mut text-xs">{mark.hint}</span>
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}
