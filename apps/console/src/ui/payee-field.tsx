import { BookUser } from 'lucide-react';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSay } from '../lib/i18n.ts';
import { lazyScreen } from '../lib/lazy.ts';
import { addressFaultText, looksLikeName, looksRegistered } from '../lib/payee-name.ts';
import { useApi } from '../lib/query.ts';
import { useDebounced } from '../lib/use-debounced.ts';
import { type CoinName, subWalletIdOf } from '../lib/wallets.ts';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { AddressBlocks } from './display.tsx';
import { Field, TextInput } from './form.tsx';
import { PayeeStanding } from './payee-standing.tsx';
import { RegisteredAccount, RegisteredName } from './registered.ts';
import { useEscape } from './use-escape.ts';

const typingPauseMs = 350;

/** Loaded, with its texts, when somebody looks into the address book. */
const ListedPicker = lazyScreen(() => import('./listed-picker.tsx'), ['whiteAddress']);

/** When somebody goes to the empty field. */
const Offered = lazyScreen(() => import('./offered.tsx'));

interface PayeeFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly error: string | undefined;
  readonly value: string;
  /** Whose payees are offered; undefined until it is known. */
  readonly coin: CoinName | undefined;
  /** What is asked for can carry no memo, and goes to whom the signers take for listed alone. */
  readonly bare?: boolean;
  /** The sub-wallet of which it is asked: whether an address is one, is ours, or imitates a known one, is told then. */
  readonly payer?: number;
  readonly autoFocus?: boolean;
  /** `memo`: what payments to a payee of the book tell; missing where somebody writes. */
  readonly onValue: (value: string, memo?: string) => void;
}

/** Who is to get something: an address, which is shown again in blocks, or a name by which the address book is looked through. */
export function PayeeField({
  label,
  hint,
  error,
  value,
  coin,
  bare = false,
  payer,
  autoFocus = false,
  onValue,
}: PayeeFieldProps): ReactNode {
  const { t } = useTranslation();
  const [choosing, setChoosing] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  useEscape(frame, choosing, () => setChoosing(false));
  const [found, setFound] = useState(0);
  const [isOffered, setOffered] = useState(false);
  const isName = looksLikeName(value);
  const told = useTold(isName ? '' : value.trim(), coin, payer);
  const named = !choosing && isName ? value : undefined;
  const pick = (address: string, memo?: string): void => {
    onValue(address, memo);
    setChoosing(false);
  };
  return (
    <div ref={frame} className="grid gap-3">
      <Field
        label={label}
        error={error ?? told.fault}
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
          autoFocus={autoFocus}
          value={value}
          maxLength={120}
          onFocus={() => setOffered(true)}
          className={cn('h-9', value !== '' && !isName && 'mono')}
          onChange={({ target }) => onValue(looksLikeName(target.value) ? target.value : target.value.trim())}
        />
      </Field>
      {coin && (
        <Suspense>
          {named !== undefined && looksRegistered(named) && (
            <RegisteredAccount coin={coin} named={named} onPick={(address) => pick(address)} />
          )}
          {isOffered && !choosing && value === '' && (
            <Offered frame={frame} closable={found > 0} onLeave={() => setOffered(false)}>
              <ListedPicker coin={coin} bare={bare} named="" onFound={setFound} onPick={pick} />
            </Offered>
          )}
          {(choosing || named !== undefined) && (
            <ListedPicker coin={coin} bare={bare} {...(named === undefined ? {} : { named })} onPick={pick} />
          )}
          {told.payee && <RegisteredName coin={coin} address={told.payee.address} />}
        </Suspense>
      )}
      {told.payee && payer !== undefined && <PayeeStanding payee={told.payee} payer={payer} paid={false} />}
    </div>
  );
}

/** What the server knows of an address, or why it is none. That it is a token's is a fault of payments alone. */
function useTold(written: string, coin: CoinName | undefined, payer: number | undefined) {
  const say = useSay();
  const address = useDebounced(written, typingPauseMs);
  const place = {
    ...(coin ?? { symbol: '', chain_id: '', contract_address: '' }),
    sub_wallet_id: subWalletIdOf(payer ?? null),
  };
  const enabled = address !== '' && coin !== undefined && payer !== undefined;
  const { data } = useApi('withdraw', 'addressInfo', { ...place, address }, { quiet: true, enabled });
  if (!enabled || !data || address !== written) return {};
  if (data.valid) return { payee: data };
  if (data.reason === 'token') return {};
  const { key, values } = addressFaultText(data);
  return { fault: say(key, values) };
}
