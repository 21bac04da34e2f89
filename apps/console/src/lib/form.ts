import { type FormSchema, formFaults, validationText } from '@holdfast/contract';
import { type FormEvent, useState } from 'react';
import { wireLanguage } from './i18n.ts';

interface TextField {
  readonly name: string;
  readonly value: string;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
}

export interface Form<N extends string> {
  readonly values: Readonly<Record<N, string>>;
  readonly set: (name: N, value: string) => void;
  /** What is wrong with a field, in words; undefined until the form was sent once. */
  readonly errorOf: (name: N) => string | undefined;
  /** For a text input. @param clean what may be typed */
  readonly input: (name: N, clean?: (text: string) => string) => TextField;
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
  const faults = asked ? formFaults(schema, values) : {};
  const set = (name: N, value: string): void => setValues((old) => ({ ...old, [name]: value }));
  return {
    values,
    set,
    errorOf: (name) => {
      const fault = faults[name];
      return fault && validationText(wireLanguage(), fault.rule, { label: labels[name], ...fault.values });
    },
    input: (name, clean = (text) => text) => ({
      name,
      value: values[name],
      onChange: ({ target }) => set(name, clean(target.value)),
    }),
    submit: (send) => (event) => {
      event.preventDefault();
      setAsked(true);
      if (Object.keys(formFaults(schema, values)).length === 0) send();
      else focusFirstFault(event.currentTarget);
    },
  };
}

/** After the faults are on the page. */
export function focusFirstFault(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
