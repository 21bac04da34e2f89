import type { WorkspaceId } from '@holdfast/contract';
import type { Ports } from '../../ports.ts';
import * as queries from './queries.ts';
import { type Step, stepsOf } from './rules.ts';

export type OnboardingService = ReturnType<typeof createOnboarding>;

/** What a new workspace has still to do. Each step's state is what is so now; that all of them were done once is kept, since none of them comes back. */
export function createOnboarding({ db, clock }: Pick<Ports, 'db' | 'clock'>) {
  return {
    async steps(workspaceId: WorkspaceId): Promise<Step[]> {
      const { settled, ...facts } = await queries.findFacts(db, workspaceId);
      if (settled) return [];
      const steps = stepsOf(facts);
      if (!steps.every(({ done }) => done)) return steps;
      await queries.settle(db, workspaceId, clock());
      return [];
    },
  };
}
