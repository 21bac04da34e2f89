import { BookUser } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyScreen } from '../lib/lazy.ts';
import { looksLikeName } from '../lib/payee-name.ts';
import type { CoinName } from '../lib/wallets.ts';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { AddressBlocks } from './display.tsx';
import { Field, TextInput } from './form.tsx';

/** Loaded, with its texts, when somebody looks into the address book. */
const ListedPicker = lazyScreen(() => import('./listed-picker.tsx'), ['whiteAddress']);

interface PayeeFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly error: string | undefined;
  readonly value: string;
  /** Whose payees are offered; undefined until it is known. */
  readonly coin: CoinName | undefined;
  /** What is asked for can carry no memo, and goes to whom the signers take for listed alone. */
  readonly bare?: boolean;
  /** `memo`: what payments to a payee of the book tell; missing where somebody writes. */
  readonly onValue: (value: string, memo?: string) => void;
}

/** Who is to get something: an address, which is shown again in blocks, or a name by which the address book is looked through. */
export function PayeeField({ label, hint, error, value, coin, bare = false, onValue }: PayeeFieldProps): ReactNode {
  const { t } = useTranslation();
  const [choosing, setChoosing] = useState(false);
  const isName = looksLikeName(value);
  const named = !choosing && isName ? value : undefined;
  const pick = (address: string, memo: string): void => {
    onValue(address, memo);
    setChoosing(false);
  };
  return (
    <div className="grid gap-3">
      <Field
        label={label}
        error={error}
        aside={
          <Button size="sm" variant="ghost" aria-expanded={choosing} onClick={() => setChoosing(!choosing)}>
            <BookUser aria-hidden />
            {t('nav.addressBook')}
          </Button>
        }
        hint={
          value.trim() === '' || isName ? (
            hint
          ) : (
            <AddressBlocks address={value.trim()} className="rounded-md bg-bg px-2.5 py-2 text-fg" />
          )
        }
      >
        <TextInput
          value={value}
          maxLength={120}
          className={cn('h-9', value !== '' && !isName && 'mono')}
          onChange={({ target }) => onValue(target.value)}
        />
      </Field>
      {coin && (choosing || named !== undefined) && (
        <Suspense>
          <ListedPicker coin={coin} bare={bare} {...(named === undefined ? {} : { named })} onPick={pick} />
        </Suspense>
      )}
    </div>
  );
}
