import { signing } from '@holdfast/contract';
import { bind, type HttpApp } from '../../http/bind.ts';
import { who } from '../../http/context.ts';
import { proposalReply } from '../../proposal-reply.ts';
import type { KeyMaterialService } from '../key-material/service.ts';
import type { SigningService } from './service.ts';

interface SigningRoutes {
  readonly service: SigningService;
  readonly keyMaterial: Pick<KeyMaterialService, 'notices'>;
}

export function bindSigning(app: HttpApp, { service, keyMaterial }: SigningRoutes): void {
  bind(app, signing, {
    status: async (_input, { caller: { workspaceId, memberId } }) => {
      const [status, divergence, notices] = await Promise.all([
        service.status(workspaceId),
        service.divergence(workspaceId),
        keyMaterial.notices(workspaceId, memberId),
      ]);
      return { ...status, divergence, key_notices: notices.length };
    },
    freeze: async ({ reason }, { caller, record }) => ({ signers: await service.freeze(who(caller), reason, record) }),
    unfreeze: async ({ remark }, { caller, record }) =>
      proposalReply(await service.unfreeze(who(caller), remark, record)),
  });
}
