import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api, isRefusal } from '../../lib/api.ts';
import { saveFile } from '../../lib/export/save.ts';
import { queryClient } from '../../lib/query.ts';
import { Button } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { ProposalFault } from '../../ui/proposal.tsx';
import { StepUp } from '../../ui/step-up.tsx';

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** Fetches the encrypted share; each time with a fresh code where it is due, and each time on the signer's record. */
export function TakeFile({ item: item_id }: { item: number }): ReactNode {
  const { t } = useTranslation(['translation', 'privateKeyRecovery']);
  const take = useMutation({
    mutationFn: () => api.keyMaterial.take({ item_id }),
    onSuccess: ({ file_name, content }) => {
      saveFile(new Blob([bytesOf(content)], { type: 'application/octet-stream' }), file_name);
      void queryClient.invalidateQueries({ queryKey: ['keyMaterial'] });
    },
    meta: { quiet: true },
  });
  if (isRefusal(take.error) && take.error.refusal === 'stepUpRequired') return <StepUp onDone={() => take.mutate()} />;
  return (
    <section className="grid gap-2">
      <Button variant="primary" busy={take.isPending} onClick={() => take.mutate()}>
        <Download aria-hidden />
        {t('privateKeyRecovery:download')}
      </Button>
      <p className="text-mut text-xs">{t('privateKeyRecovery:downloadHint')}</p>
      {take.data && <Banner>{t('privateKeyRecovery:downloaded')}</Banner>}
      <ProposalFault error={take.error} />
    </section>
  );
}
