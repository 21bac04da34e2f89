import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import { subWalletIdOf } from '../../lib/wallets.ts';
import { Button } from '../../ui/button.tsx';
import { AddressChip, Amount } from '../../ui/display.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { ErrorState } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import type { OnChain } from './allowance-view.ts';

interface OfWallet {
  readonly chain: OnChain;
  readonly subWalletId: number;
}

function Row({ chain, subWalletId, given }: OfWallet & { given: OnChain['allowances'][number] }): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const may = usePermission('withdraw.create', subWalletId);
  const { symbol, contract_address: contract, spender, amount, endless } = given;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <AddressChip address={spender} />
      <span className={endless ? 'font-medium text-bad' : 'tabular-nums'}>
        {endless ? t('allowance.everything', { symbol }) : <Amount value={amount} symbol={symbol} />}
      </span>
      {may && (
        <Button
          size="sm"
          className="ml-auto"
          aria-label={t('allowance.revokeOf', { symbol, address: spender })}
          onClick={() => drawers.push('allowance', String(subWalletId), chain.chain_id, contract, spender)}
        >
          {t('allowance.revoke')}
        </Button>
      )}
    </li>
  );
}

function ChainCard({ chain, subWalletId }: OfWallet): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  const may = usePermission('withdraw.create', subWalletId);
  const { coin_net: network, allowances, told } = chain;
  return (
    <Card title={t('allowance.title', { network })} aside={<AddressChip address={chain.address} copy={null} />}>
      <p className="text-mut">{t('allowance.about')}</p>
      {told !== 'all' && <p className="pt-2 text-mut">{t(`allowance.told.${told}`)}</p>}
      {allowances.length > 0 && (
        <ul className="divide-y divide-line pt-1">
          {allowances.map((given) => (
            <Row
              key={`${given.contract_address} ${given.spender}`}
              chain={chain}
              subWalletId={subWalletId}
              given={given}
            />
          ))}
        </ul>
      )}
      {allowances.length === 0 && told === 'all' && <p className="pt-2">{t('allowance.none')}</p>}
      {may && (
        <div className="flex flex-wrap gap-2 pt-3">
          <Button onClick={() => drawers.push('allowance', String(subWalletId), chain.chain_id)}>
            {t('allowance.give')}
          </Button>
          <Button onClick={() => drawers.push('call', String(subWalletId), chain.chain_id)}>{t('call.drawer')}</Button>
          <Button onClick={() => drawers.push('message', String(subWalletId), chain.chain_id)}>
            {t('message.drawer')}
          </Button>
          <Button onClick={() => drawers.push('deploy', String(subWalletId), chain.chain_id)}>
            {t('deploy.drawer')}
          </Button>
        </div>
      )}
      <p className="pt-3 text-mut text-xs">{t('web3.connect')}</p>
    </Card>
  );
}

/** Who may take tokens of the sub-wallet, on chains whose tokens allow that, each with a way to take it back. */
export default function AllowanceSection({ subWalletId }: { subWalletId: number }): ReactNode {
  const { data, error, refetch } = useApi(
    'web3',
    'allowances',
    { sub_wallet_id: subWalletIdOf(subWalletId) },
    { quiet: true, keep: true, refetchInterval: 30_000 },
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return data?.list
    .filter(({ coins }) => coins.length > 0)
    .map((chain) => <ChainCard key={chain.chain_id} chain={chain} subWalletId={subWalletId} />);
}
