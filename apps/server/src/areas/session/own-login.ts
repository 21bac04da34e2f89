import type { UserId } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import type { Tx } from '../../db/database.ts';
import type { Caller } from '../../http/context.ts';
import { beginTotp, changePassword, changeTotp, type Meanwhile } from './change.ts';
import type { SessionDeps } from './deps.ts';
import { forgetNextSecret, lockUser } from './login-queries.ts';
import { beginLostTotp, type Lost, setLostPassword, setLostTotp } from './lost.ts';
import { endOthers, endSession, liveSessions, tellSessions } from './own-sessions.ts';
import type { Given } from './proof.ts';
import type { Origin } from './tokens.ts';

interface Confirming {
  readonly secretId: string;
  readonly totp: string;
}

/** What people change about their own login, and what becomes of one that was lost. */
export function createOwnLogin(deps: SessionDeps) {
  return {
    live: (caller: Caller) => liveSessions(deps, caller),
    endOne: (caller: Caller, id: string, record: Recorder) => endSession(deps, caller, id, record),
    endOthers: (caller: Caller, record: Recorder) => endOthers(deps, caller, record),
    changePassword: (caller: Caller, given: Given & { next: string }, origin: Origin, meanwhile: Meanwhile) =>
      changePassword(deps, caller, given, origin, meanwhile),
    beginTotp: (caller: Caller, given: Given, origin: Origin) => beginTotp(deps, caller, given, origin),
    changeTotp: (caller: Caller, given: Confirming, origin: Origin, meanwhile: Meanwhile) =>
      changeTotp(deps, caller, given, origin, meanwhile),
    setLostPassword: (lost: Lost, given: { totp: string; next: string }, origin: Origin) =>
      setLostPassword(deps, lost, given, origin),
    beginLostTotp: (lost: Lost, password: string, origin: Origin) => beginLostTotp(deps, lost, password, origin),
    setLostTotp: (lost: Lost, given: Confirming, origin: Origin) => setLostTotp(deps, lost, given, origin),
    /** For a transaction that changes who may set what: the user is held before anything of theirs. */
    hold: (tx: Tx, userId: UserId) => lockUser(tx, userId),
    forgetNextSecret: (tx: Tx, userId: UserId) => forgetNextSecret(tx, userId),
    tell: (userId: UserId) => tellSessions(deps, userId),
  };
}
