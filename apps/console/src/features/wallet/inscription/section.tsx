import type { contract, Output } from '@holdfast/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../lib/query.ts';
import { subWalletIdOf } from '../../../lib/wallets.ts';
import { Button } from '../../../ui/button.tsx';
import { useDrawers } from '../../../ui/drawers.tsx';
import { Card } from '../../../ui/layout.tsx';
import { type Limit, limitOf } from './limit.ts';

type Listed = Output<typeof contract.inscriptions.list>;
type Tick = Listed['ticks'][number];
type Inscription = Listed['list'][number];

const renewMs = 30_000;

/** What is inscribed on a sub-wallet's outputs, and its BRC-20; nothing where no network of ours has somebody who says it. */
export default function InscriptionSection({ subWalletId }: { readonly subWalletId: number }): ReactNode {
  const { t } = useTranslation();
  const ask = { sub_wallet_id: subWalletIdOf(subWalletId) };
  const { data } = useApi('inscriptions', 'list', ask, { quiet: true, keep: true, refetchInterval: renewMs });
  if (!data || data.chains.length === 0) return null;
  const isEmpty = data.list.length === 0 && data.ticks.length === 0;
  return (
    <Card title={t('inscription.title')}>
      {isEmpty && <p className="text-mut">{t('inscription.none')}</p>}
      <ul className="grid gap-2">
        {data.ticks.map((tick) => (
          <TickRow key={`${tick.chain_id} ${tick.tick} ${tick.address}`} subWalletId={subWalletId} tick={tick} />
        ))}
        {data.list.map((one) => (
          <InscriptionRow
            key={`${one.chain_id} ${one.inscription_id}`}
            subWalletId={subWalletId}
            one={one}
            limit={limitOf(data, one.chain_id)}
          />
        ))}
      </ul>
    </Card>
  );
}

function TickRow({ subWalletId, tick }: { readonly subWalletId: number; readonly tick: Tick }): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 rounded-lg border border-line p-3">
      <div className="grid min-w-0 gap-1">
        <span className="font-medium">
          <bdi>{tick.tick}</bdi> <span className="text-mut text-xs">{t('inscription.standard')}</span>
        </span>
        <span className="text-sm">
          {t('inscription.available', { amount: tick.available })} ·{' '}
          {t('inscription.transferable', { amount: tick.transferable })}
        </span>
        <span className="mono break-all text-mut text-xs">{tick.address}</span>
        {!tick.agreed && <span className="text-bad text-sm">{t('inscription.disagree')}</span>}
      </div>
      {tick.agreed && tick.available !== '0' && (
        <Button
          size="sm"
          onClick={() => drawers.push('inscription', String(subWalletId), 'tick', tick.symbol, tick.chain_id)}
        >
          {t('inscription.pay')}
        </Button>
      )}
    </li>
  );
}

interface RowProps {
  readonly subWalletId: number;
  readonly one: Inscription;
  readonly limit: Limit;
}

function InscriptionRow({ subWalletId, one, limit }: RowProps): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 rounded-lg border border-line p-3">
      <div className="grid min-w-0 gap-1">
        <span className="font-medium">{t('inscription.number', { number: one.number })}</span>
        <span className="text-sm">
          {one.op === 'transfer' && one.tick !== ''
            ? t('inscription.moves', { amount: one.amount, tick: one.tick })
            : one.content_type}
        </span>
        <span className="mono break-all text-mut text-xs">{one.inscription_id}</span>
        {one.status !== 1 && (
          <span className="text-mut text-sm">{t(`inscription.status.${one.status === 0 ? 'new' : 'promised'}`)}</span>
        )}
        {one.too_large && <span className="text-sm">{t('inscription.tooLarge', { value: one.value, ...limit })}</span>}
      </div>
      <Button
        size="sm"
        onClick={() => drawers.push('inscription', String(subWalletId), 'one', one.inscription_id, one.chain_id)}
      >
        {t('inscription.look')}
      </Button>
    </li>
  );
}
