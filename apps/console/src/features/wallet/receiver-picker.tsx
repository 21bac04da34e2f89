import { type ReactNode, useState } from 'react';
import { useListedPayees } from '../../lib/listed-payees.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import type { CoinName } from '../../lib/wallets.ts';
import { PayeePicker } from '../../ui/payee-picker.tsx';
import { useNow } from '../../ui/use-now.ts';

const pauseMs = 250;
const everyMs = 20_000;

interface ReceiverPickerProps {
  readonly coin: CoinName;
  /** What is written elsewhere and looked for here; without it there is a field of its own. */
  readonly named?: string;
  readonly onPick: (address: string) => void;
}

/** Whom a delegation can go to by the address book: who is listed by the team, counts already, and needs no memo, since a delegation carries none. */
export default function ReceiverPicker({ coin, named, onPick }: ReceiverPickerProps): ReactNode {
  const [text, setText] = useState('');
  const keyword = useDebounced((named ?? text).trim(), pauseMs);
  const listed = useListedPayees({ coin, keyword, coolingBlocked: true, withoutMemo: true, now: useNow(everyMs) });
  return (
    <PayeePicker
      {...(named === undefined ? { search: { text, onText: setText } } : {})}
      keyword={keyword}
      payees={listed.payees}
      error={listed.error}
      onRetry={listed.retry}
      more={listed.total > (listed.payees?.length ?? 0)}
      onPick={onPick}
    />
  );
}
