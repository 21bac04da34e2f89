import type { Factor } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import { type Caller, type Context, isMember, type MemberCaller } from '../../http/context.ts';
import type { AccountDeps } from './deps.ts';
import { ownKey } from './own-key.ts';
import * as queries from './queries.ts';
import { askReset, findReset, listResets, readyReset, stopReset } from './resets.ts';
import { isReady } from './rules.ts';

export type AccountService = ReturnType<typeof createAccount>;

async function overview({ db, policy, signers, resetDelayMs }: AccountDeps, caller: Caller) {
  const user = await queries.findUser(db, caller.userId);
  const memberId = isMember(caller) ? caller.memberId : '';
  const document = memberId === '' ? undefined : (await policy()).document;
  const member = document?.members.find(({ id }) => id === memberId);
  return { user, memberId, keys: (member?.credentials ?? []).map((key) => ownKey(key, signers)), resetDelayMs };
}

/** How members log in: what they change themselves, where they are logged in, and what an owner resets for them. None of it is a key that signers believe. */
export function createAccount(deps: AccountDeps) {
  const { clock, sessions } = deps;
  /** Whoever changes something themselves has lost nothing. */
  const overtake =
    ({ userId }: Caller) =>
    (tx: Parameters<typeof queries.overtake>[0]) =>
      queries.overtake(tx, userId, clock());
  return {
    overview: (caller: Caller) => overview(deps, caller),
    sessions: (caller: Caller) => sessions.live(caller),
    endSession: (caller: Caller, id: string, record: Recorder) => sessions.endOne(caller, id, record),
    endOthers: (caller: Caller, record: Recorder) => sessions.endOthers(caller, record),
    changePassword: (given: { password: string; totp: string; next: string }, context: Context<Caller>) =>
      sessions.changePassword(context.caller, given, context, overtake(context.caller)),
    beginTotp: (given: { password: string; totp: string }, context: Context<Caller>) =>
      sessions.beginTotp(context.caller, given, context),
    changeTotp: (given: { secretId: string; totp: string }, context: Context<Caller>) =>
      sessions.changeTotp(context.caller, given, context, overtake(context.caller)),
    resets: (caller: MemberCaller) => listResets(deps, caller),
    askReset: (caller: MemberCaller, ask: { memberId: string; what: Factor }, record: Recorder) =>
      askReset(deps, caller, ask, record),
    stopReset: (caller: MemberCaller, id: number, record: Recorder) => stopReset(deps, caller, id, record),
    async resetInfo(token: string) {
      const found = await findReset(deps, token);
      return { found, ready: isReady(found, clock()) };
    },
    resetPassword: async (token: string, given: { totp: string; next: string }, context: Context) =>
      sessions.setLostPassword(await readyReset(deps, token, 'password'), given, context),
    resetBegin: async (token: string, password: string, context: Context) =>
      sessions.beginLostTotp(await readyReset(deps, token, 'authenticator'), password, context),
    resetTotp: async (token: string, given: { secretId: string; totp: string }, context: Context) =>
      sessions.setLostTotp(await readyReset(deps, token, 'authenticator'), given, context),
  };
}
