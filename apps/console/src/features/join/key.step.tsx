import { ExternalLink, KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isWebAddress } from '../../lib/given-key.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';

/** The way to the signer's page where the key is made; it leads back by itself. @param failed it came back without a key */
export function KeyStep({ url, failed }: { url: string; failed: boolean }): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember']);
  return (
    <div className="grid gap-4">
      {failed && <Banner tone="bad">{t('teamMember:join.keyLost')}</Banner>}
      <p className="text-mut">{t('teamMember:join.keyText')}</p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="text-mut text-xs">{t('teamMember:join.keyNote')}</span>
        {isWebAddress(url) && (
          <a href={url} rel="noreferrer" className={buttonStyle({ variant: 'primary', size: 'lg' })}>
            <KeyRound aria-hidden />
            {t('teamMember:join.makeKey')}
            <ExternalLink aria-hidden />
          </a>
        )}
      </div>
    </div>
  );
}
