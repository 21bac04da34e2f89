import type { LoginId, UserId } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import type { Db } from '../../db/database.ts';
import type { Caller } from '../../http/context.ts';
import { refuse } from '../../refuse.ts';
import type { SessionService } from '../session/service.ts';
import * as queries from './queries.ts';

export type { LoginRow } from './queries.ts';
export type LoginHistoryService = ReturnType<typeof createLoginHistory>;

const alertsMax = 20;

/** What the audit log says of a user's logins, and what the user says to it. */
export function createLoginHistory({ db, sessions }: { db: Db; sessions: SessionService }) {
  return {
    list: (ask: queries.LoginAsk) => queries.findLogins(db, ask),
    alerts: (userId: UserId) => queries.findAlerts(db, userId, alertsMax),
    /** @throws itemNotFound for a login that is not the caller's */
    async acknowledge({ userId }: Caller, id: LoginId, record: Recorder): Promise<void> {
      if (!(await queries.isLogin(db, userId, id))) throw refuse('itemNotFound', {});
      await record(db, { object: `login:${id}` });
    },
    /** Ends every session of the caller's, this one too. */
    revokeAll: (caller: Caller, record: Recorder): Promise<number> => sessions.logout(caller, true, record),
  };
}
