import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api, isRefusal } from '../../lib/api.ts';
import { useForm } from '../../lib/form.ts';
import { queryClient } from '../../lib/query.ts';
import { absoluteTime } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/display.tsx';
import { DrawerBody, useDrawers } from '../../ui/drawers.tsx';
import { Banner } from '../../ui/feedback.tsx';
import { Field, TextInput } from '../../ui/form.tsx';
import { ProposalFault } from '../../ui/proposal.tsx';
import { StepUp } from '../../ui/step-up.tsx';
import { useInviteLinks } from './invite-links.ts';
import { RoleFields, type Roles } from './role-fields.tsx';

const fields = z.object({ name: z.string().trim().min(1).max(100), email: z.email().max(254) });

/** `invite`: a link by which somebody can join. */
export default function InviteDrawer(): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember']);
  const drawers = useDrawers();
  const formId = useId();
  const form = useForm(fields, { name: t('teamMember:name'), email: t('login.email') });
  const [value, setValue] = useState<Roles>({ role: 'approver', wallets: [] });
  const invite = useMutation({
    mutationFn: () =>
      api.team.invite({
        name: form.values.name.trim(),
        email: form.values.email.trim(),
        role: value.role,
        wallets: [...value.wallets],
      }),
    onSuccess: ({ invite_id, link }) => {
      useInviteLinks.setState({ [invite_id]: link });
      void queryClient.invalidateQueries({ queryKey: ['team'] });
    },
    meta: { quiet: true },
  });
  const refused = isRefusal(invite.error) ? invite.error : undefined;
  const needsCode = refused?.refusal === 'stepUpRequired';
  const invited = refused?.refusal === 'alreadyInvited' ? refused.message : undefined;
  if (invite.data)
    return (
      <DrawerBody footer={<Button onClick={drawers.pop}>{t('common.close')}</Button>}>
        <Made link={invite.data.link} until={invite.data.expire_at} />
      </DrawerBody>
    );
  return (
    <DrawerBody
      footer={
        <>
          <Button onClick={drawers.pop}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={invite.isPending} disabled={needsCode}>
            {t('teamMember:makeLink')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={form.submit(() => invite.mutate())} className="grid gap-5">
        <p className="text-mut">{t('teamMember:inviteText')}</p>
        <Field label={t('teamMember:name')} hint={t('teamMember:nameHint')} error={form.errorOf('name')}>
          <TextInput maxLength={100} {...form.input('name')} />
        </Field>
        <Field label={t('login.email')} error={form.errorOf('email') ?? invited}>
          <TextInput type="email" maxLength={254} {...form.input('email')} />
        </Field>
        <RoleFields value={value} onChange={setValue} />
      </form>
      {needsCode ? <StepUp onDone={() => invite.mutate()} /> : <ProposalFault error={invited ? null : invite.error} />}
    </DrawerBody>
  );
}

function Made({ link, until }: { link: string; until: Date }): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember']);
  return (
    <>
      <div className="grid gap-1">
        <h3 className="font-semibold text-xl">{t('teamMember:linkMade')}</h3>
        <p className="text-mut">{t('teamMember:linkText', { until: absoluteTime(until) })}</p>
      </div>
      <div className="flex items-start gap-2 rounded-lg border border-line bg-bg p-3.5">
        <code className="mono min-w-0 flex-1 break-all" data-testid="invite-link">
          {link}
        </code>
        <CopyButton text={link} label={t('teamMember:copyLink')} />
      </div>
      <Banner tone="warn">{t('teamMember:linkOnce')}</Banner>
    </>
  );
}
