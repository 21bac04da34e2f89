import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/display.tsx';
import { Banner } from '../../../ui/feedback.tsx';
import type { Given } from './view.ts';

/** What a receiver checks signatures with: the secret is shown this once. */
export function Secrets({ given: { secret, public_key, endpoint_id } }: { given: Given }): ReactNode {
  const { t } = useTranslation(['translation', 'apiPage']);
  return (
    <section className="grid gap-3" data-testid="hook-secrets">
      <Banner tone="warn" title={t('apiPage:hook.secret.once')}>
        {t('apiPage:hook.secret.onceText')}
      </Banner>
      <dl className="grid gap-3">
        <Line name={t('apiPage:hook.secret.hmac')} text={secret} />
        <Line name={t('apiPage:hook.secret.public')} text={public_key} />
        <Line name={t('apiPage:hook.secret.endpoint')} text={endpoint_id} />
      </dl>
    </section>
  );
}

function Line({ name, text }: { name: string; text: string }): ReactNode {
  return (
    <div>
      <dt className="text-mut text-xs">{name}</dt>
      <dd className="flex items-center gap-1.5">
        <span className="mono min-w-0 break-all text-[13px]">{text}</span>
        <CopyButton text={text} />
      </dd>
    </div>
  );
}
