import { Link } from '@tanstack/react-router';
import { Waypoints } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Page, PageHeader } from '../../ui/layout.tsx';
import { stepsPath } from './search.ts';

/** Every tool, with what it is for. */
export default function ToolsPage(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  return (
    <Page>
      <PageHeader title={t('nav.tools')} text={t('tools:steps.toolsAbout')} />
      <ul className="grid gap-3 md:grid-cols-2 xl:grid-cols-3">
        <li>
          <Link
            to={`/mpc/${stepsPath}`}
            className="flex h-full items-start gap-3 rounded-lg border border-line bg-panel p-4 hover:bg-hov"
          >
            <Waypoints aria-hidden className="mt-0.5 shrink-0 text-mut" />
            <span className="grid gap-0.5">
              <span className="font-semibold">{t('tools:steps.title')}</span>
              <span className="text-mut">{t('tools:steps.about')}</span>
            </span>
          </Link>
        </li>
      </ul>
    </Page>
  );
}
