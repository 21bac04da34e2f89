import { type PersonalEntryId, transactionType } from '@holdfast/contract';
import { chosenFor, sumOfChosen } from '../../lib/chosen-outputs.ts';
import { useApi } from '../../lib/query.ts';
import { type CoinName, coinKey, subWalletIdOf } from '../../lib/wallets.ts';
import type { Decision } from '../../ui/decisions.tsx';

interface NamedPayee {
  /** '' when nobody is named, or nobody is known by that name. */
  readonly address: string;
  /** What payments to the payee tell. */
  readonly memo: string;
  /** '' where the name says nothing of them. */
  readonly amount: string;
  readonly remark: string;
  readonly loading: boolean;
  /** Of an order: who decided what on it, and why. */
  readonly decisions?: readonly Decision[];
}

/** The least that a sub-wallet can pay itself, which takes the place of an earlier payment of it. */
function useSelf(wanted: boolean, subWalletId: number | null, name: CoinName | null): NamedPayee {
  const asked = { enabled: wanted && subWalletId !== null && name !== null, quiet: true };
  const coin = { sub_wallet_id: subWalletIdOf(subWalletId), ...(name ?? { symbol: '' }) };
  const own = useApi('deposit', 'address', coin, asked);
  const info = useApi('withdraw', 'info', coin, asked);
  const [address, amount] = [own.data?.address ?? '', info.data?.min_withdraw ?? ''];
  return { address, memo: '', amount, remark: '', loading: own.isLoading || info.isLoading };
}

/** All of the outputs that were chosen, to the sub-wallet itself: the form takes the fee from it. */
function useGathered(wanted: boolean, subWalletId: number | null, name: CoinName | null): NamedPayee {
  const coin = { sub_wallet_id: subWalletIdOf(subWalletId), ...(name ?? { symbol: '' }) };
  const asked = { enabled: wanted && subWalletId !== null && name !== null, quiet: true };
  const own = useApi('deposit', 'address', coin, asked);
  const outputs = wanted && subWalletId !== null && name ? chosenFor([subWalletId, coinKey(name)]) : [];
  const amount = outputs.length > 0 ? sumOfChosen(outputs) : '';
  return { address: own.data?.address ?? '', memo: '', amount, remark: '', loading: own.isLoading };
}

/** What an order of the workspace paid or was to pay, where it is one payee: as it was asked for, to be changed and asked for again. */
function useOrder(id: number): NamedPayee {
  const { data, isLoading } = useApi(
    'transaction',
    'detail',
    { type: transactionType.withdraw, id },
    { enabled: id > 0, quiet: true },
  );
  if (data?.outputs.length !== 1) return { address: '', memo: '', amount: '', remark: '', loading: isLoading };
  const { address_to: address, memo, amount, remark } = data;
  return { address, memo, amount, remark, loading: false, decisions: data.decisions };
}

/**
 * The payee that a link names: `self` is the paying sub-wallet, `gather` that one of all that was chosen, `own-<number>` an entry of one's own book, `order-<number>` whom an order of the workspace pays,
 * a hash one of its address book. Never an address: a link that somebody sends can name only whom the user or the team has kept or asked to pay.
 */
export function usePayee(named: string, subWalletId: number | null, coin: CoinName | null): NamedPayee {
  const self = useSelf(named === 'self', subWalletId, coin);
  const gathered = useGathered(named === 'gather', subWalletId, coin);
  const own = Number(/^own-([1-9]\d{0,14})$/.exec(named)?.[1] ?? 0);
  const order = Number(/^order-([1-9]\d{0,14})$/.exec(named)?.[1] ?? 0);
  const asked = useOrder(order);
  const listed = /^[0-9a-f]{64}$/.test(named) ? named : '';
  const kept = useApi('personalBook', 'list', { id: own as PersonalEntryId }, { enabled: own > 0 });
  const shared = useApi('addressBook', 'list', { ids: [listed] }, { enabled: listed !== '' });
  const { data, isLoading } = own > 0 ? kept : shared;
  if (named === 'self') return self;
  if (named === 'gather') return gathered;
  if (order > 0) return asked;
  const [entry] = data?.list ?? [];
  return { address: entry?.address ?? '', memo: entry?.memo ?? '', amount: '', remark: '', loading: isLoading };
}
