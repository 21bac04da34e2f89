import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { exactAmount } from '../../lib/amount.ts';
import { depositsOpen } from '../../lib/deposit-open.ts';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { CopyDeposit } from '../../ui/copy-deposit.tsx';
import { AddressChip, Amount, RelativeTime } from '../../ui/display.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { ErrorState } from '../../ui/feedback.tsx';
import { Card, Detail } from '../../ui/layout.tsx';
import { type StakeAccount as Account, closedBy } from './stake-view.ts';

type Meter = Account['energy'];

interface OfWallet {
  readonly account: Account;
  readonly subWalletId: number;
}

function MeterText({ meter: { limit, used } }: { meter: Meter }): ReactNode {
  const { t } = useTranslation();
  if (limit === '0') return <>{t('stake.none')}</>;
  return <>{t('stake.used', { used: exactAmount(used), limit: exactAmount(limit) })}</>;
}

function Coins({ coins, symbol }: { coins: Account['staked']; symbol: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      {t('stake.bandwidth')} <Amount value={coins.bandwidth} symbol={symbol} /> · {t('stake.energy')}{' '}
      <Amount value={coins.energy} symbol={symbol} />
    </>
  );
}

/** What waits to come back from stake, each with when it is free. */
function Unfreezing({ account }: { account: Account }): ReactNode {
  const { t } = useTranslation();
  const { unfreezing, unfrozen, symbol } = account;
  if (unfreezing.length === 0) return null;
  return (
    <>
      <Detail name={t('stake.unfreezing')}>
        <ul className="grid gap-0.5">
          {unfreezing.map(({ resource, amount, free_at }) => (
            <li key={`${resource} ${free_at.getTime()} ${amount}`}>
              <Amount value={amount} symbol={symbol} /> · {t(`stake.${resource}`)} · {t('stake.freeAt')}{' '}
              <RelativeTime when={free_at} />
            </li>
          ))}
        </ul>
      </Detail>
      <Detail name={t('stake.unfrozen')}>
        <Amount value={unfrozen} symbol={symbol} />
      </Detail>
    </>
  );
}

function Delegations({ account: { chain_id, delegations, symbol }, subWalletId }: OfWallet): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const may = usePermission('withdraw.create', subWalletId);
  if (delegations.length === 0) return null;
  return (
    <Detail name={t('stake.delegations')}>
      <ul className="grid gap-0.5">
        {delegations.map(({ to, resource, amount, locked_until }) => (
          <li key={`${to} ${resource} ${locked_until?.getTime()}`} className="flex flex-wrap items-center gap-1.5">
            <AddressChip address={to} />
            <span>
              <Amount value={amount} symbol={symbol} /> · {t(`stake.${resource}`)}
              {locked_until && (
                <>
                  {' · '}
                  {t('stake.lockedUntil')} <RelativeTime when={locked_until} />
                </>
              )}
            </span>
            {may && (
              <Button
                size="sm"
                variant="ghost"
                aria-label={t('stake.reclaimOf', { address: to })}
                onClick={() => drawers.push('stake', 'reclaim', String(subWalletId), chain_id, to, resource)}
              >
                {t('stake.name.reclaim')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Detail>
  );
}

const actions = ['stake', 'unstake', 'unfrozen', 'delegate'] as const;

/** What can be asked for, by whom payments can be. */
function Actions({ account, subWalletId }: OfWallet): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  if (!usePermission('withdraw.create', subWalletId)) return null;
  const open = actions.filter((kind) => closedBy(kind, account) !== 'nothing');
  return (
    <div className="flex flex-wrap gap-2 pt-3">
      {open.map((kind) => (
        <Button key={kind} onClick={() => drawers.push('stake', kind, String(subWalletId), account.chain_id)}>
          {t(`stake.name.${kind}`)}
        </Button>
      ))}
    </div>
  );
}

function AccountCard({ account, subWalletId }: OfWallet): ReactNode {
  const { t } = useTranslation();
  const { coin_net: network, address, bandwidth, energy, symbol } = account;
  return (
    <Card
      title={t('stake.title', { network })}
      aside={
        <AddressChip
          address={address}
          copy={
            <CopyDeposit
              symbol={symbol}
              text={address}
              enabled={() => depositsOpen({ symbol, chain_id: account.chain_id, contract_address: '' }, subWalletId)}
            />
          }
        />
      }
    >
      <dl className="tabular-nums">
        <Detail name={t('stake.freeBandwidth')}>
          <MeterText meter={bandwidth.free} />
        </Detail>
        <Detail name={t('stake.stakedBandwidth')}>
          <MeterText meter={bandwidth.staked} />
        </Detail>
        <Detail name={t('stake.energy')}>
          <MeterText meter={energy} />
        </Detail>
        <Detail name={t('stake.staked')}>
          <Coins coins={account.staked} symbol={symbol} />
        </Detail>
        <Detail name={t('stake.delegatedOut')}>
          <Coins coins={account.delegated_out} symbol={symbol} />
        </Detail>
        <Detail name={t('stake.delegatedIn')}>
          <Coins coins={account.delegated_in} symbol={symbol} />
        </Detail>
        <Unfreezing account={account} />
        <Delegations account={account} subWalletId={subWalletId} />
      </dl>
      <Actions account={account} subWalletId={subWalletId} />
    </Card>
  );
}

/** Bandwidth, energy and stake of the sub-wallet's accounts, on chains that have them. */
export default function StakeSection({ subWalletId }: { subWalletId: number }): ReactNode {
  const { data, error, refetch } = useApi(
    'stake',
    'accounts',
    { sub_wallet_id: subWalletId as never },
    { quiet: true, keep: true, refetchInterval: 30_000 },
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return data?.list.map((account) => (
    <AccountCard key={account.chain_id} account={account} subWalletId={subWalletId} />
  ));
}
