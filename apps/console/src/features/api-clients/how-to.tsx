import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CommandLine } from '../../ui/command-line.tsx';
import { Card } from '../../ui/layout.tsx';
import { useCommands } from './use-commands.ts';

/** Where a key comes from and what an API client does with it, in the commands that do it. */
export function HowTo({ appId }: { appId?: string }): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  const { addLinks, pay, connect, newKey, showKey } = useCommands(appId);
  return (
    <Card title={t('apiPage:how.title')}>
      <ol className="grid list-inside list-decimal gap-4 marker:text-mut">
        <li>
          {t('apiPage:how.make')}
          <CommandLine command={newKey} />
          <p className="mt-1.5 text-mut text-xs">{t('apiPage:how.makeText')}</p>
        </li>
        <li>
          {t('apiPage:how.paste')}
          <CommandLine command={showKey} />
          <p className="mt-1.5 text-mut text-xs">{t('apiPage:how.pasteText')}</p>
        </li>
        <li>{t('apiPage:how.sign')}</li>
        <li>
          {t('apiPage:how.pay')}
          <CommandLine command={pay} />
          <p className="mt-1.5 text-mut text-xs">{t('apiPage:how.payText')}</p>
        </li>
        <li>
          {t('apiPage:how.connect')}
          <CommandLine command={connect} />
          <p className="mt-1.5 text-mut text-xs">{t('apiPage:how.connectText')}</p>
        </li>
        <li>
          {t('apiPage:how.link')}
          <CommandLine command={`${addLinks}\n${connect} \\\n  --walletconnect PROJECT_ID`} />
          <p className="mt-1.5 text-mut text-xs">{t('apiPage:how.linkText')}</p>
        </li>
      </ol>
    </Card>
  );
}
