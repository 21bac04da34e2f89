import { useQueries } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptForm } from '../../../lib/kept-form.ts';
import { apiQuery, useApi } from '../../../lib/query.ts';
import { subWalletIdOf } from '../../../lib/wallets.ts';
import { AskingBody } from '../../../ui/asking.tsx';
import { DrawerBody } from '../../../ui/drawers.tsx';
import { Banner, EmptyState, ErrorState, Skeleton } from '../../../ui/feedback.tsx';
import { Field, TextInput } from '../../../ui/form.tsx';
import { LeftForm } from '../../../ui/left-form.tsx';
import { Drawn } from '../../../ui/nft-picture.tsx';
import { PayeeField } from '../../../ui/payee-field.tsx';
import { CallLook, toldOf } from '../call-look.tsx';
import {
  emptySending,
  type Info,
  isAmount,
  type Place,
  readSending,
  type SendingForm,
  sendingPlace,
  transfersOf,
} from './rules.ts';
import { Asked, useSending } from './use-sending.tsx';

interface SendFormProps {
  readonly place: Place;
  readonly ids: readonly string[];
  /** What was left is gone on with. */
  readonly goesOn?: boolean;
}

/** One or several of a collection: to whom, what the calls would do, and the question to the members. */
export function SendForm({ place, ids, goesOn = false }: SendFormProps): ReactNode {
  const { t } = useTranslation();
  const { subWalletId, chain, contract } = place;
  const mine = { sub_wallet_id: subWalletIdOf(subWalletId) };
  const found = useQueries({
    queries: ids.map((token_id) =>
      apiQuery('nft', 'info', { ...mine, chain_id: chain, contract_address: contract, token_id }, { quiet: true }),
    ),
  });
  const account = useApi('web3', 'info', { ...mine, main_chain_symbol: chain }, { quiet: true });
  const failed = [account, ...found].find(({ error, data }) => error && !data);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  const infos = found.flatMap(({ data }) => (data ? [data] : []));
  if (infos.length < ids.length || !account.data)
    return (
      <DrawerBody>
        <Skeleton className="h-14 w-full" />
        <Skeleton className="h-14 w-full" />
      </DrawerBody>
    );
  const [first] = infos;
  if (!first || infos.some(({ amount }) => amount === '0')) return <EmptyState title={t('nft.gone')} />;
  return <Sending {...{ place, infos, first, goesOn }} from={account.data.address} symbol={account.data.base_symbol} />;
}

interface SendingProps {
  readonly place: Place;
  readonly infos: readonly Info[];
  readonly first: Info;
  readonly from: string;
  readonly symbol: string;
  readonly goesOn: boolean;
}

/** Which are chosen, to whom, and how many: half-written it is offered for the same ones again. */
function useKept({ place, infos, goesOn }: SendingProps) {
  const ids = infos.map(({ token_id }) => token_id);
  return useKeptForm<SendingForm>({
    name: sendingPlace(place),
    start: { ...emptySending, ids },
    isWritten: ({ to, amounts }) => to.trim() !== '' || Object.keys(amounts).length > 0,
    read: (value) => {
      const left = readSending(value);
      return left.ids.join() === ids.join() ? left : undefined;
    },
    goesOn,
  });
}

const isAddress = (text: string): boolean => /^0x[0-9a-f]{40}$/i.test(text);

function Sending(props: SendingProps): ReactNode {
  const { t } = useTranslation();
  const { place, infos, first, from, symbol } = props;
  const { standard } = first;
  const kept = useKept(props);
  const { to, amounts } = kept.form;
  const [tried, setTried] = useState(false);
  const formId = useId();
  const amountOf = ({ token_id: id }: Info): string => amounts[id] ?? '1';
  const isWhole = isAddress(to.trim()) && infos.every((info) => isAmount(amountOf(info), info.amount));
  const chosen = infos.map((info) => ({ id: info.token_id, amount: amountOf(info) }));
  const transfers = isWhole ? transfersOf(standard, from, to.trim(), chosen) : [];
  const { look, ask, asked, error, isBusy, looked } = useSending(place, transfers, kept);
  const mayAsk = looked?.every(({ simulation, problem }) => simulation.success && problem === '') ?? false;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (!isWhole) return;
    if (mayAsk) ask();
    else look();
  };
  if (asked) return <Asked orders={asked} />;
  return (
    <AskingBody
      formId={formId}
      label={t(mayAsk ? 'nft.ask' : 'nft.look')}
      busy={isBusy}
      error={error}
      onCode={() => mayAsk && ask()}
    >
      {kept.offer && <LeftForm {...kept.offer} parts={[kept.offer.left.to]} />}
      <p className="text-mut">{t('nft.sendAbout')}</p>
      <form id={formId} noValidate className="grid gap-5" onSubmit={submit}>
        <ul className="grid gap-2">
          {infos.map((info) => (
            <Leaving
              key={info.token_id}
              info={info}
              amount={amountOf(info)}
              onAmount={(amount) => kept.change({ amounts: { ...amounts, [info.token_id]: amount } })}
            />
          ))}
        </ul>
        {standard === '721' && infos.length > 1 && <Banner>{t('nft.separately')}</Banner>}
        <PayeeField
          label={t('nft.payee')}
          hint={t('nft.payeeHint')}
          error={tried && !isAddress(to.trim()) ? t('nft.noPayee') : undefined}
          value={to}
          coin={{ symbol, chain_id: place.chain, contract_address: '' }}
          payer={place.subWalletId}
          onValue={(address) => kept.change({ to: address })}
        />
      </form>
      {looked?.map((one, at) => (
        <CallLook
          key={transfers[at]?.data}
          looked={one}
          told={toldOf(place.chain, from, place.contract, transfers[at]?.data ?? '', [])}
        />
      ))}
    </AskingBody>
  );
}

interface LeavingProps {
  readonly info: Info;
  readonly amount: string;
  readonly onAmount: (amount: string) => void;
}

function Leaving({ info, amount, onAmount }: LeavingProps): ReactNode {
  const { t } = useTranslation();
  const name = info.nft_name || t('nft.noName', { id: info.token_id });
  return (
    <li className="grid grid-cols-[64px_1fr] items-start gap-3 rounded-lg border border-line p-2">
      <Drawn image={info.image} problem={info.problem} name={name} />
      <div className="grid min-w-0 gap-1">
        <bdi className="truncate font-medium">{name}</bdi>
        <span className="mono break-all text-mut text-xs">
          {info.collection || t('nft.unnamed')} · {info.token_id}
        </span>
        {info.amount !== '1' && (
          <Field
            label={t('nft.amountOf', { name })}
            error={isAmount(amount, info.amount) ? undefined : t('nft.notWhole', { most: info.amount })}
          >
            <TextInput inputMode="numeric" value={amount} onChange={({ target }) => onAmount(target.value.trim())} />
          </Field>
        )}
      </div>
    </li>
  );
}
