import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage, setLanguage } from '../lib/i18n.ts';
import { Button } from './button.tsx';

/** Below the frame of a page before the shell: the other language, by its own name. @param onChanged once it is spoken */
export function LanguageSwitch({ onChanged }: { onChanged?: () => Promise<void> }): ReactNode {
  const { t } = useTranslation();
  const change = async (): Promise<void> => {
    await setLanguage(currentLanguage() === 'zh-CN' ? 'en-US' : 'zh-CN');
    await onChanged?.();
  };
  return (
    <Button variant="ghost" size="sm" onClick={() => void change()}>
      {t('user.otherLanguage')}
    </Button>
  );
}
