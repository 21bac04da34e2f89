import { canDecide, type PolicyDocument, policyLimits, type SeniorRule, takesTwo } from '@holdfast/policy';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { numbered } from '../../lib/numbered.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox, Field, TextInput } from '../../ui/form.tsx';
import { moved } from './order.ts';
import { Ticks } from './ticks.tsx';

type Node = SeniorRule['nodes'][number];

interface NodeEditorProps {
  readonly policy: PolicyDocument;
  readonly nodes: readonly Node[];
  readonly signProtection: 'on' | 'off';
  /** Approvals through pages of different signers. */
  readonly different: boolean;
  readonly error?: string | undefined;
  readonly onNodes: (nodes: Node[]) => void;
  readonly onProtection: (value: 'on' | 'off') => void;
  readonly onDifferent: (value: boolean) => void;
}

/** The steps of a flow: up to nine that approve, then the one that releases. */
export function NodeEditor({
  policy,
  nodes,
  signProtection,
  different,
  error,
  onNodes,
  onProtection,
  onDifferent,
}: NodeEditorProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const last = nodes.length - 1;
  const put = (at: number, node: Node): void => onNodes(nodes.map((one, i) => (i === at ? node : one)));
  const add = (): void => {
    const name = t('strategyEngine:node.approval', { place: nodes.length });
    const step: Node = { name, kind: 'approve', approvers: [], threshold: '1' };
    onNodes([...nodes.slice(0, -1), step, ...nodes.slice(-1)]);
  };
  return (
    <section className="grid gap-3" aria-label={t('strategyEngine:node.title')}>
      <ol className="grid gap-3">
        {numbered(nodes).map(({ item: node, at }) => (
          <li key={at} className="grid gap-3 rounded-lg border border-line bg-bg p-3">
            <NodeFields policy={policy} node={node} place={at + 1} onChange={(next) => put(at, next)} />
            {node.kind === 'approve' && (
              <div className="flex justify-end gap-1">
                <IconButton
                  label={t('strategyEngine:order.up')}
                  disabled={at === 0}
                  onClick={() => onNodes(moved(nodes, at, at - 1))}
                >
                  <ArrowUp aria-hidden />
                </IconButton>
                <IconButton
                  label={t('strategyEngine:order.down')}
                  disabled={at + 1 >= last}
                  onClick={() => onNodes(moved(nodes, at, at + 1))}
                >
                  <ArrowDown aria-hidden />
                </IconButton>
                <IconButton
                  label={t('strategyEngine:node.remove')}
                  onClick={() => onNodes(nodes.filter((_, i) => i !== at))}
                >
                  <Trash2 aria-hidden />
                </IconButton>
              </div>
            )}
          </li>
        ))}
      </ol>
      {error && (
        <p role="alert" className="text-bad text-xs">
          {error}
        </p>
      )}
      <Button className="justify-self-start" disabled={nodes.length >= policyLimits.nodes} onClick={add}>
        <Plus aria-hidden />
        {t('strategyEngine:node.add')}
      </Button>
      <Checkbox
        checked={signProtection === 'on'}
        onChange={({ target }) => onProtection(target.checked ? 'on' : 'off')}
        label={t('strategyEngine:node.protection')}
      />
      {(different || takesTwo({ nodes })) && (
        <div className="grid gap-1">
          <Checkbox
            checked={different}
            onChange={({ target }) => onDifferent(target.checked)}
            label={t('strategyEngine:node.pages')}
          />
          <p className="text-mut text-xs">{t('strategyEngine:node.pagesHint')}</p>
        </div>
      )}
    </section>
  );
}

interface NodeFieldsProps {
  readonly policy: PolicyDocument;
  readonly node: Node;
  readonly place: number;
  readonly onChange: (node: Node) => void;
}

function NodeFields({ policy, node, place, onChange }: NodeFieldsProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  const people = policy.members
    .filter((member) => canDecide(member) && (node.kind === 'approve' || member.keyHolder === 'yes'))
    .map(({ id, name }) => ({ value: id, label: name }));
  const release = node.kind === 'sign';
  const keyless = policy.members.filter((member) => release && canDecide(member) && member.keyHolder !== 'yes');
  return (
    <>
      <div className="grid grid-cols-[1fr_110px] gap-3">
        <Field label={t(release ? 'strategyEngine:node.releaseName' : 'strategyEngine:node.name', { place })}>
          <TextInput
            value={node.name}
            maxLength={100}
            onChange={({ target }) => onChange({ ...node, name: target.value })}
          />
        </Field>
        <Field label={t('strategyEngine:node.threshold')}>
          <TextInput
            value={node.threshold}
            inputMode="numeric"
            maxLength={2}
            onChange={({ target }) => onChange({ ...node, threshold: target.value.replace(/\D/g, '') })}
          />
        </Field>
      </div>
      <Ticks
        legend={t('strategyEngine:node.people')}
        hint={t(release ? 'strategyEngine:node.releaseHint' : 'strategyEngine:node.hint')}
        options={people}
        chosen={node.approvers}
        onChange={(approvers) => onChange({ ...node, approvers: approvers.slice(0, policyLimits.approversPerNode) })}
      />
      {keyless.length > 0 && (
        <p className="text-mut text-xs">
          {t('strategyEngine:node.keyless', {
            names: keyless.map(({ name }) => name).join(t('strategyEngine:meaning.join')),
          })}
        </p>
      )}
    </>
  );
}
