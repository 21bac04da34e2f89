import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListedOnly } from '../../lib/listed-only.ts';
import { mostPayees, useListedPayees } from '../../lib/listed-payees.ts';
import { useApi } from '../../lib/query.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import type { CoinName } from '../../lib/wallets.ts';
import { type Payee, PayeePicker } from '../../ui/payee-picker.tsx';
import { useNow } from '../../ui/use-now.ts';

const pauseMs = 250;
const everyMs = 20_000;

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
  const only = useListedOnly();
  const listed = useListedPayees({ coin, keyword, coolingBlocked: only, now: useNow(everyMs) });
  const own = useOwn(coin, keyword, only);
  return (
    <PayeePicker
      {...(named === undefined ? { search: { text, onText: setText } } : {})}
      keyword={keyword}
      payees={listed.payees}
      others={{ title: t('whiteAddress:own.pick'), payees: own.payees }}
      error={listed.error}
      onRetry={listed.retry}
      more={Math.max(listed.total, own.total) > mostPayees}
      onPick={onPick}
    />
  );
}

/** One's own payees that the team has not listed: those it has stand in the first group. */
function useOwn(coin: CoinName, keyword: string, only: boolean) {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const asked = { ...coin, page_no: 1, page_size: mostPayees, ...(keyword === '' ? {} : { keyword }) };
  const { data } = useApi('personalBook', 'list', asked, { quiet: true, keep: true });
  const mark = { text: t('whiteAddress:pick.blocked'), hint: t('whiteAddress:pick.notPayable'), blocked: true };
  const payees = (data?.list ?? [])
    .filter(({ listed }) => listed === 0)
    .map(
      ({ id, label, address, memo }): Payee => ({ key: String(id), label, address, memo, ...(only ? { mark } : {}) }),
    );
  return { payees, total: data?.total ?? 0 };
}
