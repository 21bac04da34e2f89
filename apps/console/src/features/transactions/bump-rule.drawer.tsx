import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWalletCoin } from '../../lib/wallets.ts';
import { DrawerBody, type DrawerProps } from '../../ui/drawers.tsx';
import { ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { BumpRule } from './bump-rule.tsx';

/** `bumpRule:<coin>:<sub-wallet>`: when payments that wait for a block are sent once more by themselves. */
export default function BumpRuleDrawer({ args }: DrawerProps): ReactNode {
  const { t } = useTranslation();
  const { subWalletId, name, error, retry } = useWalletCoin(args);
  if (error) return <ErrorState error={error} onRetry={retry} />;
  if (subWalletId === null || !name) return <Skeleton className="h-40 w-full" />;
  return (
    <DrawerBody>
      <p className="text-mut">{t('tx.bump.about')}</p>
      <BumpRule coin={name} subWalletId={subWalletId} />
    </DrawerBody>
  );
}
