import { batchStatus } from '@holdfast/contract/batch';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { RelativeTime } from '../../ui/display.tsx';
import { Card } from '../../ui/layout.tsx';
import { batchPath } from './search.ts';

/** Drafts that were left, newest first. */
export function Drafts(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { data } = useApi('batch', 'records', { status: batchStatus.draft, page_size: 50 }, { quiet: true });
  if (!data || data.list.length === 0) return null;
  return (
    <Card title={t('tools:batch.drafts')}>
      <ul className="grid divide-y divide-line">
        {data.list.map(({ batch_id, name, symbol, coin_net, row_count, created_at }) => (
          <li key={batch_id}>
            <Link
              to={`/mpc/${batchPath}`}
              search={{ id: batch_id }}
              className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 rounded-md px-2 py-2 hover:bg-hov"
            >
              <bdi className="min-w-0 flex-1 truncate font-medium">
                {name || t('tools:batch.number', { id: batch_id })}
              </bdi>
              <span className="text-mut">
                {t('tools:batch.payees', { count: row_count })} · {symbol} · {coin_net}
              </span>
              <span className="text-mut">
                <RelativeTime when={created_at} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
