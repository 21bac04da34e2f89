import type { Flow } from '@holdfast/policy';
import { flowText, type Naming, ruleWordsZh, type Say, sayEn, sayWith } from '@holdfast/review/sentences';
import { stepName } from '@holdfast/review/step-names';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from './query.ts';

const sayZh = sayWith(ruleWordsZh);

/** The words in which rules are told, in the interface's language; the signer's page uses the same. */
export function useRuleWords(): Say {
  const { i18n } = useTranslation();
  return i18n.language === 'zh-CN' ? sayZh : sayEn;
}

/** A flow as one reads it who compares nothing: offered names of steps in the interface's language, as the signer's page has them. */
export function useFlowText(): (naming: Naming, flow: Flow) => string {
  const say = useRuleWords();
  const language = useTranslation().i18n.language === 'zh-CN' ? 'zh-CN' : 'en-US';
  return (naming, flow) =>
    flowText(say, naming, {
      ...flow,
      nodes: flow.nodes.map((node) => ({ ...node, name: stepName(node.name, language) })),
    });
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
