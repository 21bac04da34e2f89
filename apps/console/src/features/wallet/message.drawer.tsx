import { validationText } from '@holdfast/contract';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { wireLanguage } from '../../lib/i18n.ts';
import { fieldsLike, useKeptForm } from '../../lib/kept-form.ts';
import { useApi } from '../../lib/query.ts';
import { subWalletIdOf } from '../../lib/wallets.ts';
import { AskingBody, useAsking } from '../../ui/asking.tsx';
import { DrawerBody, type DrawerProps } from '../../ui/drawers.tsx';
import { ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Checkbox, Field, Textarea } from '../../ui/form.tsx';
import { LeftForm } from '../../ui/left-form.tsx';
import { type MessageForm, type ReadForm, readForm } from './message-form.ts';
import { MessageTable } from './message-table.tsx';

/** `message:<sub-wallet>:<chain>`: a text or typed data is pasted, seen as a table, and asked for. */
export default function MessageDrawer({ args: [wallet, chain = ''] }: DrawerProps): ReactNode {
  const subWalletId = Number(wallet);
  const ask = { sub_wallet_id: subWalletIdOf(subWalletId), main_chain_symbol: chain };
  const { data, error, refetch } = useApi('web3', 'info', ask, { quiet: true });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <DrawerBody>
        <Skeleton className="h-14 w-full" />
      </DrawerBody>
    );
  return <Asking chain={chain} network={data.coin_net} subWalletId={subWalletId} from={data.address} />;
}

interface AskingProps {
  readonly chain: string;
  readonly network: string;
  readonly subWalletId: number;
  readonly from: string;
}

const empty: MessageForm = { by: 'text', text: '' };

function useMessage({ chain, subWalletId }: AskingProps) {
  const kept = useKeptForm({
    name: `message:${subWalletId}:${chain}`,
    start: empty,
    isWritten: ({ text }) => text.trim() !== '',
    read: (value) => fieldsLike(empty, value, { by: ['text', 'typed'] }),
  });
  const ask = useAsking(kept, ({ wire }: ReadForm) =>
    api.web3.create({
      ...{
        request_id: kept.requestId,
        trans_type: '2',
        main_chain_symbol: chain,
        sub_wallet_id: subWalletIdOf(subWalletId),
      },
      ...wire,
    }),
  );
  return { ask, kept };
}

function Asking(props: AskingProps): ReactNode {
  const { t } = useTranslation();
  const formId = useId();
  const { ask, kept } = useMessage(props);
  const { form, offer } = kept;
  const read = readForm(form, props);
  const whole = read && 'told' in read ? read : undefined;
  const [tried, setTried] = useState(false);
  const error = (): string | undefined => {
    if (!read)
      return tried ? validationText(wireLanguage(), 'required', { label: t(`message.by.${form.by}`) }) : undefined;
    if (!('fault' in read)) return undefined;
    return read.fault === 'elsewhere' ? t('message.elsewhere') : t('message.fault', { reason: read.fault });
  };
  const change = (to: Partial<MessageForm>): void => {
    kept.change(to);
    kept.renew();
    ask.reset();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (whole) ask.mutate(whole);
  };
  return (
    <AskingBody
      formId={formId}
      label={t('message.ask')}
      busy={ask.isPending}
      error={ask.error}
      onCode={() => whole && ask.mutate(whole)}
    >
      {offer && <LeftForm {...offer} parts={[offer.left.text]} />}
      <p className="text-mut">{t('message.about')}</p>
      <form id={formId} noValidate className="grid gap-5" onSubmit={submit}>
        <Checkbox
          checked={form.by === 'typed'}
          onChange={({ target }) => change({ by: target.checked ? 'typed' : 'text' })}
          label={t('message.isTyped')}
        />
        <Field label={t(`message.by.${form.by}`)} hint={t(`message.hint.${form.by}`)} error={error()}>
          <Textarea
            className="mono min-h-40"
            spellCheck={false}
            maxLength={32_768}
            value={form.text}
            onChange={({ target }) => change({ text: target.value })}
          />
        </Field>
      </form>
      {whole && <MessageTable told={whole.told} chain={`${props.network} ${props.chain}`} />}
    </AskingBody>
  );
}
