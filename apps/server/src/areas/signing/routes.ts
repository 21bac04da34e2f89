import { signing } from '@holdfast/contract';
import { holds } from '../../http/access.ts';
import { bind, type HttpApp } from '../../http/bind.ts';
import { who } from '../../http/context.ts';
import { proposalReply } from '../../proposal-reply.ts';
import type { HealthService } from '../health/service.ts';
import type { KeyMaterialService } from '../key-material/service.ts';
import type { SigningService } from './service.ts';

interface SigningRoutes {
  readonly service: SigningService;
  readonly keyMaterial: Pick<KeyMaterialService, 'notices'>;
  readonly health: Pick<HealthService, 'troubles' | 'isOverdue'>;
}

export function bindSigning(app: HttpApp, { service, keyMaterial, health }: SigningRoutes): void {
  bind(app, signing, {
    status: async (_input, { caller }) => {
      const { workspaceId, memberId } = caller;
      const [status, divergence, notices, overdue] = await Promise.all([
        service.status(workspaceId),
        service.divergence(workspaceId),
        keyMaterial.notices(workspaceId, memberId),
        // Whether signing is stopped is told without it too.
        holds(caller, 'health.note') && health.isOverdue(workspaceId).catch(() => false),
      ]);
      // After the status, for which the signers were asked.
      const troubles = [...(await health.troubles()), ...(overdue ? (['upkeep'] as const) : [])];
      return { ...status, divergence, key_notices: notices.length, troubles };
    },
    freeze: async ({ reason }, { caller, record }) => ({ signers: await service.freeze(who(caller), reason, record) }),
    unfreeze: async ({ remark }, { caller, record }) =>
      proposalReply(await service.unfreeze(who(caller), remark, record)),
  });
}
