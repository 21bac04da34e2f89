import { shortenHash } from '@holdfast/money';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState, Skeleton, StatusPill } from './feedback.tsx';
import { TextInput } from './form.tsx';
import { Honest } from './honest.tsx';
import { Identicon } from './identicon.tsx';
import { UnsignedName } from './unsigned-name.tsx';

export interface Payee {
  readonly key: string;
  /** '' where no book has it. */
  readonly label: string;
  readonly address: string;
  readonly memo: string;
  /** Who is behind the address, as members say. */
  readonly owner?: string;
  /** What was paid last, and when. Then its memo is told too, and where it has no label, its address whole: nothing else tells it from a look-alike. */
  readonly paid?: string;
  /** Why it cannot be chosen, or not yet be taken for listed. */
  readonly mark?: { readonly text: string; readonly hint: string; readonly blocked: boolean };
}

interface TitledPayees {
  readonly title: string;
  readonly payees: readonly Payee[];
}
const none: TitledPayees = { title: '', payees: [] };

interface PayeePickerProps {
  /** Its own field; missing where what is looked for is written elsewhere. */
  readonly search?: { readonly text: string; readonly onText: (text: string) => void };
  /** What is looked for; '' for all. */
  readonly keyword: string;
  /** Undefined until they are known. */
  readonly payees: readonly Payee[] | undefined;
  /** Shown below the others, under its title. */
  readonly others?: TitledPayees;
  /** Always in sight below those that scroll, under its title. */
  readonly recent?: TitledPayees;
  /** Why they are not known. */
  readonly error: unknown;
  readonly onRetry: () => void;
  /** Are there more than are shown? */
  readonly more: boolean;
  readonly onPick: (address: string, memo: string) => void;
}

/** Payees to choose one from: those of the address book, one's own, and who was paid lately. */
export function PayeePicker({
  search,
  keyword,
  payees,
  others = none,
  recent = none,
  error,
  onRetry,
  more,
  onPick,
}: PayeePickerProps): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const isNobody = payees?.length === 0 && others.payees.length === 0 && recent.payees.length === 0;
  if (!search && keyword !== '' && isNobody)
    return (
      <p role="status" className="text-mut">
        {t('whiteAddress:pick.nobody')}
      </p>
    );
  return (
    <section aria-label={t('whiteAddress:title')} className="grid gap-1 rounded-lg border border-line bg-panel p-2">
      {search && (
        <TextInput
          autoFocus
          type="search"
          value={search.text}
          maxLength={100}
          aria-label={t('whiteAddress:searchListed')}
          placeholder={t('whiteAddress:searchListed')}
          onChange={({ target }) => search.onText(target.value)}
          // Enter in a field sends the form it stands in.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      {error !== null && error !== undefined && <ErrorState error={error} onRetry={onRetry} />}
      {!error && !payees && <Skeleton className="h-9 w-full" />}
      {isNobody && (
        <p className="px-2 py-3 text-center text-mut">
          {t(keyword === '' ? 'whiteAddress:pick.none' : 'whiteAddress:noMatch')}
        </p>
      )}
      <div className="max-h-72 overflow-auto">
        <Group payees={payees ?? []} onPick={onPick} />
        <Titled {...others} onPick={onPick} />
      </div>
      {more && <p className="px-2 text-mut text-xs">{t('whiteAddress:pick.more')}</p>}
      <Titled {...recent} onPick={onPick} />
    </section>
  );
}

type Picking = Pick<PayeePickerProps, 'onPick'>;

function Titled({ title, payees, onPick }: TitledPayees & Picking): ReactNode {
  if (payees.length === 0) return null;
  return (
    <div>
      <h3 className="px-2 pt-2 pb-1 font-medium text-mut text-xs">{title}</h3>
      <Group payees={payees} onPick={onPick} />
    </div>
  );
}

function Group({ payees, onPick }: { payees: readonly Payee[] } & Picking): ReactNode {
  return (
    <ul className="grid">
      {payees.map(({ key, ...payee }) => (
        <li key={key}>
          <button
            type="button"
            disabled={payee.mark?.blocked}
            title={payee.address}
            className="flex w-full items-center gap-2.5 rounded-md px-2 py-1.5 text-left enabled:hover:bg-hov disabled:cursor-not-allowed"
            onClick={() => onPick(payee.address, payee.memo)}
          >
            <Identicon seed={payee.address} size={20} />
            <Told {...payee} />
            {payee.mark && (
              <span className="grid shrink-0 justify-items-end gap-0.5">
                <StatusPill tone="wait" text={payee.mark.text} />
                <span className="text-mut text-xs">{payee.mark.hint}</span>
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

function Told({ label, address, memo, owner, paid }: Omit<Payee, 'key'>): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  return (
    <span className="grid min-w-0 flex-1 leading-tight">
      {label === '' ? (
        <span className="mono text-balance break-all text-xs">{address}</span>
      ) : (
        <>
          <Honest className="truncate font-medium" text={label} />
          <span className="mono truncate text-mut text-xs">{shortenHash(address)}</span>
        </>
      )}
      {owner && <UnsignedName name={owner} />}
      {paid !== undefined && memo !== '' && (
        <span className="truncate text-xs">
          <span className="text-mut">{t('whiteAddress:memo')}</span> <Honest className="mono" text={memo} />
        </span>
      )}
      {paid !== undefined && <span className="text-mut text-xs">{paid}</span>}
    </span>
  );
}
