import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { signerText } from '../../lib/signer-name.ts';
import { relativeTime } from '../../lib/time.ts';
import { StatusPill } from '../../ui/feedback.tsx';
import { Card } from '../../ui/layout.tsx';
import { useNow } from '../../ui/use-now.ts';
import type { KeyGroup } from './view.ts';

const everyMs = 30_000;

/** One key group: who holds its shares, and when each was last given out, as the signers themselves say. */
export function SharesCard({ group }: { group: KeyGroup }): ReactNode {
  const { t } = useTranslation(['translation', 'privateKeyRecovery']);
  return (
    <Card flush>
      <div className="grid gap-0.5 border-line border-b px-4 py-3">
        <h2 className="font-medium">{t('privateKeyRecovery:shares')}</h2>
        <p className="mono break-all text-mut text-xs">{group.key_group}</p>
        <p className="text-mut text-xs">
          {t('privateKeyRecovery:of', { threshold: group.threshold, count: group.shares.length })}
        </p>
      </div>
      <div className="overflow-x-auto">
        <table className="vt">
          <thead>
            <tr>
              <th>{t('privateKeyRecovery:column.holder')}</th>
              <th className="max-md:hidden">{t('privateKeyRecovery:column.fingerprint')}</th>
              <th>{t('privateKeyRecovery:column.exported')}</th>
            </tr>
          </thead>
          <tbody>
            {group.shares.map((share) => (
              <ShareRow key={share.party} share={share} />
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function ShareRow({ share }: { share: KeyGroup['shares'][number] }): ReactNode {
  const { t } = useTranslation(['translation', 'privateKeyRecovery']);
  const now = useNow(everyMs);
  const signer = share.holder === 'signer';
  const when = share.exported_at && relativeTime(share.exported_at, now);
  return (
    <tr>
      <td>
        <bdi className="font-medium">{signer ? signerText(share.name) : t('privateKeyRecovery:recovery')}</bdi>
        {!share.reachable && <StatusPill tone="idle" text={t('privateKeyRecovery:offline')} />}
      </td>
      <td className="max-md:hidden">
        <code className="mono break-all text-xs">{share.fingerprint}</code>
      </td>
      <td className={share.exported > 0 ? 'text-warn' : 'text-mut'}>
        {!signer
          ? '–'
          : when
            ? t('privateKeyRecovery:times', { count: share.exported, when })
            : t('privateKeyRecovery:never')}
      </td>
    </tr>
  );
}
