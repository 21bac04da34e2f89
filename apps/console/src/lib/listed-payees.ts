import { useTranslation } from 'react-i18next';
import { freeFrom } from './payee-name.ts';
import { useApi } from './query.ts';
import type { CoinName } from './wallets.ts';

/** So many payees are asked for at once. */
export const mostPayees = 20;

interface Asked {
  readonly coin: CoinName;
  /** Of a label, an address, or who is said to be behind it; '' for all. */
  readonly keyword: string;
  /** Whether one that still cools down cannot be chosen. */
  readonly coolingBlocked: boolean;
  /** Only those that need no memo? */
  readonly withoutMemo?: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Payees of a coin that the team has listed; `payees` is undefined until they are known. One that still cools down is marked with when it can be paid. */
export function useListedPayees({ coin, keyword, coolingBlocked, withoutMemo, now }: Asked) {
  const { t } = useTranslation(['translation', 'whiteAddress']);
  const only = { ...(keyword === '' ? {} : { keyword }), ...(withoutMemo ? { without_memo: true } : {}) };
  const asked = { ...coin, page_no: 1, page_size: mostPayees, ...only };
  const { data, error, refetch } = useApi('addressBook', 'withdrawList', asked, { quiet: true, keep: true });
  const mark = (from: Date) => ({
    text: t('whiteAddress:status.cooling'),
    hint: t('whiteAddress:pick.free', { when: freeFrom(from) }),
    blocked: coolingBlocked,
  });
  const payees = data?.list.map(({ id, label, address, memo, owner, effective_at }) => ({
    key: id,
    label,
    address,
    memo,
    ...(owner ? { owner: owner.name } : {}),
    ...(effective_at.getTime() > now ? { mark: mark(effective_at) } : {}),
  }));
  return { payees, total: data?.total ?? 0, error: data ? null : error, retry: () => void refetch() };
}
