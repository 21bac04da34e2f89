import { useMutation } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, isRefusal } from '../../lib/api.ts';
import { queryClient, useApi } from '../../lib/query.ts';
import { absoluteTime } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/display.tsx';
import { DrawerBody, type DrawerProps, useDrawers } from '../../ui/drawers.tsx';
import { Banner, ErrorState, Skeleton, useErrorText } from '../../ui/feedback.tsx';
import { Field } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { StepUp } from '../../ui/step-up.tsx';
import type { Factor } from './view.ts';
import { waitText } from './wait-text.ts';

/** `resetLogin:<member>`: a link for somebody who lost their password or authenticator. */
export default function ResetLoginDrawer({ args }: DrawerProps): ReactNode {
  const [id = ''] = args;
  const team = useApi('team', 'list', {}, { quiet: true });
  const overview = useApi('account', 'overview', {}, { quiet: true });
  const member = team.data?.list.find(({ member_id }) => member_id === id);
  const error = team.error ?? overview.error;
  if (error && !(member && overview.data))
    return <ErrorState error={error} onRetry={() => void Promise.all([team.refetch(), overview.refetch()])} />;
  if (!member || !overview.data)
    return (
      <DrawerBody>
        <Skeleton className="h-7 w-1/2" />
        <Skeleton className="h-40 w-full" />
      </DrawerBody>
    );
  return <Ask id={id} name={member.name} delayMs={overview.data.reset_delay_ms} />;
}

function Ask({ id, name, delayMs }: { id: string; name: string; delayMs: number }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const { pop } = useDrawers();
  const textOf = useErrorText();
  const [what, setWhat] = useState<Factor>('authenticator');
  const make = useMutation({
    mutationFn: () => api.account.askReset({ member_id: id, what }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['account'] }),
    meta: { quiet: true },
  });
  const needsCode = isRefusal(make.error) && make.error.refusal === 'stepUpRequired';
  if (make.data)
    return (
      <DrawerBody footer={<Button onClick={pop}>{t('common.close')}</Button>}>
        <Made name={name} made={make.data} />
      </DrawerBody>
    );
  return (
    <DrawerBody
      footer={
        <>
          <Button onClick={pop}>{t('common.cancel')}</Button>
          <Button variant="primary" busy={make.isPending} disabled={needsCode} onClick={() => make.mutate()}>
            {t('tools:account.reset.submit')}
          </Button>
        </>
      }
    >
      <h3 className="font-semibold text-xl">
        <bdi>{t('tools:account.reset.of', { name })}</bdi>
      </h3>
      <Field label={t('tools:account.reset.what')}>
        <Select
          value={what}
          onValueChange={(value) => setWhat(value === 'password' ? 'password' : 'authenticator')}
          items={[
            { value: 'authenticator', label: t('tools:account.reset.authenticator') },
            { value: 'password', label: t('tools:account.reset.password') },
          ]}
        />
      </Field>
      <Meaning name={name} what={what} delayMs={delayMs} />
      {needsCode ? (
        <StepUp onDone={() => make.mutate()} />
      ) : (
        make.error && <Banner tone="bad">{textOf(make.error)}</Banner>
      )}
    </DrawerBody>
  );
}

/** What a reset does, and what it does not. */
function Meaning({ name, what, delayMs }: { name: string; what: Factor; delayMs: number }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const wait = waitText(delayMs);
  const does = [
    t('tools:account.reset.does.wait', { name, wait }),
    t(`tools:account.reset.does.${what}`, { name }),
    t('tools:account.reset.does.told', { name }),
    t('tools:account.reset.does.ends', { name }),
  ];
  const doesNot = [t('tools:account.reset.doesNot.keys'), t('tools:account.reset.doesNot.both')];
  return (
    <>
      <Points title={t('tools:account.reset.does')} Icon={Check} points={does} />
      <Points title={t('tools:account.reset.doesNot')} Icon={X} points={doesNot} />
    </>
  );
}

function Points({ title, Icon, points }: { title: string; Icon: typeof Check; points: readonly string[] }): ReactNode {
  return (
    <section className="grid gap-2">
      <h4 className="font-semibold">{title}</h4>
      <ul className="grid gap-1.5">
        {points.map((point) => (
          <li key={point} className="flex items-start gap-2 text-mut">
            <Icon size={14} aria-hidden className="mt-0.5 shrink-0" />
            <bdi>{point}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Made({ name, made }: { name: string; made: { link: string; due_at: Date; expires_at: Date } }): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const times = { from: absoluteTime(made.due_at), until: absoluteTime(made.expires_at) };
  return (
    <>
      <div className="grid gap-1">
        <h3 className="font-semibold text-xl">{t('tools:account.reset.made')}</h3>
        <p className="text-mut">{t('tools:account.reset.madeText', { name, ...times })}</p>
      </div>
      <div className="flex items-start gap-2 rounded-lg border border-line bg-bg p-3.5">
        <code className="mono min-w-0 flex-1 break-all" data-testid="reset-link">
          {made.link}
        </code>
        <CopyButton text={made.link} label={t('tools:account.reset.copy')} />
      </div>
      <Banner tone="warn">{t('tools:account.reset.once')}</Banner>
    </>
  );
}
