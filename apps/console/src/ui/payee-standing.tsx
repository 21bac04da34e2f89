import type { contract, Output } from '@holdfast/contract';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyScreen } from '../lib/lazy.ts';
import { useWalletNames } from '../lib/wallet-names.ts';
import { AddressBlocks } from './display.tsx';
import { Banner } from './feedback.tsx';
import { ProposedNote } from './proposed.ts';

/** Loaded, with its texts, when a payee is in the address book. */
const BookNote = lazyScreen(() => import('./book-note.tsx'), ['whiteAddress']);

/** What the server says about a destination, as far as it is told here. */
export type PayeeTold = Pick<
  Output<typeof contract.withdraw.addressInfo>,
  | 'is_own'
  | 'is_contract'
  | 'first_time'
  | 'similar_to'
  | 'white_id'
  | 'white_label'
  | 'is_white'
  | 'white_from'
  | 'white_change'
>;

interface PayeeStandingProps {
  readonly payee: PayeeTold;
  /** The sub-wallet that pays. */
  readonly payer: number;
  /** False where it gets no coins: then what payments to it are is not told. */
  readonly paid?: boolean;
}

/** One of our own, an imitation of a known address, a contract, one that is listed, or one never used: said alike where it is asked for and where it is decided. */
export function PayeeStanding({ payee, payer, paid = true }: PayeeStandingProps): ReactNode {
  const { t } = useTranslation();
  const walletName = useWalletNames();
  const own = payee.is_own?.sub_wallet_id;
  if (own !== undefined && own !== payer)
    return (
      <Banner title={t('withdraw.ownWallet')}>
        <bdi className="font-medium">{walletName(own) ?? `#${own}`}</bdi>
      </Banner>
    );
  return (
    <>
      {paid ? <Warning payee={payee} /> : <Imitation payee={payee} />}
      {paid && payee.white_id === '' && own === undefined && (
        <p className="text-mut text-xs">{t('withdraw.unlisted')}</p>
      )}
      <Suspense>
        {payee.white_id !== '' && <BookNote label={payee.white_label} white={payee.is_white} from={payee.white_from} />}
        {payee.white_change && <ProposedNote change={payee.white_change} />}
      </Suspense>
    </>
  );
}

function Imitation({ payee }: Pick<PayeeStandingProps, 'payee'>): ReactNode {
  const { t } = useTranslation();
  const [imitated] = payee.similar_to;
  if (imitated === undefined) return null;
  return (
    <Banner tone="bad" title={t('withdraw.lookalikeTitle')}>
      <p className="mb-1.5">{t('withdraw.lookalikeText')}</p>
      <AddressBlocks address={imitated} />
    </Banner>
  );
}

function Warning({ payee }: Pick<PayeeStandingProps, 'payee'>): ReactNode {
  const { t } = useTranslation();
  if (payee.similar_to.length > 0) return <Imitation payee={payee} />;
  if (payee.first_time && payee.is_contract && payee.white_id === '')
    return <Banner tone="warn">{t('withdraw.contract')}</Banner>;
  if (payee.first_time) return <Banner tone="warn">{t('withdraw.firstTime')}</Banner>;
  return null;
}
