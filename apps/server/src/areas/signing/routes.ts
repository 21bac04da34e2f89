import { signing } from '@holdfast/contract';
import { bind, type HttpApp } from '../../http/bind.ts';
import { who } from '../../http/context.ts';
import { proposed } from '../../proposed.ts';
import type { SigningService } from './service.ts';

export function bindSigning(app: HttpApp, service: SigningService): void {
  bind(app, signing, {
    status: (_input, { caller }) => service.status(caller.workspaceId),
    freeze: async ({ reason }, { caller, record }) => ({ signers: await service.freeze(who(caller), reason, record) }),
    unfreeze: async ({ remark }, { caller, record }) => proposed(await service.unfreeze(who(caller), remark, record)),
  });
}
