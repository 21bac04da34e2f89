import { BookUser } from 'lucide-react';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyScreen } from '../../lib/lazy.ts';
import { looksLikeLink, looksLikeName, looksRegistered } from '../../lib/payee-name.ts';
import type { CoinName } from '../../lib/wallets.ts';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { AddressBlocks } from '../../ui/display.tsx';
import { Field, TextInput } from '../../ui/form.tsx';
import { PayeeStanding } from '../../ui/payee-standing.tsx';
import { ProposedNote } from '../../ui/proposed.ts';
import { RegisteredAccount, RegisteredName } from '../../ui/registered.ts';
import { useEscape } from '../../ui/use-escape.ts';
import type { ReadLink } from './payment-link.tsx';
import type { AddressInfo } from './use-quote.ts';
import { isRespelled, type Paying, type WithdrawForm } from './view.ts';

const longest = 120;
/** Loaded, with its texts, when somebody looks into the address book. */
const BookPicker = lazyScreen(() => import('./book-picker.tsx'), ['whiteAddress']);
/** The same, when a payment link stands there. */
const PaymentLink = lazyScreen(() => import('./payment-link.tsx'), ['whiteAddress']);

/** When somebody goes to the empty field. */
const Offered = lazyScreen(() => import('../../ui/offered.tsx'));
/** On a phone, or a tablet. */
const ScanButton = lazyScreen(() => import('./scan-button.tsx'));

/** Where a finger points there is a camera that can be held to a code. A page that is not secure has none. */
const hasCamera = (): boolean =>
  typeof navigator.mediaDevices?.getUserMedia === 'function' &&
  typeof matchMedia === 'function' &&
  matchMedia('(pointer: coarse)').matches;

interface AddressFieldProps {
  readonly form: WithdrawForm;
  readonly coin: CoinName;
  readonly network: string;
  readonly destination: AddressInfo | undefined;
  readonly error: string | undefined;
  readonly paying: Paying;
  /** A payee of the book may come with a memo, and a payment link with more. */
  readonly onForm: (form: WithdrawForm) => void;
  /** A payment link may be of another coin. */
  readonly onCoin: (subWalletId: number, coin: string) => void;
}

/**
 * The destination: a payee's name, of which those are offered that the book has, or an address, shown again in blocks once it is known to be one, with what is
 * remarkable about it. A payment link is read once it is all there: pasted, or left.
 */
export function AddressField({
  form,
  coin,
  network,
  destination,
  error,
  paying,
  onForm,
  onCoin,
}: AddressFieldProps): ReactNode {
  const { t } = useTranslation();
  const [choosing, setChoosing] = useState(false);
  const [found, setFound] = useState(0);
  const [isWhole, setWhole] = useState(true);
  const { linked } = form;
  const [read, setRead] = useState<ReadLink | undefined>(linked && { of: linked.payee, filled: linked });
  const isPasted = useRef(false);
  const frame = useRef<HTMLDivElement>(null);
  useEscape(frame, choosing, () => setChoosing(false));
  const [isOffered, setOffered] = useState(false);
  const isLink = looksLikeLink(form.address);
  const isAddress = destination?.valid === true;
  const valid = isAddress && error === undefined;
  const link = read?.of === form.address ? read : undefined;
  const named = !choosing && !isAddress && !isLink && looksLikeName(form.address) ? form.address : undefined;
  const write = (text: string): void => {
    setWhole(isPasted.current || text.length > form.address.length + 1);
    isPasted.current = false;
    const written = looksLikeName(text) ? text : text.trim();
    // A link that is cut may say another amount.
    onForm({ ...form, address: looksLikeLink(text) ? written : written.slice(0, longest) });
  };
  const paste = (text: string): void => {
    isPasted.current = true;
    write(text);
  };
  const pick = (address: string, memo: string): void => {
    onForm({ ...form, address, memo });
    setChoosing(false);
  };
  return (
    <div ref={frame} data-picks className="grid gap-3">
      <Field
        label={t('withdraw.recipient')}
        error={link?.fault ?? (error && named && found > 0 ? t('withdraw.fault.choose') : error)}
        aside={
          <>
            <Suspense>{hasCamera() && <ScanButton onRead={paste} />}</Suspense>
            <Button size="sm" variant="ghost" aria-expanded={choosing} onClick={() => setChoosing(!choosing)}>
              <BookUser aria-hidden />
              {t('nav.addressBook')}
            </Button>
          </>
        }
        hint={
          valid ? (
            <>
              <AddressBlocks address={destination.address} className="rounded-md bg-bg px-2.5 py-2 text-fg" />
              {isRespelled(form.address, destination.address) && (
                <span className="mt-1 block">{t('withdraw.respelled')}</span>
              )}
            </>
          ) : undefined
        }
      >
        <TextInput
          value={form.address}
          className={cn('h-9', form.address !== '' && named === undefined && 'mono')}
          placeholder={t('withdraw.addressPlaceholder', { network })}
          onFocus={() => setOffered(true)}
          onPaste={() => {
            isPasted.current = true;
          }}
          onBlur={() => setWhole(true)}
          onKeyDown={({ key }) => key === 'Enter' && setWhole(true)}
          onChange={({ target }) => write(target.value)}
        />
      </Field>
      <Suspense>
        {(isLink ? isWhole : read) && (
          <PaymentLink {...{ coin, form, isLink, read, onForm, onCoin }} payer={paying.subWalletId} onRead={setRead} />
        )}
        {named !== undefined && looksRegistered(named) && (
          <RegisteredAccount coin={coin} named={named} onPick={(address) => pick(address, form.memo)} />
        )}
        {isOffered && !choosing && form.address === '' && (
          <Offered frame={frame} closable={found > 0} onLeave={() => setOffered(false)}>
            <BookPicker coin={coin} named="" onFound={setFound} onPick={pick} />
          </Offered>
        )}
        {(choosing || named !== undefined) && <BookPicker coin={coin} named={named} onFound={setFound} onPick={pick} />}
        {isAddress && !valid && destination.white_change && <ProposedNote change={destination.white_change} />}
        {valid && <RegisteredName coin={coin} address={destination.address} />}
      </Suspense>
      {valid && <PayeeStanding payee={destination} payer={paying.subWalletId} />}
    </div>
  );
}
