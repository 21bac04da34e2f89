import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { absoluteTime } from '../../lib/time.ts';
import { Amount, HashText, RelativeTime } from '../../ui/display.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { StatusPill } from '../../ui/feedback.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { type Swapped, statusOf } from './view.ts';

/** Swaps, newest first; missing while they load. */
export function SwapTable({ swaps }: { swaps: readonly Swapped[] | undefined }): ReactNode {
  const { t } = useTranslation(['translation', 'trade']);
  return (
    <PlainTable
      shapes={4}
      head={[
        { text: t('trade:column.time') },
        { text: t('trade:column.paid') },
        { text: t('trade:column.received') },
        { text: t('trade:column.price'), className: 'max-lg:hidden' },
        { text: t('trade:column.status') },
        { text: t('trade:column.through'), className: 'max-lg:hidden' },
        { text: t('trade:column.txid'), className: 'max-lg:hidden' },
      ]}
    >
      {swaps?.map((swap) => (
        <Row key={swap.trade_id} swap={swap} />
      ))}
    </PlainTable>
  );
}

function Row({ swap }: { swap: Swapped }): ReactNode {
  const { t } = useTranslation(['translation', 'trade']);
  const { push } = useDrawers();
  const { name, tone } = statusOf(swap.status);
  return (
    <tr data-testid="swap">
      <td title={absoluteTime(swap.created_at)}>
        <button
          type="button"
          className="underline-offset-2 hover:underline"
          onClick={() => push('transaction', '3', String(swap.order_id))}
        >
          <RelativeTime when={swap.created_at} />
        </button>
      </td>
      <td>
        <Amount value={swap.pay_amount} symbol={swap.from_symbol} />
      </td>
      <td>
        <Amount value={swap.receive_amount} symbol={swap.to_symbol} />
      </td>
      <td className="max-lg:hidden">{Number(Number(swap.real_price).toPrecision(8))}</td>
      <td>
        <StatusPill tone={tone} text={t(`trade:status.${name}`)} />
      </td>
      <td className="max-lg:hidden">{swap.provider}</td>
      <td className="max-lg:hidden">{swap.txid === '' ? '—' : <HashText hash={swap.txid} />}</td>
    </tr>
  );
}
