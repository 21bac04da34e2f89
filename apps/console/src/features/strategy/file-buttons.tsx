import { rulesFileText } from '@holdfast/policy';
import { Download, Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../lib/export/save.ts';
import { Button } from '../../ui/button.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import { useCases } from './use-cases.ts';
import type { Rules } from './use-rules.ts';

/** The rules as a file, with the kept test cases; and rules from one. */
export function FileButtons({ rules, mayEdit }: { rules: Rules; mayEdit: boolean }): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const { push } = useDrawers();
  const { cases, loaded } = useCases();
  const { policy } = rules;
  return (
    <>
      <Button
        disabled={!loaded}
        onClick={() => saveFile(new Blob([rulesFileText(policy, cases)]), `holdfast-rules-v${policy.version}.json`)}
      >
        <Download aria-hidden />
        {t('strategyEngine:file.export')}
      </Button>
      {mayEdit && (
        <Button onClick={() => push('rulesImport')}>
          <Upload aria-hidden />
          {t('strategyEngine:file.import')}
        </Button>
      )}
    </>
  );
}
