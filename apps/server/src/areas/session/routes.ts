import { session } from '@holdfast/contract';
import { bind, type HttpApp } from '../../http/bind.ts';
import type { SessionService } from './service.ts';

export function bindSession(app: HttpApp, service: SessionService): void {
  bind(app, session, {
    login: ({ account, password, totp }, context) => service.login({ email: account, password, totp }, context),
    logout: async ({ everywhere }, { caller, record }) => {
      await service.logout(caller, everywhere, record);
      return {};
    },
    stepUp: ({ totp }, context) => service.stepUp(context.caller, totp, context),
    awsConfig: async () => ({ region: '', upload_url: '', max_bytes: 0, captcha: null }),
  });
}
