import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { ExportSource } from '../../exports/source.ts';
import type { SessionService } from '../session/service.ts';

export interface ExportDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly sessions: Pick<SessionService, 'callerOf'>;
  readonly sources: readonly ExportSource[];
}
