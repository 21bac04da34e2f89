import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { api } from '../../lib/api.ts';
import { refuseCode, useForm } from '../../lib/form.ts';
import type { GivenKey } from '../../lib/given-key.ts';
import { Button } from '../../ui/button.tsx';
import { CodeInput, digitsOf, Field } from '../../ui/form.tsx';
import { TotpSecret } from '../../ui/totp-secret.tsx';
import type { Begun } from './password.step.tsx';

const fields = z.object({ totp: z.string().length(6) });

interface CodeStepProps {
  readonly token: string;
  readonly begun: Begun;
  readonly credential: GivenKey;
  readonly further: readonly GivenKey[];
  readonly onDone: () => void;
}

/** The authenticator, proven by a code; with it the key goes to the members for their decision. */
export function CodeStep({ token, begun, credential, further, onDone }: CodeStepProps): ReactNode {
  const { t } = useTranslation(['translation', 'teamMember', 'tools']);
  const form = useForm(fields, { totp: t('login.code') });
  // The session that this opens is not kept: until the members have decided there is nothing it could be used for.
  const prove = useMutation({
    mutationFn: () =>
      api.team.joinConfirm({
        token,
        password: begun.password,
        totp: form.values.totp,
        credential: { ...credential },
        further_credentials: further.map((one) => ({ ...one })),
      }),
    onSuccess: onDone,
    onError: (error) => refuseCode(form, error, t('common.codeWrong')),
    meta: { quiet: true },
  });
  const known = begun.secret === '';
  return (
    <form noValidate onSubmit={form.submit(prove.mutate)} className="grid gap-4">
      <p className="text-mut">{t(known ? 'teamMember:join.knownText' : 'tools:setup.totp.text')}</p>
      {!known && <TotpSecret uri={begun.uri} secret={begun.secret} />}
      <Field label={t('login.code')} error={form.errorOf('totp')}>
        <CodeInput {...form.input('totp', digitsOf)} />
      </Field>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" size="lg" busy={prove.isPending}>
          {t('teamMember:join.finish')}
        </Button>
      </div>
    </form>
  );
}
