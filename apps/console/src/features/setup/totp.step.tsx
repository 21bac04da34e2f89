import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../lib/api.ts';
import { refuseCode, useForm } from '../../lib/form.ts';
import { queryClient } from '../../lib/query.ts';
import { useSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { CodeInput, digitsOf, Field } from '../../ui/form.tsx';
import { TotpSecret } from '../../ui/totp-secret.tsx';
import { useOwnerDraft } from './draft.ts';
import { OwnerStep } from './owner.step.tsx';

const fields = z.object({ totp: z.string().length(6) });

/** After a reload the password is gone: the first step, repeated with the same answers, leads here again. */
export function TotpStep(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const draft = useOwnerDraft();
  const form = useForm(fields, { totp: t('login.code') });
  const prove = useMutation({
    mutationFn: () => api.setup.totp({ email: draft.email, password: draft.password, totp: form.values.totp }),
    onSuccess: async (grant) => {
      useSession.getState().signIn(grant.open_token);
      await queryClient.invalidateQueries();
      // Once the next step is there: without the draft, this one would ask for the password again.
      useOwnerDraft.setState({ email: '', password: '', uri: '', secret: '' });
    },
    onError: (error) => refuseCode(form, error, t('common.codeWrong')),
    meta: { quiet: true },
  });
  if (draft.uri === '') return <OwnerStep again />;
  return (
    <form noValidate onSubmit={form.submit(prove.mutate)} className="grid gap-4">
      <p className="text-mut">{t('tools:setup.totp.text')}</p>
      <TotpSecret uri={draft.uri} secret={draft.secret} />
      <Field label={t('login.code')} error={form.errorOf('totp')}>
        <CodeInput {...form.input('totp', digitsOf)} />
      </Field>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" size="lg" busy={prove.isPending}>
          {t('tools:setup.continue')}
        </Button>
      </div>
    </form>
  );
}
