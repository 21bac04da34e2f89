import type { contract, Output } from '@holdfast/contract';
import { useMutation } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, Circle, CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { usePermission } from '../../lib/permission.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { queryClient, useApi } from '../../lib/query.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { useDrawers } from '../../ui/drawers.tsx';

type Step = Output<typeof contract.onboarding.status>['steps'][number];
type Name = Step['step'];

/** What others do is seen soon. */
const everyMs = 10_000;

type Drawer = readonly [string, ...string[]];
/** Where each step is taken; of the others only a person knows. Two people are asked for where somebody pays alone, be it one wallet. */
const drawerOf: Readonly<Record<Exclude<Name, 'kit' | 'drill'>, (step: Step) => Drawer>> = {
  fund: () => ['deposit'],
  invite: ({ waits }) => (waits ? ['approve', `p${waits.item_id}`] : ['invite']),
  requireTwo: ({ wallet = '*' }) => ['rule', 'basic', wallet, 'anyTwo'],
  whitelist: () => ['bookAdd'],
};
/** What a person says of the recovery kit, as backups and drills are noted. */
const upkeepOf = { kit: 'kit', drill: 'recovery' } as const;
const isSaid = (step: Name): step is keyof typeof upkeepOf => Object.hasOwn(upkeepOf, step);

/** What is left to do first; undefined until it is known. Whoever does not run the workspace has nothing of it to do. */
function useSteps(): readonly Step[] | undefined {
  const known = useApi('user', 'permissions', {}, { quiet: true }).data !== undefined;
  const may = usePermission('onboarding.read');
  const { data } = useApi('onboarding', 'status', {}, { quiet: true, enabled: may, refetchInterval: everyMs });
  return known && !may ? [] : data?.steps;
}

/** What a new workspace does first, until all of it is done: with the one next step as the page's own button. */
export default function Checklist(): ReactNode {
  const steps = useSteps();
  const shown = usePreferences(({ checklist }) => checklist);
  useEffect(() => {
    if (!steps || steps.length > 0 === (shown !== 'none')) return;
    usePreferences.setState({ checklist: steps.length > 0 ? 'open' : 'none' });
  }, [steps, shown]);
  const next = steps?.find(({ done }) => !done);
  if (!steps || !next) return null;
  return (
    <section
      aria-labelledby="first-steps"
      className="flex min-h-full flex-col justify-between gap-3 rounded-lg border border-line bg-panel px-4 py-3"
    >
      <Head steps={steps} next={next} folded={shown === 'folded'} />
      {shown !== 'folded' && (
        <>
          <List steps={steps} />
          <Next next={next} />
        </>
      )}
    </section>
  );
}

interface HeadProps {
  readonly steps: readonly Step[];
  readonly next: Step;
  readonly folded: boolean;
}

function Head({ steps, next, folded }: HeadProps): ReactNode {
  const { t } = useTranslation();
  const fold = (): void => {
    usePreferences.setState({ checklist: folded ? 'open' : 'folded' });
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <h2 id="first-steps" className="font-semibold">
        {t('steps.title')}
      </h2>
      <span className="text-mut">
        {t('steps.done', { done: steps.filter(({ done }) => done).length, all: steps.length })}
      </span>
      <span className="flex-1" />
      {folded && <Act next={next} />}
      <IconButton label={t(folded ? 'steps.unfold' : 'steps.fold')} aria-expanded={!folded} onClick={fold}>
        {folded ? <ChevronDown aria-hidden /> : <ChevronUp aria-hidden />}
      </IconButton>
    </div>
  );
}

function List({ steps }: { steps: readonly Step[] }): ReactNode {
  const { t } = useTranslation();
  return (
    <ol className="grid grid-cols-3 gap-x-4 gap-y-2 max-md:grid-cols-1">
      {steps.map((one) => {
        const { step, done } = one;
        return (
          <li key={step} data-step={step} data-done={done} className="flex items-center gap-2">
            {done ? (
              <CircleCheck size={16} aria-hidden className="shrink-0 text-ok" />
            ) : (
              <Circle size={16} aria-hidden className="shrink-0 text-mut" />
            )}
            {done ? (
              <span className="text-mut">
                {t(`steps.${step}`)} <span className="sr-only">{t('steps.isDone')}</span>
              </span>
            ) : (
              <OpenStep step={one} />
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** A step that can be taken before its turn. */
function OpenStep({ step }: { step: Step }): ReactNode {
  const { t } = useTranslation();
  const { take } = useTake(step);
  return (
    <button type="button" className="text-left hover:text-acc hover:underline" onClick={take}>
      {t(`steps.${step.step}`)}
    </button>
  );
}

function Next({ next }: { next: Step }): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line2 border-t pt-3">
      <p className="min-w-[min(100%,18rem)] flex-1 text-mut">
        {next.waits ? t('steps.invite.waits', next.waits) : t(`steps.${next.step}.why`)}
      </p>
      <Act next={next} />
    </div>
  );
}

/** What taking a step is: a drawer, or a word of who has taken it. */
function useTake(next: Step): { readonly take: () => void; readonly busy: boolean } {
  const { t } = useTranslation();
  const { push } = useDrawers();
  const say = useMutation({
    mutationFn: ({ said, remark }: { said: keyof typeof upkeepOf; remark: string }) =>
      api.health.note({ upkeep: upkeepOf[said], remark }),
    onSuccess: () =>
      Promise.all(
        ['onboarding', 'health', 'signing'].map((area) => queryClient.invalidateQueries({ queryKey: [area] })),
      ),
  });
  const ask = async (said: keyof typeof upkeepOf): Promise<void> => {
    const { result, remark } = await confirm({
      type: 'info',
      title: t(`steps.${said}`),
      content: t(`steps.${said}.ask`),
      acknowledge: t(`steps.${said}.said`),
      remark: t('steps.remark'),
      confirmText: t('steps.write'),
    });
    if (result === 'confirm') say.mutate({ said, remark });
  };
  const { step } = next;
  const take = (): void => {
    if (isSaid(step)) void ask(step);
    else push(...drawerOf[step](next));
  };
  return { take, busy: say.isPending };
}

/** The button that takes the next step. */
function Act({ next }: { next: Step }): ReactNode {
  const { t } = useTranslation();
  const { take, busy } = useTake(next);
  return (
    <Button variant="primary" busy={busy} onClick={take}>
      {next.waits ? t('steps.invite.admit', next.waits) : t(`steps.${next.step}.act`)}
    </Button>
  );
}
