import { ShieldCheck } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { fieldsOf, kept, storedText } from '../../lib/stored.ts';
import { ExternalLink } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';

interface KnownPages {
  readonly origins: readonly string[];
}

const originShape = /^https?:\/\/[a-z0-9.:-]{1,260}$/;
const readOrigins = (value: unknown): string[] =>
  Object.values(fieldsOf(value)).flatMap((one) => storedText(one, originShape) || []);

/** Signers' pages that somebody at this browser has said to be right. Where a link leads is the server's word; this is not. */
export const useKnownPages = create<KnownPages>()(
  persist(
    () => ({ origins: [] }),
    kept<KnownPages, KnownPages>('signerPages', ({ origins }) => ({ origins: readOrigins(origins) })),
  ),
);

function originOf(url: string): string {
  try {
    return new URL(url).origin;
  } catch {
    return '';
  }
}

/** To a signer's own page, which derives the address itself. It says where it leads, and leads nowhere that nobody here has called right before. */
export function CompareLink({ url }: { url: string }): ReactNode {
  const { t } = useTranslation();
  const origin = originOf(url);
  const known = useKnownPages(({ origins }) => origins.includes(origin));
  if (origin === '') return null;
  const ask = async (): Promise<void> => {
    const { result } = await confirm({
      type: 'warning',
      title: t('deposit.verifyNew'),
      content: t('deposit.verifyNewText', { origin }),
      acknowledge: t('deposit.verifyNewCheck'),
    });
    if (result !== 'confirm') return;
    useKnownPages.setState(({ origins }) => ({ origins: [...origins, origin] }));
    window.open(url, '_blank', 'noopener,noreferrer');
  };
  const onClick = (event: MouseEvent): void => {
    if (known) return;
    event.preventDefault();
    void ask();
  };
  return (
    <ExternalLink href={url} onClick={onClick} className="inline-flex flex-wrap items-center gap-x-1.5 text-xs">
      <ShieldCheck size={14} aria-hidden />
      {t('deposit.verify')} <bdi className="mono">{origin}</bdi>
    </ExternalLink>
  );
}
