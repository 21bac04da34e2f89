import { offeredStep } from '@holdfast/review/step-names';
import { Check, Clock, Minus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextKey } from '../lib/i18n.ts';
import { cn } from './cn.ts';
import { StatusPill } from './feedback.tsx';

/** One step of a rule: 0 comes later, 1 is open, 2 is done; of a member 0 is open, 1 approved, 2 refused. */
export interface ApprovalNode {
  readonly index: number;
  readonly name: string;
  /**
   * `page`: one approval through another signer's page. `accept`: whoever is granted a key, or gets a further one, accepts it. The rules name no such steps,
   * so they are named here.
   */
  readonly kind: 'approve' | 'sign' | 'page' | 'accept';
  readonly threshold: number;
  readonly status: number;
  readonly members: readonly { readonly id: string; readonly name: string; readonly status: number }[];
}

interface WireNode extends Pick<ApprovalNode, 'name' | 'kind'> {
  readonly threshold: number;
  readonly members: readonly { readonly member_id: string; readonly name: string }[];
  readonly approved: readonly string[];
}

/** Steps as the API gives them: the first that is not done is open. */
export function nodesOf(nodes: readonly WireNode[]): readonly ApprovalNode[] {
  const open = nodes.findIndex(({ approved, threshold }) => approved.length < threshold);
  return nodes.map(({ name, kind, threshold, members, approved }, index) => ({
    index,
    name,
    kind,
    threshold,
    status: approved.length >= threshold ? 2 : index === open ? 1 : 0,
    members: members.map((member) => ({
      id: member.member_id,
      name: member.name,
      status: approved.includes(member.member_id) ? 1 : 0,
    })),
  }));
}

const nodeStates: readonly { readonly tone: 'idle' | 'active' | 'done'; readonly text: TextKey }[] = [
  { tone: 'idle', text: 'todo.node.later' },
  { tone: 'active', text: 'todo.node.open' },
  { tone: 'done', text: 'todo.node.done' },
];
const memberStates = [
  { Icon: Clock, style: 'text-mut', text: 'todo.member.open' },
  { Icon: Check, style: 'text-ok', text: 'todo.member.approved' },
  { Icon: X, style: 'text-bad', text: 'todo.member.refused' },
] as const satisfies readonly { text: TextKey; style: string; Icon: typeof Check }[];
const notAsked = { Icon: Minus, style: 'text-mut', text: 'todo.member.notAsked' } as const;

/** The steps of the rule in their order: who has decided, who is left. */
export function ApprovalNodes({ nodes }: { nodes: readonly ApprovalNode[] }): ReactNode {
  const { t } = useTranslation();
  // Whoever may approve can still give the approval that is missing through another page.
  const waitsForPage = nodes.some(({ kind, status }) => kind === 'page' && status !== 2);
  return (
    <ol aria-label={t('todo.approvals')} className="overflow-hidden rounded-lg border border-line bg-panel">
      {nodes.map((node) => (
        <NodeRow key={node.index} node={node} isOver={node.status === 2 && !waitsForPage} />
      ))}
    </ol>
  );
}

const unnamed = { accept: 'todo.acceptance', page: 'todo.otherPage' } as const;

const offered = { release: 'todo.step.release', owner: 'todo.step.owner', approval: 'todo.step.approval' } as const;

type StepText = (typeof unnamed)[keyof typeof unnamed] | (typeof offered)[keyof typeof offered];

/** The name of a step, as the rules or the console give it; an offered one in the reader's language. */
export function nodeName(
  t: (key: StepText) => string,
  { name, kind }: Pick<ApprovalNode, 'name'> & Partial<Pick<ApprovalNode, 'kind'>>,
): string {
  if (kind === 'accept' || kind === 'page') return t(unnamed[kind]);
  const found = offeredStep(name);
  return found ? `${t(offered[found.step])}${found.place}` : name;
}

/** @param isOver nobody else is asked for it */
function NodeRow({ node, isOver }: { node: ApprovalNode; isOver: boolean }): ReactNode {
  const { t } = useTranslation();
  const state = nodeStates[node.status];
  // It is one of the approvals above: nobody is asked for another.
  if (node.kind === 'page')
    return (
      <li className="border-line2 border-b px-4 py-3 text-mut last:border-b-0">
        {t(node.status === 2 ? 'todo.otherPageDone' : 'todo.otherPage')}
      </li>
    );
  return (
    <li className="grid gap-1.5 border-line2 border-b px-4 py-3 last:border-b-0">
      <span className="flex flex-wrap items-center justify-between gap-2">
        <span>
          <bdi className="font-medium">{nodeName(t, node)}</bdi>{' '}
          <span className="text-mut">
            {t(node.members.length > node.threshold ? 'todo.nodeNeedsAny' : 'todo.nodeNeeds', {
              count: node.threshold,
            })}
          </span>
        </span>
        {state && <StatusPill tone={state.tone} text={t(state.text)} />}
      </span>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {node.members.map((member) => {
          const said = memberStates[member.status] ?? memberStates[0];
          const { Icon, style, text } = isOver && said === memberStates[0] ? notAsked : said;
          return (
            <li key={member.id} className={cn('inline-flex items-center gap-1.5', style)}>
              <Icon size={13} role="img" aria-label={t(text)} />
              <bdi>{member.name}</bdi>
            </li>
          );
        })}
      </ul>
    </li>
  );
}
