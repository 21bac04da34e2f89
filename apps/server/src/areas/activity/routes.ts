import { activity } from '@holdfast/contract';
import { holds } from '../../http/access.ts';
import { bind, type HttpApp } from '../../http/bind.ts';
import { who } from '../../http/context.ts';
import type { ActivityService } from './service.ts';

export function bindActivity(app: HttpApp, service: ActivityService): void {
  bind(app, activity, {
    list: ({ sub_wallet_id: subWalletId, page_size: size, kind, person, payee, start, end, before }, { caller }) => {
      const ask = { kind, person, payee, subWalletId, start, end, before, size };
      return service.list(who(caller), (permission) => holds(caller, permission), ask);
    },
  });
}
