import { onboarding } from '@holdfast/contract';
import { bind, type HttpApp } from '../../http/bind.ts';
import type { OnboardingService } from './service.ts';

export function bindOnboarding(app: HttpApp, service: OnboardingService): void {
  bind(app, onboarding, {
    status: async (_input, { caller }) => ({ steps: await service.steps(caller.workspaceId) }),
  });
}
