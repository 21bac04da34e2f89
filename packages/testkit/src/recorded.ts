import type { TestServer } from './server.ts';

/** Names of all actions in the audit log, each once. */
export async function recordedActions(server: TestServer): Promise<Set<string>> {
  await server.logSettled();
  const { rows } = await server.database.pool.query<{ action: string }>('select distinct action from audit_log');
  return new Set(rows.map(({ action }) => action));
}
