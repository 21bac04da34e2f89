import { Link } from '@tanstack/react-router';
import { BookUser, Coins, Network, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { Page, PageHeader } from '../../ui/layout.tsx';
import { SubWalletTable } from './sub-wallet-table.tsx';

/** All sub-wallets (spec route wallet/center). */
export default function SubWalletsPage(): ReactNode {
  const { t } = useTranslation();
  const drawers = useDrawers();
  return (
    <Page>
      <PageHeader
        title={t('nav.wallets')}
        text={t('wallet.centerText')}
        actions={
          <>
            <Link to="/mpc/wallet/center/addressBook" className={buttonStyle({})}>
              <BookUser aria-hidden />
              {t('nav.addressBook')}
            </Link>
            <Button onClick={() => drawers.push('coins')}>
              <Coins aria-hidden />
              {t('coins.title')}
            </Button>
            <Button onClick={() => drawers.push('networks')}>
              <Network aria-hidden />
              {t('networks.title')}
            </Button>
            <Button variant="primary" onClick={() => drawers.push('createWallet')}>
              <Plus aria-hidden />
              {t('wallet.create')}
            </Button>
          </>
        }
      />
      <SubWalletTable />
    </Page>
  );
}
