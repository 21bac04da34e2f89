import { kindAbout } from './change.ts';
import type { BasicStrategy, PolicyDocument, WorkspaceRule } from './document.ts';
import { beginsDifferent } from './flow.ts';
import type { IntentKind } from './kinds/index.ts';
import type { Flow } from './node.ts';
import type { SeniorRule } from './senior.ts';

/** What is said of a flow's pages where it is asked for; undefined leaves it. */
export type SaidPages = 'any' | 'different' | undefined;

type Flows = Pick<PolicyDocument, 'strategies' | 'senior' | 'workspace'>;

/** What goes by a flow, and the flow that stands there now. */
function placeOf(
  doc: Flows,
  flow: BasicStrategy | SeniorRule | WorkspaceRule,
): { readonly kinds: readonly IntentKind[]; readonly before: Flow | undefined } {
  if ('op' in flow) return { kinds: [kindAbout[flow.op]], before: doc.workspace.find(({ op }) => op === flow.op) };
  if ('when' in flow) return { kinds: ['transfer'], before: doc.senior.find(({ id }) => id === flow.id) };
  const before = doc.strategies.find(({ wallet }) => wallet === flow.wallet);
  return { kinds: flow.wallet === '*' ? ['policy', 'transfer'] : ['transfer'], before };
}

/**
 * A flow with what it asks of its approvals' pages. Where nothing is said it never asks for less than the flow in its place, and a new one begins as flows do.
 */
export function withPages<T extends BasicStrategy | SeniorRule | WorkspaceRule>(
  doc: PolicyDocument,
  flow: T,
  said: SaidPages,
): T {
  const { pages: _, ...rest } = flow;
  if ('when' in flow && flow.action !== 'flow') return flow;
  const { kinds, before } = placeOf(doc, flow);
  const asks =
    said === undefined
      ? before?.pages !== undefined || (!before && beginsDifferent(doc, flow, kinds))
      : said === 'different';
  return (asks ? { ...rest, pages: 'different' } : rest) as T;
}
