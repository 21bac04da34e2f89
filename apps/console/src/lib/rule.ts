import type { TFunction } from 'i18next';

/** The rule an order goes by, as the API names it. */
interface RuleOnWire {
  readonly level: 'senior' | 'basic' | 'workspace' | 'tightening';
  readonly id: string;
  readonly name: string;
}

/** A rule in words: its own name, or what kind of rule it is and for what. */
export function ruleName(t: TFunction, rule: RuleOnWire | null): string {
  if (!rule) return t('rule.none');
  if (rule.level === 'senior') return rule.name;
  if (rule.level === 'basic') return rule.id === '*' ? t('rule.default') : t('rule.wallet', { id: rule.id });
  return t(rule.level === 'tightening' ? 'rule.tightening' : 'rule.workspace');
}
