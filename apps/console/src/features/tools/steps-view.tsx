import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ExternalLink } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { AddressChip, Amount, HashText, RelativeTime } from '../../ui/display.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { Banner, EmptyState, StatusPill } from '../../ui/feedback.tsx';
import { Detail } from '../../ui/layout.tsx';
import { indentOf, type Step, type Steps, standOf } from './view.ts';

const tones = { unknown: 'wait', onItsWay: 'active', failed: 'bad', done: 'done' } as const;

/** A payment's transactions, each below the one that caused it. @param inOrder is it the order's own drawer? */
export function StepsView({ steps, inOrder = false }: { steps: Steps; inOrder?: boolean }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const stand = standOf(steps);
  if (steps.chain_id === '') return <EmptyState title={t('tools:steps.nothing')} text={t('tools:steps.nothingText')} />;
  const left = steps.total - steps.list.length;
  return (
    <div className="grid min-w-0 gap-4">
      <div className="grid justify-items-start gap-1">
        <StatusPill tone={tones[stand]} text={t(`tools:steps.stand.${stand}`)} />
        <p className="text-mut">{t(`tools:steps.standText.${stand}`)}</p>
      </div>
      <Facts steps={steps} inOrder={inOrder} />
      {steps.list.length > 0 && (
        <ol className="grid gap-2" aria-label={t('tx.steps')}>
          {steps.list.map((step) => (
            <StepRow key={step.tx_hash} step={step} symbol={steps.base_symbol} />
          ))}
        </ol>
      )}
      {left > 0 && <Banner>{t('tools:steps.cut', { count: left })}</Banner>}
    </div>
  );
}

function Facts({ steps, inOrder }: { steps: Steps; inOrder: boolean }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const drawers = useDrawers();
  const { order, message_hash, coin_net, final } = steps;
  return (
    <dl className="rounded-lg border border-line px-3.5 py-1.5 tabular-nums">
      <Detail name={t('tools:steps.network')}>{coin_net}</Detail>
      <Detail name={t('tools:steps.message')}>
        <HashText hash={message_hash} />
      </Detail>
      <Detail name={t('tools:steps.final')}>{t(final ? 'tools:steps.finalYes' : 'tools:steps.finalNo')}</Detail>
      {order && order.nonce !== '' && <Detail name={t('tools:steps.seqno')}>{order.nonce}</Detail>}
      {order?.valid_until && (
        <Detail name={t('tools:steps.validUntil')}>
          <RelativeTime when={order.valid_until} />
        </Detail>
      )}
      {order && !inOrder && (
        <Detail name={t('tools:steps.order')}>
          <Button size="sm" onClick={() => drawers.push('transaction', '2', String(order.withdraw_id))}>
            {t('tools:steps.openOrder', { id: order.withdraw_id })}
          </Button>
        </Detail>
      )}
    </dl>
  );
}

function StepRow({ step, symbol }: { step: Step; symbol: string }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  return (
    <li className={cn('grid min-w-0 gap-1.5 rounded-lg border border-line px-3.5 py-2.5', indentOf(step))}>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 className="font-semibold">{t(`tools:steps.kind.${step.type}`)}</h3>
        <StatusPill
          tone={step.success ? 'done' : 'bad'}
          text={t(step.success ? 'tools:steps.succeeded' : 'tools:steps.failed')}
        />
      </div>
      {step.exit !== 'done' && (
        <p className={step.success ? 'text-mut' : 'text-bad'}>
          {t(`tools:steps.exit.${step.exit}`)}
          {step.exit_code !== null && ` (${t('tools:steps.code', { code: step.exit_code })})`}
        </p>
      )}
      <p className="flex flex-wrap gap-x-3">
        {step.token_amount !== null && <Amount value={step.token_amount} symbol={step.token_symbol} />}
        {step.type !== 'external' && <Amount value={step.amount} symbol={symbol} />}
        <span className="text-mut">
          {t('tools:steps.fee')} <Amount value={step.fee} symbol={symbol} />
        </span>
      </p>
      {step.token_amount === null && step.type.startsWith('token') && (
        <p className="text-warn">{t('tools:steps.unknownToken')}</p>
      )}
      {step.memo !== '' && (
        <p className="break-words">
          <span className="text-mut">{t('tools:steps.comment')}</span> <bdi>{step.memo}</bdi>
        </p>
      )}
      {/* It may be ours, which is copied where one sees whether deposits are open. */}
      <AddressChip address={step.account} copy={null} />
      <p className="flex flex-wrap items-center gap-x-3 text-mut">
        <HashText hash={step.tx_hash} />
        <RelativeTime when={step.time} />
        {/^https?:\/\//.test(step.explorer_url) && (
          <ExternalLink href={step.explorer_url}>{t('tx.openExplorer')}</ExternalLink>
        )}
      </p>
    </li>
  );
}
