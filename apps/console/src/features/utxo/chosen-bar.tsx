import { formatAmount } from '@holdfast/money';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { carryChosen, sumOfChosen } from '../../lib/chosen-outputs.ts';
import { type CoinName, coinKey } from '../../lib/wallets.ts';
import { Button } from '../../ui/button.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { choiceOf, type OutputRow } from './view.ts';

interface ChosenBarProps {
  readonly chosen: readonly OutputRow[];
  readonly coin: CoinName;
  readonly subWalletId: number;
  /** That one payment spends. */
  readonly most: number;
}

/** What can be done with the outputs that are chosen: pay with them, or make one of them. */
export function ChosenBar({ chosen, coin, subWalletId, most }: ChosenBarProps): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const open = (payee: 'chosen' | 'gather'): void => {
    carryChosen([subWalletId, coinKey(coin)], chosen.map(choiceOf));
    drawers.push('withdraw', coinKey(coin), String(subWalletId), payee);
  };
  const isTooMany = chosen.length > most;
  return (
    <>
      <span className="mr-auto self-center text-mut" aria-live="polite">
        {isTooMany ? t('utxo.most', { most }) : t('utxo.chosenOf', { count: chosen.length })}
      </span>
      {chosen.length > 1 && (
        <Button disabled={isTooMany} onClick={() => open('gather')}>
          {t('utxo.gather')}
        </Button>
      )}
      <Button variant="primary" disabled={isTooMany} onClick={() => open('chosen')}>
        {t('utxo.pay', { amount: formatAmount(sumOfChosen(chosen)), symbol: coin.symbol })}
      </Button>
    </>
  );
}
