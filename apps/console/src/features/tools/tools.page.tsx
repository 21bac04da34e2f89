import { Link } from '@tanstack/react-router';
import { type LucideIcon, Rows3, Waypoints } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
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
        <Tool to="/mpc/tools/batchTransfer" Icon={Rows3} title={t('batch.title')} about={t('tools:batch.about')} />
        <Tool to={`/mpc/${stepsPath}`} Icon={Waypoints} title={t('tools:steps.title')} about={t('tools:steps.about')} />
      </ul>
    </Page>
  );
}

interface ToolProps {
  readonly to: NonNullable<ComponentProps<typeof Link>['to']>;
  readonly Icon: LucideIcon;
  readonly title: string;
  readonly about: string;
}

function Tool({ to, Icon, title, about }: ToolProps): ReactNode {
  return (
    <li>
      <Link to={to} className="flex h-full items-start gap-3 rounded-lg border border-line bg-panel p-4 hover:bg-hov">
        <Icon aria-hidden className="mt-0.5 shrink-0 text-mut" />
        <span className="grid gap-0.5">
          <span className="font-semibold">{title}</span>
          <span className="text-mut">{about}</span>
        </span>
      </Link>
    </li>
  );
}
