import { type FormSchema, formFaults, validationText } from '@holdfast/contract';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { isRefusal } from './api.ts';
import { focusFirstFault } from './focus-fault.ts';
import { wireLanguage } from './i18n.ts';
import { showError } from './toasts.ts';

/** After the focus has come: what is typed then takes the place of what stands there. */
const selectFocused = (): void =>
  void requestAnimationFrame(() => {
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.select();
  });

interface TextField {
  readonly name: string;
  readonly value: string;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
}

export interface Form<N extends string> {
  readonly values: Readonly<Record<N, string>>;
  readonly set: (name: N, value: string) => void;
  /** What is wrong with a field, in words; undefined until the form was sent once, or what the server has against it. */
  readonly errorOf: (name: N) => string | undefined;
  /** For a text input. @param clean what may be typed */
  readonly input: (name: N, clean?: (text: string) => string) => TextField;
  /** What the server has against a field's value, in words: it is emptied, has the focus, and says so until something else stands there. */
  readonly refuse: (name: N, text: string) => void;
  /** The same of several fields together, where the server does not say which: all that was typed stays, the field has the focus, selected, and any of them takes it back. */
  readonly doubt: (name: N, text: string) => void;
  /** Runs `send` when every field is in order; else shows all faults and goes to the first. */
  readonly submit: (send: () => void) => (event: FormEvent<HTMLFormElement>) => void;
}

/**
 * A form of text fields held to a schema, with the generic messages in the interface's language (spec §5).
 * @param labels the fields' names as the form shows them; they are its fields
 * @param start what stands in them at first
 */
export function useForm<N extends string>(
  schema: FormSchema & { readonly shape: Readonly<Record<N, unknown>> },
  labels: Readonly<Record<N, string>>,
  start?: Readonly<Partial<Record<N, string>>>,
): Form<N> {
  const empty = Object.fromEntries(Object.keys(labels).map((name) => [name, ''])) as Record<N, string>;
  const [values, setValues] = useState<Readonly<Record<N, string>>>({ ...empty, ...start });
  const [asked, setAsked] = useState(false);
  const [refused, setRefused] = useState<{ readonly name: N; readonly text: string; readonly kept: boolean }>();
  const sent = useRef<HTMLFormElement>(null);
  // Only once it stands on the page: on a slow machine the next frame comes before it does.
  useEffect(() => {
    if (refused) focusFirstFault(sent.current);
    if (refused?.kept) selectFocused();
  }, [refused]);
  const faults = asked ? formFaults(schema, values) : {};
  const set = (name: N, value: string): void => {
    if (refused?.kept || refused?.name === name) setRefused(undefined);
    setValues((old) => ({ ...old, [name]: value }));
  };
  return {
    values,
    set,
    errorOf: (name) => {
      if (refused?.name === name) return refused.text;
      const fault = faults[name];
      return fault && validationText(wireLanguage(), fault.rule, { label: labels[name], ...fault.values });
    },
    input: (name, clean = (text) => text) => ({
      name,
      value: values[name],
      onChange: ({ target }) => set(name, clean(target.value)),
    }),
    refuse: (name, text) => {
      setValues((old) => ({ ...old, [name]: '' }));
      setRefused({ name, text, kept: false });
    },
    doubt: (name, text) => setRefused({ name, text, kept: true }),
    submit: (send) => (event) => {
      event.preventDefault();
      sent.current = event.currentTarget;
      setRefused(undefined);
      setAsked(true);
      if (Object.keys(formFaults(schema, values)).length === 0) send();
      else focusFirstFault(event.currentTarget);
    },
  };
}

/** Log-in and a fresh code say so of a wrong one. */
const wrongCodes: readonly unknown[] = ['loginFailed', 'secondFactorFailed'];

/** What stands at the field: of a wrong code `text`, after too many of them for how long none is taken; nothing of anything else. */
function saidOf(error: unknown, text: string | undefined): string | undefined {
  if (!isRefusal(error)) return undefined;
  if (error.refusal === 'loginLocked') return error.message;
  return wrongCodes.includes(error.refusal) ? (text ?? error.message) : undefined;
}

/**
 * What becomes of a failure where somebody gave a password and a code together. Which of them is wrong the server tells nobody: it is said at the password, and the
 * code stays, which is still good.
 * @param text what is said of it; missing = the server's words
 */
export function doubtPassword<N extends string>(
  form: Pick<Form<N>, 'doubt'>,
  error: unknown,
  at: NoInfer<N>,
  text?: string,
): void {
  const said = saidOf(error, text);
  if (said === undefined) showError(error);
  else form.doubt(at, said);
}

/**
 * What becomes of a failure where somebody gave a code: a wrong one is said at its field, anything else to everybody.
 * @param text what is said of a wrong code; missing = the server's words
 */
export function refuseCode(form: Pick<Form<'totp'>, 'refuse'>, error: unknown, text?: string): void {
  const said = saidOf(error, text);
  if (said === undefined) showError(error);
  else form.refuse('totp', said);
}
