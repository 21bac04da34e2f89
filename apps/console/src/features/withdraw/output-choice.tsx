import { compare, formatAmount, subtract } from '@holdfast/money';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isAmount } from '../../lib/amount.ts';
import { addressesOf, type ChosenOutput, namesOf, sumOfChosen } from '../../lib/chosen-outputs.ts';
import { useApi } from '../../lib/query.ts';
import { type CoinName, subWalletIdOf } from '../../lib/wallets.ts';
import { Button } from '../../ui/button.tsx';
import { AddressChip, Amount } from '../../ui/display.tsx';
import { Banner, ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Checkbox } from '../../ui/form.tsx';
import { Honest } from '../../ui/honest.tsx';
import type { Paying, WithdrawForm } from './view.ts';

/** The largest ones; others are chosen in the list of outputs. */
const shownMost = 100;

export interface Joins {
  readonly addresses: number;
  readonly names: readonly string[];
}

/** What others learn of a payment from several addresses, before it is asked for. */
function JoinsHint({ joins: { addresses, names } }: { readonly joins: Joins }): ReactNode {
  const { t, i18n } = useTranslation();
  if (addresses < 2) return null;
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(names);
  return (
    <Banner tone="info">
      {t('withdraw.outputs.joins', { count: addresses })}
      {names.length > 0 && ` ${t('withdraw.outputs.joinsNamed', { names: list })}`}
    </Banner>
  );
}

interface ChoiceProps {
  readonly coin: CoinName;
  readonly paying: Paying;
  readonly form: WithdrawForm;
  /** What it will probably cost, once that is known. */
  readonly fee: string | undefined;
  /** What the server's own choice would join now; null where that is not known. */
  readonly joins: Joins | null;
  readonly onForm: (form: WithdrawForm) => void;
}

/** Which outputs the payment is made of: the server chooses, or whoever writes it does. */
export function OutputChoice(props: ChoiceProps): ReactNode {
  const { form, onForm } = props;
  const { t } = useTranslation();
  const [byHand, setByHand] = useState(form.inputs.length > 0);
  const choose = (hand: boolean): void => {
    setByHand(hand);
    if (!hand) onForm({ ...form, inputs: [] });
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium">{t('withdraw.outputs.title')}</legend>
      <div className="flex flex-wrap gap-2">
        {[false, true].map((hand) => (
          <Button
            key={String(hand)}
            size="sm"
            aria-pressed={hand === byHand}
            className="aria-pressed:border-acc aria-pressed:bg-accs"
            onClick={() => choose(hand)}
          >
            {t(hand ? 'withdraw.outputs.byHand' : 'withdraw.outputs.automatic')}
          </Button>
        ))}
      </div>
      {byHand ? (
        <>
          <Choosable {...props} />
          <Consequences {...props} />
        </>
      ) : (
        props.joins && <JoinsHint joins={props.joins} />
      )}
    </fieldset>
  );
}

const isSame = (a: Pick<ChosenOutput, 'txid' | 'vout'>, b: Pick<ChosenOutput, 'txid' | 'vout'>): boolean =>
  a.txid === b.txid && a.vout === b.vout;

function Choosable({ coin, paying: { subWalletId }, form, onForm }: ChoiceProps): ReactNode {
  const { t } = useTranslation();
  const { inputs } = form;
  const { data, error, refetch } = useApi(
    'utxo',
    'list',
    { sub_wallet_id: subWalletIdOf(subWalletId), ...coin, page_size: shownMost },
    { quiet: true, keep: true },
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-24 w-full" />;
  const rows = data.list.filter(({ state }) => state === 'available' || state === 'dust');
  const elsewhere = inputs.filter((input) => !rows.some((row) => isSame(row, input)));
  if (rows.length === 0) return <p className="text-mut">{t('withdraw.outputs.none')}</p>;
  const toggle = (row: (typeof rows)[number], on: boolean): void => {
    const { txid, vout, amount, address, label, address_label } = row;
    const others = inputs.filter((each) => !isSame(each, row));
    const one: ChosenOutput = { txid, vout, amount, address, name: label || address_label };
    onForm({ ...form, inputs: on ? [...others, one] : others });
  };
  return (
    <>
      <ul aria-label={t('withdraw.outputs.title')} className="max-h-64 overflow-y-auto rounded-lg border border-line">
        {rows.map((row) => (
          <li key={`${row.txid}:${row.vout}`} className="border-line2 border-b px-3 py-2 last:border-b-0">
            <Checkbox
              checked={inputs.some((input) => isSame(input, row))}
              onChange={({ target }) => toggle(row, target.checked)}
              label={
                <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
                  <Amount value={row.amount} symbol={coin.symbol} />
                  {row.label !== '' && <Honest className="font-medium" text={row.label} />}
                  <span className="text-mut text-xs">
                    <AddressChip address={row.address} label={row.address_label} copy={null} />
                  </span>
                </span>
              }
            />
          </li>
        ))}
      </ul>
      {elsewhere.length > 0 && (
        <p className="text-mut text-xs">{t('withdraw.outputs.elsewhere', { count: elsewhere.length })}</p>
      )}
    </>
  );
}

/** What it comes to: how much, what comes back, and what others learn of it. */
function Consequences({ form: { inputs, amount }, coin: { symbol }, fee }: ChoiceProps): ReactNode {
  const { t } = useTranslation();
  if (inputs.length === 0) return <p className="text-mut text-xs">{t('withdraw.outputs.chooseSome')}</p>;
  const sum = sumOfChosen(inputs);
  const left = isAmount(amount) && fee !== undefined ? subtract(subtract(sum, amount), fee) : undefined;
  return (
    <div className="grid gap-2" aria-live="polite">
      <p className="text-xs">
        {t('withdraw.outputs.chosen', { count: inputs.length })} · <Amount value={sum} symbol={symbol} />
        {left !== undefined && compare(left, '0') >= 0 && (
          <span className="text-mut"> · {t('withdraw.outputs.change', { amount: formatAmount(left), symbol })}</span>
        )}
      </p>
      <JoinsHint joins={{ addresses: addressesOf(inputs), names: namesOf(inputs) }} />
    </div>
  );
}
