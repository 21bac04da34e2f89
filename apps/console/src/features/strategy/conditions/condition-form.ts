import type { SeniorRule } from '@holdfast/policy';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../../lib/i18n.ts';
import type { Coin, Draft, Faults } from '../draft.ts';
import type { Trial } from '../trial-input.ts';
import type { Rules } from '../use-rules.ts';

export interface FieldProps {
  readonly rules: Rules;
  readonly draft: Draft;
  readonly faults: Faults;
  readonly onChange: (draft: Draft) => void;
}

export interface TrialProps {
  readonly rules: Rules;
  readonly trial: Trial;
  readonly onChange: (change: Partial<Trial>) => void;
}

type Texts<K extends string> = Readonly<Record<Language, Readonly<Record<K, string>>>>;

/** One condition of a rule, as the screens have it. */
export interface ConditionForm {
  /** `why`: a rule does not speak of a transaction because of this condition. */
  readonly texts: Texts<'why'>;
  /** What rules ask of it. */
  readonly Field: (props: FieldProps) => ReactNode;
  /** What a transaction that somebody imagines says of it. */
  readonly Trial: (props: TrialProps) => ReactNode;
  /** Has a rule that lets pass to name all that it asks about? */
  readonly whole?: boolean;
  /** What is wrong, each at its field: `fault.…` of the texts. @param rule what the draft means */
  readonly faults?: (draft: Draft, rule: SeniorRule, coins: readonly Coin[]) => Faults;
}

export const languageOf = ({ language }: { readonly language: string }): Language =>
  language === 'zh-CN' ? 'zh-CN' : 'en-US';

/** The texts of a condition in the interface's language, and what is wrong at one of its fields. */
export function useWords<K extends string>(texts: Texts<K>, faults: Faults = {}) {
  const { i18n } = useTranslation();
  const words = texts[languageOf(i18n)];
  const all: Readonly<Record<string, string>> = words;
  return {
    word: (key: K): string => words[key],
    fault: (field: string): string | undefined => all[`fault.${faults[field]}`],
  };
}

/** The draft with another value of some conditions. */
export const withWhen = (draft: Draft, change: Partial<SeniorRule['when']>): Draft => ({
  ...draft,
  rule: { ...draft.rule, when: { ...draft.rule.when, ...change } },
});
