import { type contract, errorEntry, type Output } from '@holdfast/contract';
import { audit } from '@holdfast/contract/audit';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DownloadRefused, downloadFile } from '../../lib/download.ts';
import { usePermission } from '../../lib/permission.ts';
import { useApi } from '../../lib/query.ts';
import { signerText } from '../../lib/signer-name.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton, RelativeTime } from '../../ui/display.tsx';
import { Skeleton, StatusPill } from '../../ui/feedback.tsx';
import { Card, Detail } from '../../ui/layout.tsx';
import { StepUp } from '../../ui/step-up.tsx';

type Status = Output<typeof contract.audit.status>;
type Witness = Status['witnesses'][number];

const everyMs = 15_000;
const stepUp = errorEntry('stepUpRequired').code;
const grouped = (n: number): string => n.toLocaleString('en-US');

function WitnessLine({ witness, size }: { witness: Witness; size: number }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const forked = witness.problem === 'logForked';
  const tone = forked ? 'bad' : witness.size === size && size > 0 ? 'done' : 'wait';
  return (
    <Detail name={t('tools:audit.witness', { name: signerText(witness.name) })}>
      <span className="flex flex-wrap items-center gap-2">
        <StatusPill tone={tone} text={`${grouped(witness.size)} / ${grouped(size)}`} />
        {forked && (
          <strong role="alert" className="text-bad">
            {t('tools:audit.forked')}
          </strong>
        )}
        {!forked && witness.problem !== '' && <span className="text-mut">{t('tools:audit.behind')}</span>}
      </span>
    </Detail>
  );
}

function DownloadLog(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const download = useMutation({ mutationFn: () => downloadFile(audit.export), meta: { quiet: true } });
  const refused = download.error instanceof DownloadRefused ? download.error : undefined;
  if (refused?.code === stepUp) return <StepUp onDone={() => download.mutate()} />;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button busy={download.isPending} onClick={() => download.mutate()}>
        <Download aria-hidden />
        {t('tools:audit.download')}
      </Button>
      {download.error && (
        <span role="alert" className="text-bad">
          {refused?.message ?? t('tools:audit.cut')}
        </span>
      )}
    </div>
  );
}

/** How far the audit log is signed and witnessed, and the log itself. */
export function AuditLogCard(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { data } = useApi('audit', 'status', {}, { quiet: true, refetchInterval: everyMs });
  const mayExport = usePermission('audit.export');
  return (
    <Card title={t('tools:audit.title')} aside={data && <KeysButton keys={data.keys} />}>
      <p className="mb-2 max-w-3xl text-mut">{t('tools:audit.about')}</p>
      {data ? <Facts status={data} /> : <Skeleton className="h-20 w-full" />}
      {mayExport && (
        <div className="mt-3">
          <DownloadLog />
        </div>
      )}
    </Card>
  );
}

function KeysButton({ keys }: { keys: readonly string[] }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  return <CopyButton text={keys.join('\n')} label={t('tools:audit.keys')} />;
}

function Facts({ status }: { status: Status }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { size, checkpoint_at, checkpoint_size, witnesses } = status;
  return (
    <dl>
      <Detail name={t('tools:audit.size')}>
        <span className="tabular-nums">{grouped(size)}</span>
      </Detail>
      <Detail name={t('tools:audit.checkpoint')}>
        {checkpoint_at ? (
          <span>
            <span className="tabular-nums">{grouped(checkpoint_size)}</span>
            {' · '}
            <RelativeTime when={checkpoint_at} />
          </span>
        ) : (
          t('tools:audit.never')
        )}
      </Detail>
      {witnesses.map((witness) => (
        <WitnessLine key={witness.signer} witness={witness} size={checkpoint_size} />
      ))}
    </dl>
  );
}
