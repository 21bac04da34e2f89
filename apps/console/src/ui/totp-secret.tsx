import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from './display.tsx';
import { QrCode } from './qr-code.tsx';

/** A new authenticator secret, to scan or to enter by hand. */
export function TotpSecret({ uri, secret }: { uri: string; secret: string }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  return (
    <div className="flex flex-wrap items-center gap-5">
      <QrCode text={uri} label={t('tools:setup.totp.qr')} />
      <div className="grid min-w-0 flex-1 gap-1">
        <span className="text-mut">{t('tools:setup.totp.secret')}</span>
        <span className="flex items-center gap-1">
          <code className="mono break-all" data-testid="totp-secret">
            {secret}
          </code>
          <CopyButton text={secret} />
        </span>
      </div>
    </div>
  );
}
