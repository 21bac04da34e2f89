import { PolicyError } from './canonical.ts';
import {
  anyBasicStrategy,
  anyWorkspaceRule,
  type BasicStrategy,
  type PolicyDocument,
  policyHash,
  type WorkspaceRule,
  workspaceOps,
} from './document.ts';
import type { FlowProblem } from './evaluate.ts';
import { limits } from './limits.ts';
import type { Flow } from './node.ts';
import { outcomeOf } from './payment.ts';
import { withPages } from './said-pages.ts';
import { type Check, type Checked, list, oneOf, patterns, record, text } from './schema.ts';
import { anySeniorRule, type SeniorRule } from './senior.ts';
import { type SimulatedTransaction, simulate, simulatedTransaction } from './simulated.ts';

const expectedNode = {
  approvers: list(text(patterns.id), 1, limits.approversPerNode),
  threshold: text(/^([1-9]|1\d|20)$/),
};
const expectation = {
  outcome: oneOf('flow', 'pass', 'refuse'),
  /** Id of the senior rule that has to decide, or `basic`; '' is any. */
  rule: text(patterns.idOrEmpty),
  /** Who would have to approve, step by step, the initiator left out where the rules do; none is not looked at. */
  nodes: list(record(expectedNode), 0, limits.nodes),
};
const testCase = { name: text(patterns.name), payment: simulatedTransaction, expect: record(expectation) };
export const ruleCase = record(testCase);
/** A transaction, and what the rules have to say of it. The field is called `payment` in every file there is. */
export type RuleCase = Checked<typeof testCase>;

/** A flow that says what it asks of pages, `any` too: whoever wrote it knew of that. */
const telling =
  <T extends { readonly pages?: 'different' }>(check: Check<T>): Check<Telling<T>> =>
  (value, at) => {
    const { pages, ...rest } = Object(value) as { readonly pages?: unknown };
    return pages === 'any' ? { ...check(rest, at), pages } : check(value, at);
  };
type Telling<T> = Omit<T, 'pages'> & { readonly pages?: 'any' | 'different' };

const file = {
  format: oneOf('holdfast/rules/v1'),
  /** The rules it was written from; for people only. */
  from: record({ id: text(patterns.id), version: text(patterns.digits), hash: text(patterns.hash) }),
  strategies: list(telling(anyBasicStrategy), 1, limits.strategies),
  senior: list(telling(anySeniorRule), 0, limits.strategies),
  workspace: list(telling(anyWorkspaceRule), 0, workspaceOps.length),
  cases: list(ruleCase, 0, limits.ruleCases),
};

/** Rules as people keep, review and move them: everything but members, keys and signers, with the cases that have to hold. */
export type RulesFile = Checked<typeof file>;
const checkFile = record(file);

/**
 * Reads a rules file: JSON in any layout, closed schema.
 * @throws PolicyError badJson, tooLarge, or what is wrong and where (`cases.0.payment.amount`)
 */
export function parseRulesFile(source: string): RulesFile {
  if (source.length > limits.rulesFileBytes) throw new PolicyError('tooLarge');
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    throw new PolicyError('badJson');
  }
  const read = checkFile(value, '');
  const twice = read.cases.findIndex(({ name }, i) => read.cases.some((other, j) => j < i && other.name === name));
  if (twice >= 0) throw new PolicyError('inconsistent', `cases.${twice}.name`);
  return read;
}

/** The rules of a file as they would stand in place of those in force. */
export function rulesOfFile(
  current: PolicyDocument,
  { strategies, senior, workspace }: Pick<RulesFile, 'strategies' | 'senior' | 'workspace'>,
): Pick<PolicyDocument, 'strategies' | 'senior' | 'workspace'> {
  const plain = <T extends BasicStrategy | SeniorRule | WorkspaceRule>({ pages, ...flow }: Telling<T>): T =>
    withPages(current, flow as unknown as T, pages);
  return {
    strategies: strategies.map((one) => plain<BasicStrategy>(one)),
    senior: senior.map((one) => plain<SeniorRule>(one)),
    workspace: workspace.map((one) => plain<WorkspaceRule>(one)),
  };
}

/** The rules of a document as a file, one field a line, to be read and compared by people. */
export function rulesFileText(
  { id, version, strategies, senior, workspace, ...rest }: PolicyDocument,
  cases: readonly RuleCase[],
): string {
  const hash = policyHash({ id, version, strategies, senior, workspace, ...rest });
  const told = <T extends Flow>(flow: T) => ({ ...flow, pages: flow.pages ?? 'any' });
  // Checked, so that the fields stand in the schema's order whoever made the parts.
  const written = checkFile(
    {
      format: 'holdfast/rules/v1',
      from: { id, version, hash },
      strategies: strategies.map(told),
      senior: senior.map((rule) => (rule.action === 'flow' ? told(rule) : rule)),
      workspace: workspace.map(told),
      cases: [...cases],
    },
    '',
  );
  return `${JSON.stringify(written, null, 2)}\n`;
}

export interface CaseResult {
  readonly name: string;
  readonly passed: boolean;
  readonly got: RuleCase['expect'];
  /** Why nothing can approve it, or ''. */
  readonly problem: FlowProblem | '';
}

/** What these rules say of a transaction, as a case writes it down. */
export function verdictOn(
  policy: PolicyDocument,
  simulated: SimulatedTransaction,
): Pick<CaseResult, 'got' | 'problem'> {
  const { subject, known } = simulate(simulated);
  const { action, problem, rule, nodes } = outcomeOf(policy, subject, known);
  const asked = problem ? [] : nodes.filter(({ kind }) => kind !== 'page');
  return {
    got: {
      outcome: action,
      rule: rule.level === 'senior' ? rule.id : 'basic',
      nodes: asked.map(({ eligible, threshold }) => ({ approvers: [...eligible], threshold: String(threshold) })),
    },
    problem,
  };
}

const sameNodes = (got: RuleCase['expect']['nodes'], wanted: RuleCase['expect']['nodes']): boolean =>
  got.length === wanted.length &&
  got.every(({ threshold, approvers }, i) => {
    const other = wanted[i];
    return other?.threshold === threshold && [...other.approvers].sort().join() === [...approvers].sort().join();
  });

/** Do these rules say what the case asks of them? Judged as signers do. */
export function runCase(policy: PolicyDocument, { name, payment, expect }: RuleCase): CaseResult {
  const { got, problem } = verdictOn(policy, payment);
  const passed =
    got.outcome === expect.outcome &&
    (expect.rule === '' || expect.rule === got.rule) &&
    (expect.nodes.length === 0 || sameNodes(got.nodes, expect.nodes));
  return { name, passed, got, problem };
}
