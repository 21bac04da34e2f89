import { health } from '@holdfast/contract';
import { bind, type HttpApp } from '../../http/bind.ts';
import { who } from '../../http/context.ts';
import { version } from '../../version.ts';
import type { HealthService } from './service.ts';

export function bindHealth(app: HttpApp, service: HealthService): void {
  bind(app, health, {
    status: async (_input, { caller }) => ({ version, ...(await service.status(caller.workspaceId)) }),
    note: async ({ upkeep: kind, remark }, { caller, record }) => {
      await service.note(who(caller), { kind, remark }, record);
      return {};
    },
  });
}
