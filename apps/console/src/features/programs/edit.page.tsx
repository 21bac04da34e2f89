import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonStyle } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback.tsx';
import { Card, Page, PageHeader } from '../../ui/layout.tsx';
import { OneProgram } from './one-program.tsx';
import { ProgramEditor } from './program-editor.tsx';
import { readAppId } from './view.ts';

/** Spec route center/api/editApi: `?app=` says which. */
export default function EditProgramPage(): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const search: Record<string, unknown> = useSearch({ strict: false });
  const gone = (
    <Page>
      <PageHeader title={t('apiPage:title.edit')} />
      <Card flush>
        <EmptyState
          title={t('apiPage:gone')}
          action={
            <Link to="/mpc/center/api" className={buttonStyle({})}>
              {t('nav.api')}
            </Link>
          }
        />
      </Card>
    </Page>
  );
  return (
    <OneProgram id={readAppId(search.app)} gone={gone}>
      {(program) => <ProgramEditor key={program.app_id} start={program} />}
    </OneProgram>
  );
}
