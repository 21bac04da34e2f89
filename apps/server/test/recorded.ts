import type { TestServer } from './server.ts';

interface Recorded {
  readonly action: string;
  readonly actor: string;
  readonly object: string;
  readonly detail: Record<string, string>;
}

/** Entries of the audit log of these actions, oldest first. */
export async function recordedEntries(server: TestServer, actions: readonly string[]): Promise<Recorded[]> {
  await server.logSettled();
  const { rows } = await server.database.pool.query<{ entry: string }>(
    'select entry from audit_log where action = any($1) order by seq',
    [actions],
  );
  return rows.map(({ entry }) => JSON.parse(entry));
}

/** Names of all actions in the audit log, each once. */
export async function recordedActions(server: TestServer): Promise<Set<string>> {
  await server.logSettled();
  const { rows } = await server.database.pool.query<{ action: string }>('select distinct action from audit_log');
  return new Set(rows.map(({ action }) => action));
}
