import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState, Skeleton } from '../../ui/feedback.tsx';
import { Card, Page, PageHeader } from '../../ui/layout.tsx';
import { ChainsCard } from './chains-card.tsx';
import { MailCard } from './mail-card.tsx';
import { PricesCard } from './prices-card.tsx';
import { ServerCard } from './server-card.tsx';
import { SignersCard } from './signers-card.tsx';
import { UpkeepCard } from './upkeep-card.tsx';
import { useHealth, useSentence } from './use-health.ts';
import { type Health, meanwhile } from './view.ts';

/** What works, what does not, and what one can do meanwhile. */
export default function HealthPage(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { data, error, refetch } = useHealth();
  return (
    <Page>
      <PageHeader title={t('nav.health')} text={t('tools:health.about')} />
      {data ? (
        <>
          <Meanwhile health={data} />
          <SignersCard signers={data.signers} />
          <ChainsCard chains={data.chains} />
          <UpkeepCard upkeep={data.upkeep} />
          <PricesCard health={data} />
          <ServerCard health={data} />
          <MailCard />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Shapes />
      )}
    </Page>
  );
}

const Shapes = (): ReactNode => (
  <>
    <Skeleton className="h-16 w-full" />
    <Skeleton className="h-40 w-full" />
    <Skeleton className="h-56 w-full" />
  </>
);

/** In words: what waits, and what goes on. */
function Meanwhile({ health }: { health: Health }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const write = useSentence();
  const sentences = meanwhile(health);
  const wrong = sentences.some(({ bad }) => bad);
  return (
    <Card title={t('tools:health.now')}>
      <ul className="grid gap-1">
        {!wrong && (
          <li className="flex items-center gap-2 font-medium text-ok">
            <CircleCheck size={15} aria-hidden className="shrink-0" />
            {t('tools:health.do.all')}
          </li>
        )}
        {sentences.map((sentence) => (
          <li key={sentence.text} className={sentence.bad ? 'font-medium text-bad' : ''}>
            <bdi>{write(sentence)}</bdi>
          </li>
        ))}
      </ul>
    </Card>
  );
}
