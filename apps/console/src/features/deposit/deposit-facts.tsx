import type { contract, Output } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressChip, Amount } from '../../ui/display.tsx';
import { Detail } from '../../ui/layout.tsx';

/** What is to be known before sending. */
export function DepositFacts({ info }: { info: Output<typeof contract.deposit.info> }): ReactNode {
  const { t } = useTranslation();
  return (
    <dl>
      <Detail name={t('common.network')}>{info.coin_net}</Detail>
      <Detail name={t('deposit.minimum')}>
        <Amount value={info.min_deposit} symbol={info.symbol_alias} />
      </Detail>
      <Detail name={t('deposit.creditedAfter')}>{t('deposit.blocks', { count: info.deposit_confirmation })}</Detail>
      {info.contract_address !== '' && (
        <Detail name={t('common.contract')}>
          <AddressChip address={info.contract_address} />
        </Detail>
      )}
      {info.tips.map((tip) => (
        <Detail key={tip} name={t('deposit.note')}>
          {tip}
        </Detail>
      ))}
    </dl>
  );
}
