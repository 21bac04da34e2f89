import type { contract, Output } from '@holdfast/contract';
import { shortenHash } from '@holdfast/money';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { Plus, QrCode as QrIcon } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import { notify } from '../../lib/toasts.ts';
import { type CoinName, subWalletIdOf } from '../../lib/wallets.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { AddressBlocks, Amount } from '../../ui/display.tsx';
import { ErrorState, Skeleton, StatusPill } from '../../ui/feedback.tsx';
import { Field, TextInput } from '../../ui/form.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { Pager } from '../../ui/pager.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { LabelEditor } from './label-editor.tsx';

type Row = Output<typeof contract.deposit.addresses>['list'][number];

interface Place {
  readonly subWalletId: number;
  readonly coin: CoinName;
}
interface Copying {
  /** The button that copies one of them. */
  readonly copy: (address: string) => ReactNode;
}
interface Forms {
  /** That a new one can have, the usual one first; none where there is no choice. */
  readonly forms: readonly string[];
}
const rowsOfPage = 20;
/** As many as one request makes. */
const mostAtOnce = 100;
const longestLabel = 50;
/** `addr_type` of what change comes back to: nobody is told to pay there. */
const forChange = 2;

/** Every address of a coin that may have several, found by address or label; new ones are made one by one or many at once. */
export function AddressList({ subWalletId, coin, copy, forms }: Place & Copying & Forms): ReactNode {
  const { t } = useTranslation();
  const [keyword, setKeyword] = useState<string>();
  const [page, setPage] = useState(1);
  const mayCreate = usePermission('address.create', subWalletId);
  const { data, error, refetch } = useApi(
    'deposit',
    'addresses',
    {
      sub_wallet_id: subWalletIdOf(subWalletId),
      ...coin,
      ...(keyword === undefined ? {} : { keyword }),
      page_no: page,
      page_size: rowsOfPage,
    },
    { quiet: true, keep: true },
  );
  return (
    <section className="grid gap-1.5" aria-label={t('deposit.addresses')}>
      <h3 className="font-semibold">{t('deposit.addresses')}</h3>
      {mayCreate && <NewAddresses subWalletId={subWalletId} coin={coin} forms={forms} />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-16 w-full" />}
      {data && (data.total > rowsOfPage || keyword !== undefined) && (
        <SearchBox
          value={keyword}
          label={t('deposit.addressSearch')}
          second
          onSearch={(text) => {
            setKeyword(text);
            setPage(1);
          }}
        />
      )}
      {data?.total === 0 && <p className="text-mut">{t('deposit.addressNone')}</p>}
      {data && data.total > 0 && (
        <div className="overflow-hidden rounded-lg border border-line">
          <ul>
            {data.list.map((row) => (
              <OneAddress key={row.address_id} row={row} symbol={coin.symbol} subWalletId={subWalletId} copy={copy} />
            ))}
          </ul>
          {data.pageTotal > 1 && (
            <Pager
              page={page}
              pages={data.pageTotal}
              total={data.total}
              bounded={data.total_is_bounded}
              onPage={setPage}
            />
          )}
        </div>
      )}
    </section>
  );
}

interface OneAddressProps extends Copying {
  readonly row: Row;
  readonly symbol: string;
  readonly subWalletId: number;
}

function OneAddress({ row, symbol, subWalletId, copy }: OneAddressProps): ReactNode {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const isChange = row.addr_type === forChange;
  return (
    <li className="grid gap-0.5 border-line2 border-b px-3 py-2 last:border-b-0">
      <span className="flex flex-wrap items-center gap-1.5">
        <span className="mono" title={row.address}>
          {shortenHash(row.address, 8)}
        </span>
        {isChange ? (
          <StatusPill tone="idle" text={t('deposit.change')} />
        ) : (
          <>
            {copy(row.address)}
            <IconButton label={t('deposit.showQr')} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              <QrIcon aria-hidden />
            </IconButton>
          </>
        )}
        {row.addr_form !== '' && !isChange && <span className="text-mut text-xs">{formText(t, row.addr_form)}</span>}
        <span className="flex-1" />
        <Amount value={row.balance} />
      </span>
      <LabelEditor addressId={row.address_id} subWalletId={subWalletId} label={row.address_label} />
      {isOpen && (
        <div className="grid justify-items-center gap-3 py-3">
          <QrCode text={row.address} size={148} label={t('deposit.qrLabel', { symbol })} />
          <AddressBlocks address={row.address} />
        </div>
      )}
    </li>
  );
}

const named = ['segwit', 'taproot'] as const;
/** A form that has no text here is called as the network calls it. */
function formText(t: TFunction, form: string): string {
  const known = named.find((name) => name === form);
  return known ? t(`deposit.form.${known}`) : form;
}

function NewAddresses({ subWalletId, coin, forms }: Place & Forms): ReactNode {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [count, setCount] = useState('1');
  const [label, setLabel] = useState('');
  const [usual = ''] = forms;
  const [form, setForm] = useState(usual);
  const num = /^\d{1,3}$/.test(count) ? Number(count) : 0;
  const isWrong = num < 1 || num > mostAtOnce;
  const create = useMutation({
    mutationFn: () =>
      api.deposit.createAddress({
        sub_wallet_id: subWalletIdOf(subWalletId),
        ...coin,
        num,
        ...(label.trim() === '' ? {} : { label }),
        ...(form === usual ? {} : { addr_form: form }),
      }),
    onSuccess: async ({ list }) => {
      setCount('1');
      setLabel('');
      notify(t('deposit.created', { count: list.length }));
      await cache.invalidateQueries({ queryKey: ['deposit'] });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isWrong) create.mutate();
  };
  return (
    <form noValidate className="grid grid-cols-[90px_1fr_auto] items-end gap-2" onSubmit={submit}>
      <Field label={t('deposit.howMany')} error={isWrong ? t('deposit.howManyWrong', { max: mostAtOnce }) : undefined}>
        <TextInput
          inputMode="numeric"
          maxLength={3}
          value={count}
          onChange={({ target }) => setCount(target.value.trim())}
        />
      </Field>
      <Field label={t('deposit.label')}>
        <TextInput maxLength={longestLabel} value={label} onChange={({ target }) => setLabel(target.value)} />
      </Field>
      <Button type="submit" busy={create.isPending}>
        <Plus aria-hidden />
        {t('deposit.newAddress')}
      </Button>
      {forms.length > 1 && (
        <p className="col-span-full flex flex-wrap items-center gap-x-2 text-mut text-xs">
          <span>{t('deposit.form')}</span>
          <NativeSelect
            label={t('deposit.form')}
            value={form}
            onValueChange={setForm}
            items={forms.map((value) => ({ value, label: formText(t, value) }))}
          />
          {form !== usual && <span>{t('deposit.formHint')}</span>}
        </p>
      )}
    </form>
  );
}
