import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pickaxe } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useApi } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState, Skeleton, StatusPill } from '../../ui/feedback.tsx';

const everyMs = 4_000;
const batches = [1, 6] as const;

/** The local chains with their heights, and a way to make them grow. */
export function ChainPanel(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { data, error, refetch } = useApi('sandbox', 'status', {}, { quiet: true, refetchInterval: everyMs });
  const cache = useQueryClient();
  const mine = useMutation({
    mutationFn: (wanted: { chain_id: string; blocks: number }) => api.sandbox.mine(wanted),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['sandbox'] }),
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-24 w-full" />;
  return (
    <section className="grid gap-1.5">
      <h3 className="font-semibold">{t('tools:sandbox.chains')}</h3>
      <ul className="overflow-hidden rounded-lg border border-line">
        {data.chains.map((chain) => (
          <li
            key={chain.chain_id}
            className="flex items-center gap-3 border-line2 border-b px-3 py-2.5 last:border-b-0"
          >
            <span className="grid flex-1">
              <span className="font-medium">{chain.coin_net}</span>
              {chain.reachable ? (
                <span className="text-mut text-xs tabular-nums">
                  {t('tools:sandbox.height', { height: chain.height ?? 0 })}
                </span>
              ) : (
                <StatusPill tone="bad" text={t('tools:sandbox.unreachable')} />
              )}
            </span>
            {batches.map((blocks) => (
              <Button
                key={blocks}
                size="sm"
                disabled={!chain.reachable || mine.isPending}
                aria-label={t('tools:sandbox.mineLabel', { blocks, network: chain.coin_net })}
                onClick={() => mine.mutate({ chain_id: chain.chain_id, blocks })}
              >
                <Pickaxe aria-hidden />
                {t('tools:sandbox.mine', { blocks })}
              </Button>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
