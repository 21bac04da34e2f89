import { Link } from '@tanstack/react-router';
import { Fingerprint, KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import { signerText } from '../../lib/signer-name.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { Card } from '../../ui/layout.tsx';
import type { Overview, OwnKey } from './view.ts';

/** What one approves with, and where each of them answers. */
export function KeysCard({ overview: { keys, member_id } }: { overview: Overview }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const change = member_id !== '' && (
    <Link to="/mpc/center/teamMember" search={{ d: `member:${member_id}` }} className={buttonStyle({ size: 'sm' })}>
      {t('tools:account.keys.change')}
    </Link>
  );
  return (
    <Card flush title={t('tools:account.keys.title')} aside={change}>
      <p className="max-w-3xl px-4 pb-2 text-mut">{t('tools:account.keys.text')}</p>
      {keys.length === 0 ? (
        <p className="border-line2 border-t px-4 py-3 text-mut">{t('tools:account.keys.none')}</p>
      ) : (
        <ul>
          {keys.map((key) => (
            <Key key={key.id} own={key} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Key({ own: { type, words, signers } }: { own: OwnKey }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const Icon = type === 'passkey' ? Fingerprint : KeyRound;
  // The Chinese form of the list puts its word for "and" between names without a space.
  const called = signers.map(signerText);
  const names = currentLanguage() === 'zh-CN' ? called.join('、') : new Intl.ListFormat('en').format(called);
  return (
    <li className="flex items-start gap-3 border-line2 border-t px-4 py-2.5">
      <Icon size={16} aria-hidden className="mt-0.5 shrink-0 text-mut" />
      <span className="grid min-w-0 gap-0.5">
        <span className="font-medium">{t(`tools:account.keys.${type}`)}</span>
        <span className="mono break-words text-[13px]">{words.join(' ')}</span>
        <span className="text-mut text-xs">
          <bdi>
            {signers.length === 0 ? t('tools:account.keys.nowhere') : t('tools:account.keys.where', { signers: names })}
          </bdi>
        </span>
      </span>
    </li>
  );
}
