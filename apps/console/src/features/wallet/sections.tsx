import type { ReactNode } from 'react';
import AllowanceSection from './allowance-section.tsx';
import InscriptionSection from './inscription/section.tsx';
import NftSection from './nft/section.tsx';
import StakeSection from './stake-section.tsx';

/** What stands below a sub-wallet's coins, each where there is something of it. */
export default function Sections({ subWalletId }: { readonly subWalletId: number }): ReactNode {
  return (
    <>
      <NftSection subWalletId={subWalletId} />
      <InscriptionSection subWalletId={subWalletId} />
      <StakeSection subWalletId={subWalletId} />
      <AllowanceSection subWalletId={subWalletId} />
    </>
  );
}
