import { account } from '@holdfast/contract';
import { bind, type Handlers, type HttpApp } from '../../http/bind.ts';
import type { AccountService } from './service.ts';

type AccountHandlers = Handlers<typeof account>;

const secretReply = ({ id, secret, uri }: { id: string; secret: string; uri: string }) => ({
  secret_id: id,
  totp_secret: secret,
  totp_uri: uri,
});

function ownHandlers(service: AccountService) {
  return {
    overview: async (_input, { caller }) => {
      const { user, memberId, keys, resetDelayMs } = await service.overview(caller);
      return {
        member_id: memberId,
        password_changed_at: user.password_changed_at,
        authenticator_changed_at: user.totp_changed_at,
        keys,
        reset_delay_ms: resetDelayMs,
      };
    },
    sessions: async (_input, { caller }) => ({
      list: (await service.sessions(caller)).map((row) => ({
        session_id: row.id,
        device: row.agent_family,
        ua: row.agent,
        ip: row.network,
        created_at: row.created_at,
        last_seen_at: row.last_seen_at,
        expires_at: row.expires_at,
        current: row.current,
      })),
    }),
    endSession: async ({ session_id }, { caller, record }) => {
      await service.endSession(caller, session_id, record);
      return {};
    },
    endOthers: async (_input, { caller, record }) => ({ ended: await service.endOthers(caller, record) }),
    changePassword: async ({ password, totp, new_password: next }, context) => ({
      ended: await service.changePassword({ password, totp, next }, context),
    }),
    beginAuthenticator: async (given, context) => secretReply(await service.beginTotp(given, context)),
    changeAuthenticator: async ({ secret_id: secretId, totp }, context) => ({
      ended: await service.changeTotp({ secretId, totp }, context),
    }),
  } satisfies Partial<AccountHandlers>;
}

function resetHandlers(service: AccountService) {
  return {
    resets: async (_input, { caller }) => ({
      list: (await service.resets(caller)).map((row) => ({
        reset_id: row.id,
        member_id: row.member_id,
        name: row.name,
        what: row.what,
        asked_by: row.by,
        asked_at: row.asked_at,
        due_at: row.due_at,
        expires_at: row.expires_at,
        me: row.user_id === caller.userId,
      })),
    }),
    askReset: async ({ member_id: memberId, what }, { caller, record }) => {
      const { id, link, dueAt, expiresAt } = await service.askReset(caller, { memberId, what }, record);
      return { reset_id: id, link, due_at: dueAt, expires_at: expiresAt };
    },
    stopReset: async ({ reset_id }, { caller, record }) => {
      await service.stopReset(caller, reset_id, record);
      return {};
    },
    resetInfo: async ({ token }) => {
      const { found, ready } = await service.resetInfo(token);
      const { name, workspace, what, due_at, expires_at } = found;
      return { name, workspace, what, ready, due_at, expires_at };
    },
    resetPassword: async ({ token, totp, new_password: next }, context) => {
      await service.resetPassword(token, { totp, next }, context);
      return {};
    },
    resetBegin: async ({ token, password }, context) => secretReply(await service.resetBegin(token, password, context)),
    resetAuthenticator: async ({ token, secret_id: secretId, totp }, context) => {
      await service.resetTotp(token, { secretId, totp }, context);
      return {};
    },
  } satisfies Partial<AccountHandlers>;
}

export function bindAccount(app: HttpApp, service: AccountService): void {
  bind(app, account, { ...ownHandlers(service), ...resetHandlers(service) });
}
