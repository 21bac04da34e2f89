import { Unlink } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** On every screen while the signers have different rules: why no payment leaves, and what helps. */
export default function ApartBar(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-bads px-5 py-1.5 text-bad max-md:px-3"
    >
      <Unlink size={14} aria-hidden />
      <span className="min-w-0">{t('tools:apart.bar')}</span>
    </div>
  );
}
