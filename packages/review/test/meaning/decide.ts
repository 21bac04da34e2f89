import type { ConditionName } from '@holdfast/policy';
import { clauses } from '../../src/clauses/index.ts';
import { type Heard, leavesOf } from './heard.ts';
import type { Answer, Deed } from './reading.ts';
import { readings } from './readings/index.ts';

const names = Object.keys(clauses) as ConditionName[];
const wordsOf = (name: ConditionName): readonly string[] => Object.keys(clauses[name].words.en);
/** What stands in a sentence besides its conditions. */
const frame = new Set([
  'rule_off',
  'rule_transfer',
  'rule_web3',
  'rule_trade',
  'rule_pass',
  'rule_refuse',
  'rule_flow',
]);

/** Does a rule speak of a deed, by its sentence alone? Nothing in the sentence is passed over. */
export function speaks(sentence: readonly Heard[], deed: Deed): Answer {
  const unread = sentence.find(({ word }) => !frame.has(word) && !names.some((name) => wordsOf(name).includes(word)));
  if (unread) throw new Error(`no reading of ${unread.word}`);
  const said = (word: string): boolean => sentence.some((one) => one.word === word);
  if (said('rule_off') || !said(`rule_${deed.type}`)) return 'no';
  const answers = names.map((name) => {
    const own = sentence.filter(({ word }) => wordsOf(name).includes(word));
    return readings[name](own, deed, sentence);
  });
  return answers.includes('no') ? 'no' : answers.includes('perhaps') ? 'perhaps' : 'yes';
}

/** Who is asked at one step, and how many of them. */
export interface Step {
  readonly people: readonly string[];
  readonly threshold: number;
  /** One of the approvals, through another page than the others. */
  readonly otherPage: boolean;
}

/** What is needed at a step where the sentence names one person and no number. */
const neededBy: Readonly<Record<string, number | undefined>> = {
  rule_node: undefined,
  rule_release: undefined,
  rule_nodeOne: 1,
  rule_releaseOne: 1,
};

/** The steps of a flow, by its sentence. Who asked stands aside where it says so. */
export function stepsOf(flow: readonly Heard[], initiator: string): Step[] {
  const aside = flow.some(({ word }) => word === 'rule_protected');
  return flow
    .filter(({ word }) => Object.hasOwn(neededBy, word))
    .map(({ word, parts }) => ({
      people: leavesOf(parts.people ?? [])
        .map(({ of }) => of)
        .filter((id) => !aside || id !== initiator),
      threshold: neededBy[word] ?? Number(leavesOf(parts.threshold ?? [])[0]?.shown),
      otherPage: false,
    }));
}

/** Where a flow's sentence asks for different pages: of all who may approve, two at least, each of whom can use any signer's page here. */
export function pageSteps(flow: readonly Heard[], initiator: string): Step[] {
  if (!flow.some(({ word }) => word === 'rule_pages')) return [];
  const people = [...new Set(stepsOf(flow, initiator).flatMap((step) => step.people))];
  return [{ people: people.length >= 2 ? people : [], threshold: 1, otherPage: true }];
}

export interface Verdict {
  readonly action: 'pass' | 'refuse' | 'flow';
  readonly steps: readonly Step[];
}

/** What becomes of a deed under rules, by their sentences: the first that speaks decides, and every one before it that may. */
export function decide(rules: readonly (readonly Heard[])[], basic: readonly Heard[], deed: Deed): Verdict {
  const possible: (readonly Heard[])[] = [];
  let certain = false;
  for (const rule of rules) {
    const answer = speaks(rule, deed);
    if (answer !== 'no') possible.push(rule);
    certain = answer === 'yes';
    if (certain) break;
  }
  const says = (rule: readonly Heard[], word: string) => rule.find((one) => one.word === word);
  if (possible.some((rule) => says(rule, 'rule_refuse'))) return { action: 'refuse', steps: [] };
  const flows = possible.flatMap((rule) => {
    const flow = says(rule, 'rule_flow')?.parts.flow;
    return flow ? [flow.flatMap((one) => ('word' in one ? [one] : []))] : [];
  });
  const all = certain ? flows : [...flows, basic];
  const steps = [stepsOf, pageSteps].flatMap((read) => all.flatMap((flow) => read(flow, deed.initiator)));
  return { action: all.length > 0 ? 'flow' : 'pass', steps };
}
