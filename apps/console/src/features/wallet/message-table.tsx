import { isHandover, type ToldField, type ToldMessage } from '@holdfast/review';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressBlocks } from '../../ui/display.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Detail } from '../../ui/layout.tsx';

const FieldRow = ({ name, type, text }: ToldField): ReactNode => (
  <Detail name={name}>
    {type === 'address' ? <AddressBlocks address={text} /> : <span className="mono break-all">{text}</span>}
  </Detail>
);

/** A message as a table: what a signature of it does, for which network and contract, and every field of it. */
export function MessageTable({ told, chain }: { told: ToldMessage; chain: string }): ReactNode {
  const { t } = useTranslation();
  const does = isHandover(told) ? 'handover' : told.deed;
  const network = told.form === 'text' ? t('message.textChain') : told.chainless ? t('message.chainless') : chain;
  return (
    <div className="grid gap-3" data-testid="message-table">
      {told.raw && <Banner tone="bad">{t('message.raw')}</Banner>}
      {told.endless && <Banner tone="bad">{t('message.endless')}</Banner>}
      <dl className="rounded-lg border border-line px-3.5 py-1.5">
        <Detail name={t('message.does')}>{t(`message.deed.${does}`)}</Detail>
        <Detail name={t('message.network')}>{network}</Detail>
        <Detail name={t('message.contract')}>
          {told.contract === '' ? t('message.noContract') : <AddressBlocks address={told.contract} />}
        </Detail>
        {told.form === 'typed' && (
          <Detail name={t('message.type')}>
            <span className="mono">{told.type}</span>
          </Detail>
        )}
        {told.domain.map((one) => (
          <FieldRow key={one.name} {...one} name={t('message.domain', { name: one.name })} />
        ))}
        {told.fields.map((one) => (
          <FieldRow key={one.name} {...one} />
        ))}
      </dl>
      {told.form === 'text' && (
        <p className="mono whitespace-pre-wrap break-words rounded-lg border border-line px-3.5 py-2.5" dir="auto">
          {told.text}
        </p>
      )}
    </div>
  );
}
