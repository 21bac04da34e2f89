import { useMutation } from '@tanstack/react-query';
import { Vault } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { queryClient, useApi } from '../../lib/query.ts';
import { absoluteTime } from '../../lib/time.ts';
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
  const { item_id, signer_name: signer, applicant, ready_at: ready, state } = request;
  const seen = useMutation({
    mutationFn: () => api.keyMaterial.acknowledge({ item_id }),
    onSuccess: () => void queryClient.invalidateQueries(),
  });
  const goes = ready && (state === 'waiting' || state === 'ready' || state === 'taken');
  const { name } = applicant;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-bads px-5 py-1.5 text-bad max-md:px-3"
    >
      <Vault size={14} aria-hidden />
      <strong className="min-w-0 break-words font-medium">
        {goes
          ? t('privateKeyRecovery:bar', { signer, name, time: absoluteTime(ready) })
          : t('privateKeyRecovery:barEnded', { signer, name })}
      </strong>
      <span className="ml-auto flex gap-2">
        <Button size="sm" onClick={() => push('keyMaterial', String(item_id))}>
          {t('privateKeyRecovery:barLook')}
        </Button>
        <Button size="sm" busy={seen.isPending} onClick={() => seen.mutate()}>
          {t('privateKeyRecovery:acknowledge')}
        </Button>
      </span>
    </div>
  );
}
