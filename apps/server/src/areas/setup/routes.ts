import { setup } from '@holdfast/contract';
import { bind, type HttpApp } from '../../http/bind.ts';
import type { SetupService } from './service.ts';

export interface SetupFacts {
  readonly singleHost: boolean;
  readonly sandbox: boolean;
}

export function bindSetup(app: HttpApp, { service, facts }: { service: SetupService; facts: SetupFacts }): void {
  bind(app, setup, {
    status: async (_input, context) => ({
      ...(await service.status(context)),
      single_host: facts.singleHost,
      sandbox: facts.sandbox,
    }),
    owner: async ({ email, password, nick_name: nickName, setup_token: token, again = false }, { record }) => {
      const { userId, secret, uri } = await service.owner({ email, password, nickName, token, again }, record);
      return { user_id: userId, totp_secret: secret, totp_uri: uri };
    },
    totp: (input, context) => service.totp(input, context),
    workspace: ({ wallet_name, sub_wallet_name }, { caller, record }) =>
      service.workspace(caller, { wallet: wallet_name, subWallet: sub_wallet_name }, record),
  });
}
