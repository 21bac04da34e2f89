import type { contract, Output } from '@holdfast/contract';
import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { CopyDeposit } from '../../ui/copy-deposit.tsx';
import { AddressBlocks } from '../../ui/display.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { useCopyAddress } from '../../ui/use-copy-address.ts';
import { CompareLink } from './compare-link.tsx';

type DepositAddress = Output<typeof contract.deposit.address>;

/** The address to scan, to read in full, and to copy. */
export function AddressCard({
  address,
  enabled,
  symbol,
}: {
  address: DepositAddress;
  enabled: boolean;
  symbol: string;
}): ReactNode {
  const { t } = useTranslation();
  const copy = useCopyAddress();
  return (
    <section className="grid justify-items-center gap-4 rounded-lg border border-line bg-bg p-5">
      <QrCode text={address.qr_text} size={176} label={t('deposit.qrLabel', { symbol })} />
      <div className="grid w-full gap-2">
        <span className="text-mut text-xs">{t('deposit.address')}</span>
        <AddressBlocks address={address.address} />
        {address.memo !== '' && (
          <span className="flex items-center gap-2">
            <span className="text-mut">{t('deposit.memo')}</span>
            <bdi className="mono">{address.memo}</bdi>
            <CopyDeposit symbol={symbol} text={address.memo} enabled={() => enabled} label={t('deposit.copyMemo')} />
          </span>
        )}
      </div>
      <Button
        variant="primary"
        size="lg"
        className="w-full"
        onClick={() => void copy({ symbol, enableDeposit: enabled, text: address.text })}
      >
        <Copy aria-hidden />
        {t('deposit.copy')}
      </Button>
      <CompareLink url={address.verify_url} />
    </section>
  );
}
