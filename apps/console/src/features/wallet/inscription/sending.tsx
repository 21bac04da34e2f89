import { validationText } from '@holdfast/contract';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { wireLanguage } from '../../../lib/i18n.ts';
import { fieldsLike, useKeptForm } from '../../../lib/kept-form.ts';
import { useApi } from '../../../lib/query.ts';
import { subWalletIdOf } from '../../../lib/wallets.ts';
import { AskingBody, useAsking } from '../../../ui/asking.tsx';
import type { DrawerProps } from '../../../ui/drawers.tsx';
import { Banner } from '../../../ui/feedback.tsx';
import { Field, TextInput } from '../../../ui/form.tsx';
import { LeftForm } from '../../../ui/left-form.tsx';
import { PayeeField } from '../../../ui/payee-field.tsx';
import { limitOf } from './limit.ts';

interface Named {
  readonly subWalletId: number;
  readonly kind: 'one' | 'tick';
  /** Id of an inscription, or a tick as its symbol. */
  readonly name: string;
  readonly chain: string;
}

const namedIn = ([sub = '', kind = '', name = '', chain = '']: readonly string[]): Named => ({
  subWalletId: Number(sub),
  kind: kind === 'tick' ? 'tick' : 'one',
  name,
  chain,
});

const empty = { to: '', amount: '' };

/** What is written, what it would cost, and the way to ask for it. */
function useSending({ subWalletId, kind, name, chain }: Named) {
  const kept = useKeptForm({
    name: `inscription:${subWalletId}:${kind}:${name}:${chain}`,
    start: empty,
    isWritten: ({ to, amount }) => `${to}${amount}`.trim() !== '',
    read: (value) => fieldsLike(empty, value),
  });
  const { to, amount } = kept.form;
  const place = { sub_wallet_id: subWalletIdOf(subWalletId), chain_id: chain };
  const address_to = to.trim();
  const isTyped = address_to.length > 20;
  const listed = useApi('inscriptions', 'list', place, { quiet: true, enabled: kind === 'one' }).data;
  const large = listed?.list.find(({ inscription_id, too_large }) => inscription_id === name && too_large);
  const isAmount = kind === 'one' || /^\d+(\.\d+)?$/.test(amount.trim());
  const what = kind === 'one' ? { inscription_id: name } : { symbol: name, amount: amount.trim() };
  const fees = useApi(
    'inscriptions',
    'fees',
    { ...place, ...what, address_to },
    { quiet: true, enabled: isTyped && isAmount && !large },
  );
  const tier = fees.data?.tiers.find(({ fee_level }) => fee_level === 2);
  const ask = useAsking(kept, () => {
    const asked = { request_id: kept.requestId, ...place, address_to, ...(tier ? { max_fee: tier.max_fee } : {}) };
    return kind === 'one'
      ? api.inscriptions.send({ ...asked, inscription_id: name })
      : api.inscriptions.brc20({ ...asked, symbol: name, amount: amount.trim() });
  });
  return { kept, listed, large, fees, tier, isTyped, isAmount, ask };
}

/** What an inscription holds, and the way to send it; or a payment of BRC-20. */
export default function Sending({ args }: DrawerProps): ReactNode {
  const { t } = useTranslation();
  const formId = useId();
  const named = namedIn(args);
  const { kind, name, chain } = named;
  const { kept, listed, large, fees, tier, isTyped, isAmount, ask } = useSending(named);
  const { to, amount } = kept.form;
  const [tried, setTried] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (tier !== undefined && isAmount) ask.mutate();
  };
  return (
    <AskingBody
      formId={formId}
      label={t('inscription.ask')}
      isWhole={!large}
      busy={ask.isPending || fees.isLoading}
      error={ask.error ?? fees.error}
      onCode={() => ask.mutate()}
    >
      {kept.offer && <LeftForm {...kept.offer} parts={[kept.offer.left.amount, kept.offer.left.to]} />}
      {kind === 'one' ? <Content named={named} /> : <p className="text-mut">{t('inscription.steps')}</p>}
      {listed && large && (
        <Banner tone="warn" title={t('inscription.notSent')}>
          {t('inscription.tooLarge', { value: large.value, ...limitOf(listed, chain) })}
        </Banner>
      )}
      <form id={formId} noValidate className="grid gap-5" onSubmit={submit}>
        {kind === 'tick' && (
          <Field
            label={t('inscription.amount', { tick: name })}
            error={tried && !isAmount ? t('allowance.noAmount') : undefined}
          >
            <TextInput
              inputMode="decimal"
              value={amount}
              onChange={({ target }) => kept.change({ amount: target.value })}
            />
          </Field>
        )}
        <PayeeField
          label={t('inscription.payee')}
          hint={t('inscription.payeeHint')}
          error={
            tried && !isTyped
              ? validationText(wireLanguage(), 'required', { label: t('inscription.payee') })
              : undefined
          }
          value={to}
          coin={undefined}
          onValue={(address) => kept.change({ to: address })}
        />
      </form>
      {tier && fees.data && (
        <p className="text-mut">{t('inscription.fee', { fee: tier.max_fee, symbol: fees.data.fee_symbol })}</p>
      )}
    </AskingBody>
  );
}

/** Text is text, and a picture is points that the server drew: nothing of it runs. */
function Content({ named: { subWalletId, name, chain } }: { readonly named: Named }): ReactNode {
  const { t } = useTranslation();
  const ask = { sub_wallet_id: subWalletIdOf(subWalletId), chain_id: chain, inscription_id: name };
  const { data } = useApi('inscriptions', 'content', ask, { quiet: true });
  return (
    <div className="grid gap-2">
      <p className="text-mut">{t('inscription.sendAbout')}</p>
      <span className="mono break-all text-xs">{name}</span>
      {data?.text ? (
        <pre className="mono max-h-60 overflow-auto whitespace-pre-wrap break-all rounded-lg border border-line p-3 text-sm">
          {data.text}
        </pre>
      ) : null}
      {data?.image ? (
        <img src={data.image} alt={t('inscription.picture')} className="max-h-60 w-fit rounded-lg border border-line" />
      ) : null}
      {data && data.problem !== '' && (
        <p className="text-mut">{t('inscription.notShown', { type: data.content_type })}</p>
      )}
    </div>
  );
}
