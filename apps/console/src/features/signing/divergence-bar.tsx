import { Unlink } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { AlertBar } from '../../ui/alert-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { useDrawers } from '../../ui/drawers.tsx';

/** On every screen while the signers have different rules: why no payment leaves, what helps, and the change that some of them lack. */
export default function ApartBar(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { push } = useDrawers();
  const item = useApi('signing', 'status', {}, { quiet: true }).data?.divergence?.item_id ?? null;
  return (
    <AlertBar
      icon={Unlink}
      actions={
        item !== null && (
          <Button size="sm" onClick={() => push('approve', `p${item}`)}>
            {t('tools:divergence.look')}
          </Button>
        )
      }
    >
      <strong className="min-w-0 font-medium">{t('tools:divergence.bar')}</strong>
      <span className="min-w-0">{t(item === null ? 'tools:divergence.unknown' : 'tools:divergence.repeated')}</span>
    </AlertBar>
  );
}
