import { useEffect } from 'react';
import { keepDraft, recallDraft } from '../../lib/draft.ts';
import { fieldsOf, storedText } from '../../lib/stored.ts';

/** Keeps what stands in these fields of a step over a reload, in this tab. No secrets: those are asked for again. */
export function useKept(step: string, values: Readonly<Record<string, string>>): void {
  const text = JSON.stringify(values);
  useEffect(() => keepDraft(`setup.${step}`, JSON.parse(text)), [step, text]);
}

/** What stood in them before the reload. */
export function keptFields<N extends string>(step: string, names: readonly N[]): Partial<Record<N, string>> {
  const kept = fieldsOf(recallDraft(`setup.${step}`));
  const found = names.map((name) => [name, storedText(kept[name], /^.{1,254}$/)] as const);
  return Object.fromEntries(found) as Partial<Record<N, string>>;
}
