import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { signerText } from '../../lib/signer-name.ts';
import { RelativeTime } from '../../ui/display.tsx';
import { StatusPill } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { type Health, type PriceSource, priceStates } from './view.ts';

const wide = 'max-md:hidden';

/** Where each signer reads prices, and where this console does: every operator has their own. */
export function PricesCard({ health: { signers, prices } }: { health: Health }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const head = [
    { text: t('tools:health.prices.who') },
    { text: t('tools:health.prices.source') },
    { text: t('tools:health.state') },
    { text: t('tools:health.prices.coins'), className: wide },
    { text: t('tools:health.prices.newest'), className: wide },
  ];
  return (
    <Card flush title={t('tools:health.prices')}>
      <p className="px-4 pb-3 text-mut">{t('tools:health.prices.about')}</p>
      <PlainTable head={head} shapes={3}>
        {signers.map(({ id, name, prices: own }) => (
          <Rows key={id} who={signerText(name)} sources={own} none={t('tools:health.prices.none')} />
        ))}
        <Rows who={t('tools:health.prices.console')} sources={prices} none={t('tools:health.prices.fixed')} />
      </PlainTable>
    </Card>
  );
}

function Rows({
  who,
  sources,
  none,
}: {
  who: string;
  /** null: it does not tell. */
  sources: readonly PriceSource[] | null;
  none: string;
}): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  if (sources === null || sources.length === 0)
    return (
      <tr>
        <td>
          <bdi className="font-medium">{who}</bdi>
        </td>
        <td colSpan={4} className="text-mut">
          {sources === null ? t('tools:health.prices.untold') : none}
        </td>
      </tr>
    );
  return sources.map((source, at) => (
    <tr key={source.name} data-source={`${who}: ${source.name}`}>
      <td>{at === 0 && <bdi className="font-medium">{who}</bdi>}</td>
      <td>
        <bdi>{source.name}</bdi>
        <span className="block text-mut text-xs">{t(`tools:health.prices.kind.${source.kind}`)}</span>
      </td>
      <td>
        <State problem={source.problem} />
        <span className="block text-mut text-xs md:hidden">
          <Newest source={source} />
        </span>
      </td>
      <td className={`${wide} tabular-nums`}>{source.assets}</td>
      <td className={wide}>
        <Newest source={source} />
      </td>
    </tr>
  ));
}

function State({ problem }: { problem: PriceSource['problem'] }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { tone, text } = priceStates[problem];
  return <StatusPill tone={tone} text={t(text)} />;
}

const Newest = ({ source: { newest_at } }: { source: PriceSource }): ReactNode =>
  newest_at ? <RelativeTime when={newest_at} /> : '–';
