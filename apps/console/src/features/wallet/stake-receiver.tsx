import { BookUser } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyScreen } from '../../lib/lazy.ts';
import { looksLikeName } from '../../lib/payee-name.ts';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { AddressBlocks } from '../../ui/display.tsx';
import { Field, TextInput } from '../../ui/form.tsx';
import type { StakeAccount } from './stake-view.ts';

/** Loaded, with its texts, when somebody looks into the address book. */
const ReceiverPicker = lazyScreen(() => import('./receiver-picker.tsx'), ['whiteAddress']);

interface StakeReceiverProps {
  readonly account: StakeAccount;
  readonly to: string;
  readonly error: string | undefined;
  readonly onTo: (to: string) => void;
}

/** Whose account uses what is delegated: an address, or a name by which the address book is looked through. */
export function StakeReceiver({ account: { symbol, chain_id }, to, error, onTo }: StakeReceiverProps): ReactNode {
  const { t } = useTranslation();
  const [choosing, setChoosing] = useState(false);
  const isName = looksLikeName(to);
  const named = !choosing && isName ? to : undefined;
  const pick = (address: string): void => {
    onTo(address);
    setChoosing(false);
  };
  return (
    <div className="grid gap-3">
      <Field
        label={t('stake.receiver')}
        error={error}
        aside={
          <Button size="sm" variant="ghost" aria-expanded={choosing} onClick={() => setChoosing(!choosing)}>
            <BookUser aria-hidden />
            {t('nav.addressBook')}
          </Button>
        }
        hint={
          to.trim() === '' || isName ? (
            t('stake.receiverHint')
          ) : (
            <AddressBlocks address={to.trim()} className="rounded-md bg-bg px-2.5 py-2 text-fg" />
          )
        }
      >
        <TextInput
          value={to}
          maxLength={120}
          className={cn('h-9', to !== '' && !isName && 'mono')}
          onChange={({ target }) => onTo(target.value)}
        />
      </Field>
      {(choosing || named !== undefined) && (
        <Suspense>
          <ReceiverPicker
            coin={{ symbol, chain_id, contract_address: '' }}
            {...(named === undefined ? {} : { named })}
            onPick={pick}
          />
        </Suspense>
      )}
    </div>
  );
}
