import { ImageOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../lib/query.ts';
import { subWalletIdOf } from '../lib/wallets.ts';
import { cn } from './cn.ts';
import { Skeleton } from './feedback.tsx';

interface DrawnProps {
  readonly image: string;
  readonly problem: string;
  readonly name: string;
}

/** Points that the server drew, or why there are none. */
export function Drawn({ image, problem, name }: DrawnProps): ReactNode {
  const { t } = useTranslation();
  // Nothing but a raster in the text itself, whatever came.
  if (image.startsWith('data:image/webp;base64,'))
    return <img src={image} alt={name} className="aspect-square w-full rounded-md bg-bg object-contain" />;
  const said = ['none', 'place', 'form', 'size'].find((one) => one === problem) ?? 'away';
  return (
    <span className="grid aspect-square w-full place-content-center justify-items-center gap-1 rounded-md bg-bg p-2 text-center text-mut text-xs">
      <ImageOff size={18} aria-hidden />
      {t(`nft.problem.${said as 'none' | 'place' | 'form' | 'size' | 'away'}`)}
    </span>
  );
}

interface PictureProps {
  readonly subWalletId: number;
  readonly chain: string;
  readonly contract: string;
  readonly id: string;
  readonly name: string;
  readonly className?: string;
  /** Nothing is fetched of what is folded away. */
  readonly folded?: boolean;
}

export function Picture({
  subWalletId,
  chain,
  contract,
  id,
  name,
  className,
  folded = false,
}: PictureProps): ReactNode {
  const ask = { sub_wallet_id: subWalletIdOf(subWalletId), chain_id: chain, contract_address: contract, token_id: id };
  const { data, isLoading } = useApi('nft', 'picture', ask, { quiet: true, enabled: !folded });
  return (
    <span className={cn('block', className)}>
      {isLoading ? (
        <Skeleton className="aspect-square w-full" />
      ) : (
        <Drawn image={data?.image ?? ''} problem={folded ? 'none' : (data?.problem ?? 'away')} name={name} />
      )}
    </span>
  );
}
