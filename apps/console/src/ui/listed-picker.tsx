import { type ReactNode, useEffect, useState } from 'react';
import { useListedOnly } from '../lib/listed-only.ts';
import { useListedPayees } from '../lib/listed-payees.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import type { CoinName } from '../lib/wallets.ts';
import { PayeePicker } from './payee-picker.tsx';
import { useNow } from './use-now.ts';

const pauseMs = 250;
const everyMs = 20_000;

interface ListedPickerProps {
  readonly coin: CoinName;
  /** What is written elsewhere and looked for here, '' before anything is: then nothing is said while nobody can be offered. Without it there is a field of its own. */
  readonly named?: string;
  /** What is asked for can carry no memo, and goes to whom the signers take for listed alone. */
  readonly bare?: boolean;
  /** How many are offered. */
  readonly onFound?: (count: number) => void;
  readonly onPick: (address: string, memo: string) => void;
}

/** Whom the team has listed for a coin, found by label, address or who is said to be behind it. One that still cools down is shown with when it can be paid, and cannot be chosen where only listed ones count. */
export default function ListedPicker({ coin, named, bare = false, onFound, onPick }: ListedPickerProps): ReactNode {
  const [text, setText] = useState('');
  const keyword = useDebounced((named ?? text).trim(), pauseMs);
  const only = useListedOnly();
  const now = useNow(everyMs);
  const listed = useListedPayees({ coin, keyword, coolingBlocked: bare || only, withoutMemo: bare, now });
  const count = listed.payees?.length ?? 0;
  useEffect(() => onFound?.(count), [count, onFound]);
  if (named === '' && count === 0) return null;
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
