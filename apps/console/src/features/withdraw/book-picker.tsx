import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListedOnly } from '../../lib/listed-only.ts';
import { mostPayees, useListedPayees } from '../../lib/listed-payees.ts';
import { looksRegistered } from '../../lib/payee-name.ts';
import { useApi } from '../../lib/query.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import type { CoinName } from '../../lib/wallets.ts';
import { type Payee, PayeePicker } from '../../ui/payee-picker.tsx';
import { ProposedNote } from '../../ui/proposed.ts';
import { useNow } from '../../ui/use-now.ts';
import { payeeKey, useRecentPayees } from './recent-payees.ts';

const pauseMs = 250;
const everyMs = 20_000;
/** The largest page. */
const mostLooked = 200;

interface BookPickerProps {
  readonly coin: CoinName;
  /** What is written elsewhere and looked for here, '' before anything is: then nothing is said while nobody can be offered. Without it there is a field of its own. */
  readonly named: string | undefined;
  /** How many are offered that can be chosen. */
  readonly onFound: (count: number) => void;
  readonly onPick: (address: string, memo: string) => void;
}

/** Of the payees that are offered below the field: the arrows go through them, and Enter takes the only one. */
function chooseByKey(event: KeyboardEvent): void {
  const { key, target, currentTarget } = event;
  if (!['Enter', 'ArrowDown', 'ArrowUp'].includes(key)) return;
  const offered =
    currentTarget instanceof Element ? [...currentTarget.querySelectorAll<HTMLElement>('li > button:enabled')] : [];
  const at = offered.indexOf(target as HTMLElement);
  // Enter on one of them is a press of it.
  if (offered.length === 0 || (key === 'Enter' && at >= 0)) return;
  event.preventDefault();
  if (key === 'Enter' && offered.length === 1) offered[0]?.click();
  else offered[key === 'ArrowUp' ? Math.max(at - 1, 0) : Math.min(at + 1, offered.length - 1)]?.focus();
}

function withKeys(place: HTMLElement | null | undefined): () => void {
  place?.addEventListener('keydown', chooseByKey);
  return () => place?.removeEventListener('keydown', chooseByKey);
}
/** A `ref` of the picker that has a field of its own. */
const withKeysInside = (place: HTMLElement | null) => withKeys(place);
/** The same where what is looked for is written above, in a frame around both. */
const withKeysAbove = (place: HTMLElement | null) => withKeys(place?.closest<HTMLElement>('[data-picks]'));

/**
 * Payees of a coin, found by label, address or who is said to be behind it, the latter last: those the team has listed, one's own, then those paid lately who
 * are neither. One that still cools down is shown with when it can be paid. While payments go to listed addresses only, it cannot be chosen, nor can one of
 * one's own; of those paid lately only listed ones are shown then, since nobody kept the others and looks for them.
 */
export default function BookPicker({ coin, named, onFound, onPick }: BookPickerProps): ReactNode {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const [text, setText] = useState('');
  const keyword = useDebounced((named ?? text).trim(), pauseMs);
  const only = useListedOnly();
  const now = useNow(everyMs);
  const listed = useListedPayees({ coin, keyword, coolingBlocked: only, now });
  const own = useOwn(coin, keyword, only);
  const isPayable = usePayable({ coin, only, isPart: listed.total > mostPayees, now });
  const above = listed.payees && own.known ? [...listed.payees, ...own.payees] : undefined;
  const recent = useRecentPayees({ coin, keyword, above, isPayable, now });
  const offered = [...(listed.payees ?? []), ...own.payees, ...recent];
  const count = offered.filter(({ mark }) => !mark?.blocked).length;
  useEffect(() => onFound(count), [count, onFound]);
  const pick = (address: string, memo: string): void => {
    // The button that has the focus goes with the choice; the amount of its own form is what is written next.
    const form = document.activeElement?.closest('form') ?? document;
    onPick(address, memo);
    form.querySelector<HTMLElement>('input[inputmode="decimal"]')?.focus();
  };
  const proposed = useProposed(keyword, listed.payees !== undefined && offered.length === 0);
  const note = proposed && <ProposedNote change={proposed} byName />;
  // The field says that nobody is listed; where the picker has a field of its own, that stays.
  if (note && named !== undefined) return note;
  // What the network says of the name stands above, and the field says that the book has nobody.
  const isSilent = named !== undefined && looksRegistered(named) && listed.payees !== undefined;
  if (offered.length === 0 && (isSilent || named === '')) return null;
  return (
    <div ref={named === undefined ? withKeysInside : withKeysAbove} className="contents">
      <PayeePicker
        {...(named === undefined ? { search: { text, onText: setText } } : {})}
        keyword={keyword}
        payees={listed.payees}
        others={{ title: t('whiteAddress:own.pick'), payees: own.payees }}
        recent={{ title: t('whiteAddress:recent.title'), payees: recent }}
        error={listed.error}
        onRetry={listed.retry}
        more={Math.max(listed.total, own.total) > mostPayees}
        onPick={pick}
      />
      {note}
    </div>
  );
}

/** The newest open change that would list somebody whose label has the word in it, asked for where nobody else is offered; undefined where none would. */
function useProposed(keyword: string, wanted: boolean) {
  const asked = { open: 1, page_no: 1, page_size: mostPayees } as const;
  const enabled = wanted && keyword !== '';
  const { data } = useApi('addressBook', 'auditList', asked, { quiet: true, enabled });
  const word = keyword.toLowerCase();
  const found = data?.list.find(({ added, payee }) => added > 0 && payee.toLowerCase().includes(word));
  return enabled && found ? { audit_id: found.audit_id, label: found.payee } : undefined;
}

interface Rules {
  readonly coin: CoinName;
  /** Do payments go to listed addresses only? */
  readonly only: boolean;
  /** Are more listed than are offered? */
  readonly isPart: boolean;
  readonly now: number;
}

/** Whom the rules let be paid at all: anybody, or listed ones that cool down no more. What is offered has most of them; the others are asked for where there are more. */
function usePayable({ coin, only, isPart, now }: Rules): (payee: Pick<Payee, 'address' | 'memo'>) => boolean {
  const all = { ...coin, page_no: 1, page_size: mostLooked };
  const { data } = useApi('addressBook', 'withdrawList', all, { quiet: true, enabled: only && isPart });
  if (!only) return () => true;
  const free = new Set(data?.list.filter(({ effective_at }) => effective_at.getTime() <= now).map(payeeKey));
  return (payee) => free.has(payeeKey(payee));
}

/** One's own payees that the team has not listed: those it has stand in the first group. */
function useOwn(coin: CoinName, keyword: string, only: boolean) {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const asked = { ...coin, page_no: 1, page_size: mostPayees, ...(keyword === '' ? {} : { keyword }) };
  const { data, isPending } = useApi('personalBook', 'list', asked, { quiet: true, keep: true });
  const mark = { text: t('whiteAddress:pick.blocked'), hint: t('whiteAddress:pick.notPayable'), blocked: true };
  const payees = (data?.list ?? [])
    .filter(({ listed }) => listed === 0)
    .map(
      ({ id, label, address, memo }): Payee => ({ key: String(id), label, address, memo, ...(only ? { mark } : {}) }),
    );
  return { payees, total: data?.total ?? 0, known: !isPending };
}
