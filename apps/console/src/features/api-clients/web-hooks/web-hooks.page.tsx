import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../../lib/permission.ts';
import { Button } from '../../../ui/button.tsx';
import { useDrawers } from '../../../ui/drawers.tsx';
import { Page, PageHeader } from '../../../ui/layout.tsx';
import { DeliveriesCard } from './deliveries-card.tsx';
import { EndpointsCard } from './endpoints-card.tsx';

/** Web hooks: where they go, what was sent, and how that went (spec route center/transactionNotification). */
export default function WebHooksPage(): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const { push } = useDrawers();
  const mayEdit = usePermission('webHook.edit');
  return (
    <Page>
      <PageHeader
        title={t('hook.title')}
        text={t('apiPage:hook.about')}
        actions={
          mayEdit && (
            <Button variant="primary" onClick={() => push('hookEndpoint')}>
              <Plus aria-hidden />
              {t('apiPage:hook.add')}
            </Button>
          )
        }
      />
      <EndpointsCard />
      <DeliveriesCard />
    </Page>
  );
}
