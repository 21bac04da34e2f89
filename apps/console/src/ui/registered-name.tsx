import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../lib/query.ts';
import type { CoinName } from '../lib/wallets.ts';

/** By which name the network has registered an address, beside it and never in its place; nothing where it has none. */
export default function RegisteredName({ coin, address }: { coin: CoinName; address: string }): ReactNode {
  const { t } = useTranslation();
  const { data } = useApi('withdraw', 'addressName', { ...coin, named: address }, { quiet: true });
  if (!data?.name) return null;
  return (
    <p className="text-mut">
      {t('withdraw.registered')} <bdi className="break-all text-fg">{data.name}</bdi>
    </p>
  );
}
