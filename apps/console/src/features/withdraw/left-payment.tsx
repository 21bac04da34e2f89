import { shortenHash } from '@holdfast/money';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { exactAmount, isAmount } from '../../lib/amount.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import type { Draft } from './draft.ts';

interface LeftPaymentProps {
  readonly draft: Draft;
  readonly onGoOn: (draft: Draft) => void;
  readonly onForget: () => void;
}

/** A payment that somebody left half-written: what it was, to go on with it or to forget it. */
export function LeftPayment({ draft, onGoOn, onForget }: LeftPaymentProps): ReactNode {
  const { t } = useTranslation();
  const { amount, symbol, address, remark } = draft.form;
  const address6 = address === '' ? '' : shortenHash(address);
  const parts = [isAmount(amount) ? `${exactAmount(amount)} ${symbol}` : symbol, address6, remark];
  return (
    <Banner title={t('withdraw.left.title')}>
      <p className="truncate">
        <bdi>{parts.filter((part) => part !== '').join(' · ')}</bdi>
      </p>
      <div className="mt-2 flex gap-2">
        <Button size="sm" variant="primary" onClick={() => onGoOn(draft)}>
          {t('withdraw.left.goOn')}
        </Button>
        <Button size="sm" onClick={onForget}>
          {t('withdraw.left.drop')}
        </Button>
      </div>
    </Banner>
  );
}
