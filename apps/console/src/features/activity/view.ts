import { type ActivityKind, activityKinds, type contract, memberId, type Output } from '@holdfast/contract';
import { daySpan } from '../../lib/days.ts';
import type { Search } from '../../lib/search.ts';
import { subWalletIdOf } from '../../lib/wallets.ts';
import { activitySearch } from './search.ts';

export type Page = Output<typeof contract.activity.list>;
export type Entry = Page['list'][number];

export interface ActivityFilter {
  readonly kind: ActivityKind | undefined;
  readonly person: string | undefined;
  readonly payee: string | undefined;
  readonly wallet: number | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export function readActivity(search: Search): ActivityFilter {
  const { kind, person, payee, wallet, from, to } = activitySearch(search);
  return {
    kind: activityKinds.find((one) => one === kind),
    person: person !== undefined && memberId.safeParse(person).success ? person : undefined,
    payee: payee !== undefined && payee.length > 1 ? payee : undefined,
    wallet,
    from,
    to,
  };
}

/** No filter, by the names in the address bar. */
export const noFilter = {
  kind: undefined,
  person: undefined,
  payee: undefined,
  wallet: undefined,
  from: undefined,
  to: undefined,
};

/** What is asked of the server for it. */
export const askActivity = ({ kind, person, payee, wallet, from, to }: ActivityFilter) => ({
  ...(kind ? { kind } : {}),
  ...(person ? { person } : {}),
  ...(payee ? { payee } : {}),
  ...(wallet ? { sub_wallet_id: subWalletIdOf(wallet) } : {}),
  ...daySpan(from, to),
});

/** As the drawer of a transaction is told what it is. */
const transactionTypes = { deposit: '1', order: '2', nft: '7' } as const;

type Place = { readonly drawer: readonly [string, ...string[]] } | { readonly proposal: string };

/** Where an entry leads: a drawer with what it shows, or the inbox; undefined for what has no page of its own. */
export function placeOf({ object, id }: Entry['about']): Place | undefined {
  if (object === 'order' || object === 'deposit' || object === 'nft')
    return { drawer: ['transaction', transactionTypes[object], id] };
  if (object === 'proposal') return { proposal: id };
  if (object === 'payee') return { drawer: ['bookEntry', id] };
  if (object === 'member') return { drawer: ['member', id] };
  return object === 'apiClient' ? { drawer: ['apiClient', id] } : undefined;
}
