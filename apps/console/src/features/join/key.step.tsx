import type { contract, Output } from '@holdfast/contract';
import { ExternalLink, KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isWebAddress } from '../../lib/given-key.ts';
import { listJoin } from '../../lib/list-join.ts';
import { signerLink } from '../../lib/signer-link.ts';
import { signerText } from '../../lib/signer-name.ts';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { Banner } from '../../ui/feedback.tsx';

/** The way to a signer's page; it leads back by itself. */
function ToPage({ url, text }: { url: string; text: string }): ReactNode {
  if (!isWebAddress(url)) return null;
  return (
    <a href={signerLink(url)} rel="noreferrer" className={buttonStyle({ variant: 'primary', size: 'lg' })}>
      <KeyRound aria-hidden />
      {text}
      <ExternalLink aria-hidden />
    </a>
  );
}

/** The way to the signer's page where the key is made. @param failed it came back without a key */
export function KeyStep({ url, failed }: { url: string; failed: boolean }): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember']);
  return (
    <div className="grid gap-4">
      {failed && <Banner tone="bad">{t('teamMember:join.keyLost')}</Banner>}
      <p className="text-mut">{t('teamMember:join.keyText')}</p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="text-mut text-xs">{t('teamMember:join.keyNote')}</span>
        <ToPage url={url} text={t('teamMember:join.makeKey')} />
      </div>
    </div>
  );
}

interface FurtherKeyProps {
  readonly page: Output<typeof contract.team.joinInfo>['key_pages'][number];
  readonly failed: boolean;
  readonly onEnough: () => void;
}

/** The way to a page on which the keys made so far do not answer. Who goes on without one can make it later. */
export function FurtherKeyStep({ page, failed, onEnough }: FurtherKeyProps): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember']);
  return (
    <div className="grid gap-4">
      {failed && <Banner tone="bad">{t('teamMember:join.keyLost')}</Banner>}
      <p className="font-medium">{t('teamMember:join.keyMade')}</p>
      <p className="text-mut">
        {t('teamMember:join.furtherText', { page: page.host, signers: page.signers.map(signerText).join(listJoin()) })}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button variant="ghost" onClick={onEnough}>
          {t('teamMember:join.enough')}
        </Button>
        <ToPage url={page.url} text={t('teamMember:keyAt', { page: page.host })} />
      </div>
    </div>
  );
}
