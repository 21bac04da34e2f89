import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { Card } from '../../ui/layout.tsx';
import { templateKeys } from './templates.ts';

/** Sets of rules to begin with; each is shown whole before it is proposed. */
export function TemplatesCard(): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const { push } = useDrawers();
  return (
    <Card title={t('strategyEngine:template.title')}>
      <ul className="grid gap-2">
        {templateKeys.map((key) => (
          <li key={key} className="flex flex-wrap items-center gap-2 rounded-lg border border-line px-3 py-2">
            <span className="min-w-[min(100%,14rem)] flex-1">
              <span className="font-medium">{t(`strategyEngine:template.${key}`)}</span>{' '}
              <span className="text-mut">{t(`strategyEngine:template.${key}Text`)}</span>
            </span>
            <Button size="sm" onClick={() => push('rule', 'template', key)}>
              {t('strategyEngine:template.look')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
