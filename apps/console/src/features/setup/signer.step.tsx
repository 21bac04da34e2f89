import { KeyRound, ExternalLink as LinkIcon, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { signerLink } from '../../lib/signer-link.ts';
import { signerText } from '../../lib/signer-name.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { CommandLine } from '../../ui/command-line.tsx';
import { StatusPill } from '../../ui/feedback.tsx';

interface SignerRow {
  readonly id: string;
  readonly name: string;
  readonly reachable: boolean;
  readonly initialised: boolean;
  readonly has_key_group: boolean;
}

/** What a signer's host shows its set-up code by. */
const showCode = 'sudo cat /etc/holdfast-signer/setup-code';

/** Steps that happen on a signer's own page: the console leads there and watches for the result. */
export function SignerStep({
  kind,
  url,
  signers,
}: {
  kind: 'passkey' | 'ceremony';
  url: string;
  signers: readonly SignerRow[];
}): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const done = (signer: SignerRow): boolean => (kind === 'passkey' ? signer.initialised : signer.has_key_group);
  const Icon = kind === 'passkey' ? KeyRound : ShieldCheck;
  return (
    <div className="grid gap-4">
      <div>
        <p className="text-mut">{t(`tools:setup.${kind}.text`)}</p>
        {kind === 'passkey' && <CommandLine command={showCode} />}
      </div>
      <ul className="grid gap-2">
        {signers.map((signer) => (
          <li key={signer.id} className="flex items-center justify-between rounded-md border border-line px-3 py-2">
            <span>{signerText(signer.name)}</span>
            {!signer.reachable ? (
              <StatusPill tone="bad" text={t('tools:setup.signer.unreachable')} />
            ) : done(signer) ? (
              <StatusPill tone="done" text={t('tools:setup.signer.done')} />
            ) : (
              <StatusPill tone="wait" text={t('tools:setup.signer.waiting')} />
            )}
          </li>
        ))}
      </ul>
      <div className="flex items-center justify-between gap-3">
        <p className="text-mut text-xs">{t('tools:setup.signer.note')}</p>
        <a href={signerLink(url)} className={buttonStyle({ variant: 'primary', size: 'lg' })}>
          <Icon aria-hidden />
          {t(`tools:setup.${kind}.open`)}
          <LinkIcon aria-hidden />
        </a>
      </div>
    </div>
  );
}
