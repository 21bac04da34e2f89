import { roleNumber, type SubWalletId, user } from '@holdfast/contract';
import { permissionsIn } from '../../http/access.ts';
import { bind, type HttpApp } from '../../http/bind.ts';
import { isMember } from '../../http/context.ts';
import type { UserService } from './service.ts';

export function bindUser(app: HttpApp, service: UserService): void {
  bind(app, user, {
    info: async (_input, { caller }) => {
      const { user: row, memberships, passkeys, solo, singleHost } = await service.info(caller);
      return {
        user_id: row.id,
        nick_name: row.nick_name,
        email: row.email,
        language: row.language,
        timezone: row.time_zone,
        google_status: row.totp_confirmed_at !== null,
        passkey_count: passkeys,
        last_login_at: row.last_login_at,
        wallets: memberships.map(({ id, name, role, member_id }) => ({
          wallet_id: id,
          wallet_name: name,
          role: roleNumber(role),
          role_name: role,
          member_id,
        })),
        solo_mode: solo,
        single_host: singleHost,
        step_up_until: caller.stepUpUntil,
      };
    },
    permissions: async (_input, { caller }) => ({
      permissions: isMember(caller) ? permissionsIn(caller) : [],
      sub_wallets: isMember(caller)
        ? caller.wallets.map(({ wallet }) => ({
            sub_wallet_id: Number(wallet) as SubWalletId,
            permissions: permissionsIn(caller, Number(wallet)),
          }))
        : [],
      fund_open: isMember(caller),
    }),
  });
}
