import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card, Detail } from '../../ui/layout.tsx';
import { Room } from './signers-card.tsx';
import { type Health, sizeText } from './view.ts';

/** The API server itself and its database. */
export function ServerCard({ health: { version, database, server } }: { health: Health }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const values = { ms: database.answer_ms, size: sizeText(database.size_bytes) };
  return (
    <Card title={t('tools:health.server')}>
      <dl>
        <Detail name={t('tools:health.version')}>{version}</Detail>
        <Detail name={t('tools:health.database')}>{t('tools:health.database.answers', values)}</Detail>
        <Detail name={t('tools:health.disk')}>
          <Room disk={server.disk} free={server.free_bytes} />
        </Detail>
      </dl>
    </Card>
  );
}
