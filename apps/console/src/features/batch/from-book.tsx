import { type ReactNode, useState } from 'react';
import { useListedOnly } from '../../lib/listed-only.ts';
import { mostPayees, useListedPayees } from '../../lib/listed-payees.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import type { CoinName } from '../../lib/wallets.ts';
import { PayeePicker } from '../../ui/payee-picker.tsx';
import { useNow } from '../../ui/use-now.ts';

const pauseMs = 250;
const everyMs = 20_000;

interface FromBookProps {
  readonly coin: CoinName;
  readonly onPick: (address: string, memo: string) => void;
}

/** Listed payees of the coin; each that is picked becomes a row, to which an amount is written. */
export default function FromBook({ coin, onPick }: FromBookProps): ReactNode {
  const [text, setText] = useState('');
  const keyword = useDebounced(text.trim(), pauseMs);
  const coolingBlocked = useListedOnly();
  const { payees, error, retry, total } = useListedPayees({ coin, keyword, coolingBlocked, now: useNow(everyMs) });
  return (
    <PayeePicker
      search={{ text, onText: setText }}
      keyword={keyword}
      payees={payees}
      error={error}
      onRetry={retry}
      more={total > mostPayees}
      onPick={onPick}
    />
  );
}
