import { type PolicyDocument, PolicyError, type RuleCase, ruleCase, runCase } from '@holdfast/policy';
import { useApi } from '../../lib/query.ts';

const none: readonly RuleCase[] = [];

function readCase(value: unknown): RuleCase[] {
  try {
    return [ruleCase(value, '')];
  } catch (error) {
    if (error instanceof PolicyError) return [];
    throw error;
  }
}

/** The test cases that are kept; what is none is left out. */
export function useCases(): { readonly cases: readonly RuleCase[]; readonly loaded: boolean } {
  const { data } = useApi('strategy', 'caseList', {}, { quiet: true });
  return { cases: data?.list.flatMap(readCase) ?? none, loaded: data !== undefined };
}

/** Each case under these rules, the failing ones first. */
export const runAll = (policy: PolicyDocument, cases: readonly RuleCase[]) =>
  cases
    .map((one) => ({ one, result: runCase(policy, one) }))
    .sort((a, b) => Number(a.result.passed) - Number(b.result.passed));
