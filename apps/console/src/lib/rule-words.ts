import type { Flow, Rule, SeniorRule } from '@holdfast/policy';
import {
  flowText,
  type Naming,
  namedSteps,
  ruleText,
  ruleTold,
  ruleWordsZh,
  type Say,
  sayEn,
  sayWith,
} from '@holdfast/review/sentences';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from './query.ts';

const sayZh = sayWith(ruleWordsZh);

/** The words in which rules are told, in the interface's language; the signer's page uses the same. */
export function useRuleWords(): Say {
  return useRuleLanguage() === 'zh-CN' ? sayZh : sayEn;
}

function useRuleLanguage(): 'zh-CN' | 'en-US' {
  return useTranslation().i18n.language === 'zh-CN' ? 'zh-CN' : 'en-US';
}

/** A flow as one reads it who compares nothing: offered names of steps in the interface's language, as the signer's page has them. */
export function useFlowText(): (naming: Naming, flow: Flow) => string {
  const say = useRuleWords();
  const language = useRuleLanguage();
  return (naming, flow) => flowText(say, naming, namedSteps(language, flow));
}

/** The same of an advanced rule. */
export function useRuleText(): (naming: Naming, rule: SeniorRule) => string {
  const say = useRuleWords();
  const language = useRuleLanguage();
  return (naming, rule) => ruleText(say, naming, namedSteps(language, rule));
}

/** The rule that asks, whole, in the very sentence of the signer's page; '' where there is none. */
export function useRuleTold(): (naming: Naming, rule: Pick<Rule, 'level' | 'id'>) => string {
  const say = useRuleWords();
  const language = useRuleLanguage();
  return (naming, rule) => ruleTold(say, language, naming, rule);
}

/** Networks and coins as the rules' sentences name them. */
export function useRuleChains() {
  const symbols = useApi('strategy', 'symbolList', {}, { quiet: true });
  const chains = useApi('addressBook', 'mainChains', {}, { quiet: true });
  return useMemo(
    () =>
      (chains.data?.list ?? []).map(({ chain, name, family }) => ({
        id: chain,
        family,
        name,
        assets: (symbols.data?.list ?? []).filter((coin) => coin.chain === chain),
      })),
    [symbols.data, chains.data],
  );
}
