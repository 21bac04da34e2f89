import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { passwordStrength, shortestPassword } from '../lib/password.ts';
import { cn } from './cn.ts';
import { Field, TextInput } from './form.tsx';

const strengthKeys = [
  'tools:setup.strength.0',
  'tools:setup.strength.1',
  'tools:setup.strength.2',
  'tools:setup.strength.3',
] as const;

interface NewPasswordProps {
  /** `Password` unless said. */
  readonly label?: string;
  readonly error: string | undefined;
  /** What others know of whoever chooses it: their name, e-mail and workspace. */
  readonly about?: readonly string[];
  readonly input: {
    readonly name: string;
    readonly value: string;
    readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
  };
}

/** A password that is being chosen: how strong it is beside what others know, in a word and as bars. */
export function NewPassword({ label, error, about, input }: NewPasswordProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const strength = passwordStrength(input.value, about);
  const hint =
    input.value === '' ? t('tools:setup.owner.passwordHint', { count: shortestPassword }) : t(strengthKeys[strength]);
  return (
    <>
      <Field label={label ?? t('login.password')} error={error} hint={hint}>
        <TextInput type="password" autoComplete="new-password" {...input} />
      </Field>
      <div className="grid grid-cols-3 gap-1" aria-hidden="true">
        {[1, 2, 3].map((level) => (
          <span
            key={level}
            className={cn('h-1 rounded', strength >= level ? (strength === 1 ? 'bg-warn' : 'bg-ok') : 'bg-hov')}
          />
        ))}
      </div>
    </>
  );
}
