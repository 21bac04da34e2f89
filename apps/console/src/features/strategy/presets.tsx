import type { Flow, PolicyDocument } from '@holdfast/policy';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { withSteps } from './draft.ts';
import { anyTwo, oneOther } from './two-people.ts';

interface Preset {
  /** `oneThen`: not any two are enough, since whoever releases needs a key of equal rights. */
  readonly key: 'anyTwo' | 'oneThen' | 'oneOther';
  /** Who releases, by their names. */
  readonly names: string;
  readonly flow: Flow;
}

/** Flows that people begin with, as far as the members allow them. */
export function usePresets(policy: PolicyDocument): readonly Preset[] {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  return useMemo(() => {
    const names = {
      approval: t('strategyEngine:node.approval', { place: 1 }),
      release: t('strategyEngine:node.release'),
    };
    const flows = [
      { key: 'anyTwo' as const, flow: anyTwo(policy, names) },
      { key: 'oneOther' as const, flow: oneOther(policy, names) },
    ];
    const begun = (flow: Flow): Flow => withSteps<Flow>(policy, { ...flow, nodes: [] }, flow.nodes);
    return flows.flatMap(({ key, flow }): Preset[] => {
      if (!flow) return [];
      const released = flow.nodes.at(-1)?.approvers ?? [];
      const people = policy.members.filter(({ id }) => released.includes(id)).map(({ name }) => name);
      const isSplit = key === 'anyTwo' && flow.nodes.length > 1;
      const names = people.join(t('strategyEngine:meaning.join'));
      return [{ key: isSplit ? 'oneThen' : key, names, flow: begun(flow) }];
    });
  }, [policy, t]);
}

/** As links name one. Who asks for any two is helped by one and then another where the keys allow no more. */
export const presetOf = (presets: readonly Preset[], named: string | undefined): Preset | undefined =>
  presets.find(({ key }) => key === named || (named === 'anyTwo' && key === 'oneThen'));

interface PresetButtonsProps {
  readonly presets: readonly Preset[];
  readonly onChoose: (flow: Flow) => void;
}

export function PresetButtons({ presets, onChoose }: PresetButtonsProps): ReactNode {
  const { t } = useTranslation(['translation', 'strategyEngine']);
  if (presets.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-mut">{t('strategyEngine:preset.begin')}</span>
      {presets.map(({ key, names, flow }) => (
        <Button key={key} size="sm" onClick={() => onChoose(flow)}>
          {t(`strategyEngine:preset.${key}`, { names })}
        </Button>
      ))}
    </div>
  );
}
