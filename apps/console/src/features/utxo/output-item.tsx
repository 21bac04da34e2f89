import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { depositsOpen } from '../../lib/deposit-open.ts';
import { usePermission } from '../../lib/permission.ts';
import { type CoinName, subWalletIdOf } from '../../lib/wallets.ts';
import { Button } from '../../ui/button.tsx';
import { CopyDeposit } from '../../ui/copy-deposit.tsx';
import { AddressChip, Amount, HashText, RelativeTime } from '../../ui/display.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { StatusPill } from '../../ui/feedback.tsx';
import { FreezeForm } from './freeze-form.tsx';
import { OutputLabel } from './output-label.tsx';
import { useRelease } from './use-output.ts';
import { isPayable, type OutputRow, tones } from './view.ts';

interface OutputItemProps {
  readonly row: OutputRow;
  readonly coin: CoinName;
  readonly subWalletId: number;
  readonly chosen: boolean;
  /** Missing where a payment cannot be made of it, or not by whoever looks. */
  readonly onChoose: ((on: boolean) => void) | undefined;
}

/** One output: how much, where, since when, what it is; and what somebody who may does with it. */
export function OutputItem({ row, coin, subWalletId, chosen, onChoose }: OutputItemProps): ReactNode {
  const { t } = useTranslation();
  const may = usePermission('wallet.edit', subWalletId);
  const [isFreezing, setFreezing] = useState(false);
  const place = { sub_wallet_id: subWalletIdOf(subWalletId), ...coin, txid: row.txid, vout: row.vout };
  const release = useRelease(place);
  const mayFreeze = may && !row.kept && isPayable(row);
  return (
    <li className="grid gap-1.5 border-line2 border-b px-3 py-2.5 last:border-b-0" data-state={row.state}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {onChoose && (
          <input
            type="checkbox"
            className="tick-alone size-4 accent-[var(--btn)]"
            aria-label={t('utxo.choose', { amount: row.amount, symbol: coin.symbol })}
            checked={chosen}
            onChange={({ target }) => onChoose(target.checked)}
          />
        )}
        <strong className="font-semibold tabular-nums">
          <Amount value={row.amount} symbol={coin.symbol} />
        </strong>
        <StatusPill tone={tones[row.state]} text={t(`utxo.state.${row.state}`)} />
        {row.kept && <StatusPill tone="wait" text={t('utxo.kept')} />}
        <span className="flex-1" />
        {row.state === 'frozen' && may && (
          <Button size="sm" busy={release.isPending} onClick={() => release.mutate()}>
            {t('utxo.release')}
          </Button>
        )}
        {mayFreeze && (
          <Button size="sm" aria-expanded={isFreezing} onClick={() => setFreezing(!isFreezing)}>
            {t('utxo.freeze')}
          </Button>
        )}
      </div>
      <Where row={row} coin={coin} subWalletId={subWalletId} />
      {row.reason !== '' && (
        <p className="text-xs">
          {t('utxo.reason')}: <bdi>{row.reason}</bdi>
          {row.frozen_at && (
            <span className="text-mut">
              {' · '}
              <RelativeTime when={row.frozen_at} />
            </span>
          )}
        </p>
      )}
      <OutputLabel place={place} label={row.label} may={may} />
      {isFreezing && mayFreeze && <FreezeForm place={place} onDone={() => setFreezing(false)} />}
    </li>
  );
}

interface WhereProps {
  readonly row: OutputRow;
  readonly coin: CoinName;
  readonly subWalletId: number;
}

function Where({ row, coin, subWalletId }: WhereProps): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const { withdraw_id: order } = row;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-mut text-xs">
      <AddressChip
        address={row.address}
        label={row.address_label}
        copy={<CopyDeposit symbol={coin.symbol} text={row.address} enabled={() => depositsOpen(coin, subWalletId)} />}
      />
      {row.change && <span>{t('utxo.change')}</span>}
      <HashText hash={row.txid} />
      <span>{t('utxo.confirmations', { count: row.confirmations })}</span>
      {row.seen_at && <RelativeTime when={row.seen_at} />}
      {order !== null && (
        <Button size="sm" variant="ghost" onClick={() => drawers.push('transaction', '2', String(order))}>
          {t('utxo.order', { id: order })}
        </Button>
      )}
    </div>
  );
}
