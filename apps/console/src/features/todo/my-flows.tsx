import type { contract, Output } from '@holdfast/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../lib/query.ts';
import { nodeName } from '../../ui/approval-nodes.tsx';
import { useRuleName } from './use-rule-name.ts';

type Node = Output<typeof contract.todo.strategyList>['list'][number]['nodes'][number];

/** The rules that would ask the member: what an empty inbox waits for. */
export function MyFlows(): ReactNode {
  const { t } = useTranslation(['translation', 'tools']);
  const nameOf = useRuleName();
  const flows = useApi('todo', 'strategyList', {}, { quiet: true }).data?.list ?? [];
  if (flows.length === 0) return null;
  /** Of several steps, which one it is: whoever is the only one there does not decide alone. */
  const told = (node: Node, at: number, steps: number): string => {
    const words = node.members === 1 ? (steps === 1 ? 'myNodeAlone' : 'myNodeOnly') : 'myNode';
    const values = { name: nodeName(t, node), need: node.threshold, count: node.members };
    const step = steps === 1 ? '' : t('tools:todo.myNodeStep', { step: at + 1, steps });
    return t(`tools:todo.${words}`, values) + step;
  };
  return (
    <section className="border-line border-t px-4 py-3" data-testid="my-flows">
      <h2 className="font-medium">{t('tools:todo.myFlows')}</h2>
      <ul className="mt-2 grid gap-2">
        {flows.map(({ level, id, name, nodes }) => (
          <li key={`${level}:${id}`} className="grid gap-0.5">
            <bdi className="break-words">{nameOf({ level, id, name })}</bdi>
            <span className="text-mut">
              {nodes.flatMap((node, at) => (node.mine ? [told(node, at, nodes.length)] : [])).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      <Link to="/mpc/center/strategyEngine" className="mt-2 inline-block text-acc underline-offset-2 hover:underline">
        {t('tools:todo.allRules')}
      </Link>
    </section>
  );
}
