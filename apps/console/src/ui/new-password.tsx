import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shortestPassword } from '../lib/password.ts';
import { useDebounced } from '../lib/use-debounced.ts';
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

/** So long one types no further, and it is worth judging. */
const pauseMs = 200;

/** 0 too short, 1 refused by the server, to 3 good; undefined while it is not known, as where the words that it is compared with cannot be had. */
function useStrength(password: string, about: readonly string[]): 0 | 1 | 2 | 3 | undefined {
  const settled = useDebounced(password, pauseMs);
  const known = about.join('\n');
  const [judged, setJudged] = useState<{ readonly of: string; readonly strength: 1 | 2 | 3 }>();
  useEffect(() => {
    if (settled.length < shortestPassword) return;
    let wanted = true;
    void import('../lib/password-strength.ts')
      .then(({ strengthOf }) => strengthOf())
      .then((judge) => {
        if (wanted) setJudged({ of: settled, strength: judge(settled, known.split('\n')) });
      })
      .catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, [settled, known]);
  if (password.length < shortestPassword) return 0;
  return judged?.of === password ? judged.strength : undefined;
}

/** A password that is being chosen: how strong it is beside what others know, in a word and as bars. */
export function NewPassword({ label, error, about = [], input }: NewPasswordProps): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const strength = useStrength(input.value, about);
  const hint =
    input.value === '' || strength === undefined
      ? t('tools:setup.owner.passwordHint', { count: shortestPassword })
      : t(strengthKeys[strength]);
  return (
    <>
      <Field label={label ?? t('login.password')} error={error} hint={hint}>
        <TextInput type="password" autoComplete="new-password" {...input} />
      </Field>
      <div className="grid grid-cols-3 gap-1" aria-hidden="true">
        {[1, 2, 3].map((level) => (
          <span
            key={level}
            className={cn('h-1 rounded', (strength ?? 0) >= level ? (strength === 1 ? 'bg-warn' : 'bg-ok') : 'bg-hov')}
          />
        ))}
      </div>
    </>
  );
}
