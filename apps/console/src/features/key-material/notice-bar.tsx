import { useMutation } from '@tanstack/react-query';
import { Vault } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { queryClient, useApi } from '../../lib/query.ts';
import { signerText } from '../../lib/signer-name.ts';
import { absoluteTime } from '../../lib/time.ts';
import { AlertBar } from '../../ui/alert-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { useDrawers } from '../../ui/drawers.tsx';
import type { Request } from './view.ts';

/** On every screen of a member with a key of equal rights, from a grant of key material until they say that they have seen it. */
export default function KeyMaterialBar(): ReactNode {
  const list = useApi('keyMaterial', 'notices', {}, { quiet: true }).data?.list ?? [];
  return list.map((request) => <Notice key={request.item_id} request={request} />);
}

function Notice({ request }: { request: Request }): ReactNode {
  const { t } = useTranslation(['translation', 'privateKeyRecovery']);
  const { push } = useDrawers();
  const { item_id, applicant, ready_at: ready, state } = request;
  const signer = signerText(request.signer_name);
  const seen = useMutation({
    mutationFn: () => api.keyMaterial.acknowledge({ item_id }),
    onSuccess: () => void queryClient.invalidateQueries(),
  });
  const goes = ready && (state === 'waiting' || state === 'ready' || state === 'taken');
  const { name } = applicant;
  return (
    <AlertBar
      icon={Vault}
      actions={
        <>
          <Button size="sm" onClick={() => push('keyMaterial', String(item_id))}>
            {t('privateKeyRecovery:barLook')}
          </Button>
          <Button size="sm" busy={seen.isPending} onClick={() => seen.mutate()}>
            {t('privateKeyRecovery:acknowledge')}
          </Button>
        </>
      }
    >
      <strong className="min-w-0 break-words font-medium">
        {goes
          ? t('privateKeyRecovery:bar', { signer, name, time: absoluteTime(ready) })
          : t('privateKeyRecovery:barEnded', { signer, name })}
      </strong>
    </AlertBar>
  );
}
