import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { AddressChip, RelativeTime } from '../../ui/display.tsx';
import type { Column } from '../../ui/table/columns.ts';
import { type Named, PayeeName } from './payee-name.tsx';
import { type Chain, chainNames, type Entry } from './view.ts';

type BookText = TFunction<['translation', 'whiteAddress']>;

export type Shown = Named & Pick<Entry, 'address' | 'chains' | 'last_used_at'>;

/**
 * The columns of a list of payees with their headings in the interface's language.
 * @param status where each stands
 */
export const columnsOf = <E extends Shown>(
  t: BookText,
  chains: readonly Chain[],
  status: (entry: E) => ReactNode,
): readonly Column<E>[] => [
  {
    key: 'label',
    title: t('whiteAddress:label'),
    share: 26,
    fixed: true,
    line: true,
    cell: (payee) => <PayeeName payee={payee} />,
  },
  {
    key: 'address',
    title: t('whiteAddress:address'),
    share: 24,
    own: true,
    fixed: true,
    cell: ({ address }) => <AddressChip address={address} />,
  },
  {
    key: 'chains',
    title: t('common.network'),
    share: 18,
    from: 'lg',
    cell: (entry) => <span className="text-mut">{chainNames(entry.chains, chains)}</span>,
  },
  {
    key: 'status',
    title: t('whiteAddress:statusTitle'),
    share: 18,
    cell: status,
    phone: (payee) => <span className="block text-right text-xs">{status(payee)}</span>,
  },
  {
    key: 'used',
    title: t('whiteAddress:lastUsed'),
    share: 14,
    from: 'lg',
    cell: ({ last_used_at }) =>
      last_used_at ? <RelativeTime when={last_used_at} /> : <span className="text-mut">{t('whiteAddress:never')}</span>,
  },
];
