import { Link } from '@tanstack/react-router';
import { Network } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AlertBar } from '../../ui/alert-bar.tsx';
import { buttonStyle } from '../../ui/button.tsx';
import { useHealth, useSentence } from './use-health.ts';
import { meanwhile } from './view.ts';

/** On every screen while something is wrong: what, what works meanwhile, and where to look. */
export default function HealthBar(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const write = useSentence();
  const { data } = useHealth();
  const sentences = data ? meanwhile(data) : [];
  const [worst] = sentences.filter(({ bad, text }) => bad && text !== 'tools:health.do.frozen');
  const [works] = sentences.filter(({ bad, text }) => !bad && text !== 'tools:health.do.due');
  if (!worst) return null;
  return (
    <AlertBar
      icon={Network}
      actions={
        <Link to="/mpc/center/health" className={buttonStyle({ size: 'sm' })}>
          {t('tools:health.look')}
        </Link>
      }
    >
      <strong className="min-w-0 font-medium">{write(worst)}</strong>
      {works && <span className="min-w-0 max-md:hidden">{write(works)}</span>}
    </AlertBar>
  );
}
