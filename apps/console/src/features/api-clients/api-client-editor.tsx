import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { Banner } from '../../ui/feedback.tsx';
import { Card, Page, PageHeader } from '../../ui/layout.tsx';
import { Propose } from '../../ui/propose.tsx';
import { ApiClientFields } from './api-client-fields.tsx';
import { HowTo } from './how-to.tsx';
import { useApiClientForm } from './use-api-client-form.ts';
import type { ApiClient } from './view.ts';

/** A new API client, or one that is changed: the form, and beside it where a key comes from. */
export function ApiClientEditor({ start }: { start?: ApiClient }): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const navigate = useNavigate();
  const form = useApiClientForm(start);
  const kind = start ? 'edit' : 'add';
  const run = async (remark: string) => {
    const { proposal } = await api.apiClient.save({
      ...form.wire(),
      ...(start ? { app_id: start.app_id } : {}),
      remark,
    });
    return proposal;
  };
  const name = form.values.name.trim();
  return (
    <Page>
      <PageHeader title={t(`apiPage:title.${kind}`)} text={t(`apiPage:aboutTo.${kind}`)} />
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-start gap-3 max-lg:grid-cols-1">
        <Card flush>
          <Propose
            written={form.written}
            submit={t(start ? 'common.save' : 'apiPage:propose')}
            backText={t('common.cancel')}
            onBack={() => void navigate({ to: '/mpc/center/api' })}
            ready={form.ready}
            run={run}
            told={() => ({ title: t(`apiPage:proposed.${kind}`, { name }), text: t('apiPage:proposedText') })}
            settled={<Banner title={t('apiPage:edit.saved', { name })}>{t('apiPage:edit.savedText')}</Banner>}
          >
            <ApiClientFields form={form} {...(start ? { start } : {})} />
          </Propose>
        </Card>
        <HowTo {...(start ? { appId: start.app_id } : {})} />
      </div>
    </Page>
  );
}
