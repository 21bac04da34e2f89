import { Link } from '@tanstack/react-router';
import { Network } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AlertBar } from '../../ui/alert-bar.tsx';
import { buttonStyle } from '../../ui/button.tsx';
import { useTrouble } from './use-health.ts';

/** On every screen while something is wrong: what, what works meanwhile, and where to look. */
export default function HealthBar(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { worst, works, overdue } = useTrouble();
  const told = worst || overdue;
  if (told === '') return null;
  return (
    <AlertBar
      icon={Network}
      actions={
        <Link to="/mpc/center/health" className={buttonStyle({ size: 'sm' })}>
          {t('tools:health.look')}
        </Link>
      }
    >
      <strong className="min-w-0 font-medium">{told}</strong>
      {worst !== '' && works !== '' && <span className="min-w-0">{works}</span>}
    </AlertBar>
  );
}
