import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { signerText } from '../../lib/signer-name.ts';
import { ExternalLink } from '../../ui/button.tsx';
import { RelativeTime } from '../../ui/display.tsx';
import { StatusPill } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { diskStates, type SignerHealth, signerStates, sizeText } from './view.ts';

const wide = 'max-md:hidden';

/** Every signer, as it last said itself. */
export function SignersCard({ signers }: { signers: readonly SignerHealth[] }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const head = [
    { text: t('tools:health.signer.name') },
    { text: t('tools:health.state') },
    { text: t('tools:health.heard'), className: wide },
    { text: t('tools:health.version'), className: wide },
    { text: t('tools:health.clock'), className: wide },
    { text: t('tools:health.disk'), className: wide },
  ];
  return (
    <Card flush title={t('tools:health.signers')}>
      <PlainTable head={head} shapes={2}>
        {signers.map((signer) => (
          <SignerRow key={signer.id} signer={signer} />
        ))}
      </PlainTable>
    </Card>
  );
}

function SignerRow({ signer }: { signer: SignerHealth }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { tone, text } = signerStates[signer.state];
  return (
    <tr data-signer={signer.id}>
      <td>
        <bdi className="font-medium">{signerText(signer.name)}</bdi>
        {/^https?:\/\//.test(signer.page) && (
          <span className="block text-xs">
            <ExternalLink href={signer.page}>{signer.page.replace(/^https?:\/\//, '')}</ExternalLink>
          </span>
        )}
      </td>
      <td>
        <StatusPill tone={tone} text={t(text)} />
        <span className="block text-mut text-xs md:hidden">
          <Heard signer={signer} />
        </span>
      </td>
      <td className={wide}>
        <Heard signer={signer} />
      </td>
      <td className={wide}>{signer.version || '–'}</td>
      <td className={wide}>
        <Clock signer={signer} />
      </td>
      <td className={wide}>
        <Room disk={signer.disk} free={signer.free_bytes} />
      </td>
    </tr>
  );
}

function Heard({ signer: { heard_at } }: { signer: SignerHealth }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  return heard_at ? <RelativeTime when={heard_at} /> : t('tools:health.notYet');
}

/** How far its clock is from the server's, in seconds. */
function Clock({ signer: { clock_ms, clock_off } }: { signer: SignerHealth }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  if (clock_ms === null) return '–';
  const seconds = (clock_ms / 1_000).toFixed(1);
  if (clock_off) return <StatusPill tone="bad" text={t('tools:health.clock.off', { seconds })} />;
  return <span className="tabular-nums">{t('tools:health.clock.well')}</span>;
}

export function Room({ disk, free }: { disk: SignerHealth['disk']; free: number | null }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { tone, text } = diskStates[disk];
  if (free === null) return <span className="text-mut">{t(text)}</span>;
  return disk === 'ok' ? (
    <span className="tabular-nums">{t('tools:health.disk.free', { size: sizeText(free) })}</span>
  ) : (
    <StatusPill tone={tone} text={`${t(text)} · ${t('tools:health.disk.free', { size: sizeText(free) })}`} />
  );
}
