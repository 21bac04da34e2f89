import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { CoinIcon } from '../../ui/coin-icon.tsx';
import { Amount } from '../../ui/display.tsx';
import { DrawerBody } from '../../ui/drawers.tsx';
import { ErrorState, Skeleton, StatusPill } from '../../ui/feedback.tsx';
import { AccountForm } from './account-form.tsx';
import { type Network, networkState, type Place, stateTone, useNetworks, useOpenCoin } from './use-open-coin.ts';

/** `networks`: what of the installation's networks and coins the workspace uses, and opening and closing them. */
export default function NetworksDrawer(): ReactNode {
  const { t } = useTranslation();
  const wallet = useApi('user', 'info', {}).data?.wallets[0];
  const found = useNetworks(wallet?.wallet_id);
  return (
    <DrawerBody>
      <p className="text-mut">{t('networks.text')}</p>
      {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {!found.data && !found.error && <Skeleton className="h-64 w-full" />}
      {found.data?.support_main_chain.map((network) => (
        <NetworkCard key={network.chain_id} network={network} walletId={wallet?.wallet_id ?? 0} />
      ))}
    </DrawerBody>
  );
}

function NetworkCard({ network, walletId }: { network: Network; walletId: number }): ReactNode {
  const { t } = useTranslation();
  const titleId = useId();
  const may = usePermission('coin.open');
  const change = useOpenCoin(walletId);
  const [account, setAccount] = useState('');
  const state = networkState(network);
  const { chain_id, coin_net: name } = network;
  const place: Place = { chain_id, contract_address: '', name, account_form: account };
  const held = network.coins.some(({ balance }) => balance !== '0');
  return (
    <section aria-labelledby={titleId} className="overflow-hidden rounded-lg border border-line">
      <header className="flex items-center gap-2.5 bg-bg px-3 py-2.5">
        <CoinIcon symbol={network.symbol} />
        <span className="grid min-w-0 flex-1">
          <h3 id={titleId} className="truncate font-semibold">
            {network.coin_net}
          </h3>
          <span className="text-mut text-xs">
            {t('networks.confirmations', { count: network.deposit_confirmation })}
          </span>
        </span>
        <StatusPill tone={stateTone[state]} text={t(`networks.state.${state}`)} />
        {may && state !== 'opening' && (
          <Button
            size="sm"
            variant={state === 'open' ? 'ghost' : 'primary'}
            busy={change.busy}
            aria-label={t(state === 'open' ? 'networks.closeIt' : 'networks.openIt', { name: place.name })}
            onClick={() => change.ask(place, state !== 'open', held)}
          >
            {t(state === 'open' ? 'networks.close' : 'networks.open')}
          </Button>
        )}
      </header>
      {network.opening_progress && <Opening progress={network.opening_progress} walletId={walletId} />}
      {may && (state === 'closed' || state === 'never') && network.account_forms.length > 1 && (
        <div className="border-line2 border-t px-3 py-2.5">
          <AccountForm networks={[network]} value={account} onChange={setAccount} />
        </div>
      )}
      <ul>
        {network.coins.map((coin) => (
          <CoinLine key={coin.contract_address} coin={coin} network={network} walletId={walletId} may={may} />
        ))}
      </ul>
    </section>
  );
}

const askMs = 2_000;
type Progress = NonNullable<Network['opening_progress']>;

/** How far it is, asked again and again: addresses of many wallets take a while, and a server makes them by itself. */
function Opening({ progress, walletId }: { progress: Progress; walletId: number }): ReactNode {
  const { t, i18n } = useTranslation();
  useNetworks(walletId, askMs);
  const text = (count: number): string => count.toLocaleString(i18n.language);
  return (
    <p role="status" className="grid gap-1.5 border-line2 border-t px-3 py-2.5 text-mut text-xs">
      {t('networks.progress', { made: text(progress.made), of: text(progress.of) })}
      <progress value={progress.made} max={Math.max(progress.of, 1)} aria-hidden />
    </p>
  );
}

interface CoinLineProps {
  readonly coin: Network['coins'][number];
  readonly network: Network;
  readonly walletId: number;
  readonly may: boolean;
}

/** A coin with what the workspace holds of it. A network's own coin is open and closed with the network. */
function CoinLine({ coin, network, walletId, may }: CoinLineProps): ReactNode {
  const { t } = useTranslation();
  const change = useOpenCoin(walletId);
  const { symbol, contract_address, if_open: open, balance } = coin;
  const place: Place = { chain_id: network.chain_id, contract_address, name: `${symbol} · ${network.coin_net}` };
  const separate = contract_address !== '' && network.if_open_chain;
  return (
    <li className="flex min-h-10 items-center gap-2 border-line2 border-t px-3 py-1.5">
      <span className="font-medium">{symbol}</span>
      <span className="min-w-0 flex-1 truncate text-mut">{coin.name}</span>
      {balance !== '0' && <Amount value={balance} />}
      {separate && !open && <StatusPill tone="idle" text={t('networks.state.closed')} />}
      {separate && may && (
        <Button
          size="sm"
          variant="ghost"
          busy={change.busy}
          aria-label={t(open ? 'networks.closeIt' : 'networks.openIt', { name: place.name })}
          onClick={() => change.ask(place, !open, balance !== '0')}
        >
          {t(open ? 'networks.close' : 'networks.open')}
        </Button>
      )}
    </li>
  );
}
