import { Refusal } from './errors.ts';
import type { NewEntry } from './state/entries.ts';

type Fields = Readonly<Record<string, string | number>>;

/** One line of what the operator reads. */
export type Log = (message: string, fields?: Fields) => void;

/** The same shape as the server's lines (`apps/server/src/log.ts`), so that one order can be followed through all of them by its `intent`. */
export const logLine = (process: string, message: string, fields: Fields = {}): string =>
  JSON.stringify({ level: 'info', time: new Date().toISOString(), process, message, ...fields });

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const uuidIn = (value: unknown): string | undefined =>
  typeof value === 'string' && uuid.test(value) ? value : undefined;

/** The id in the text of an intent. Of what is none, nothing: anybody's text may be asked. */
function idOf(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    return uuidIn((JSON.parse(text) as { id?: unknown } | null)?.id);
  } catch {
    return undefined;
  }
}

/**
 * Which intent, and which session, something names: an entry of the journal, or what the server asked. Nothing else of it is told: shares, documents and decisions stay
 * where they are.
 */
export function namesIn(value: unknown): Fields {
  const { intent, id, intentId, decision, session } = { ...(value as Readonly<Record<string, unknown>> | undefined) };
  const decided = (decision as { id?: unknown } | undefined)?.id;
  const found = idOf(intent) ?? uuidIn(id) ?? uuidIn(intentId) ?? uuidIn(decided);
  const during = uuidIn(session);
  return { ...(found ? { intent: found } : {}), ...(during ? { session: during } : {}) };
}

/** Tells why something was not done: whoever asked is told a code and no cause. */
export function logFailure(log: Log, names: Fields, error: unknown): void {
  const reason = error instanceof Error ? (error.stack ?? error.message) : 'unknown';
  if (error instanceof Refusal) log('a request was refused', { ...names, code: error.code, detail: error.detail });
  else log('a request failed', { ...names, reason });
}

/** Tells that an entry is on disk. Payments that the server stands for are told one by one. */
export function logEntry(log: Log, entry: NewEntry): void {
  const told = entry.type === 'settled' ? entry.ids.map((id) => ({ id })) : [entry];
  for (const one of told) log('journal', { entry: entry.type, ...namesIn(one) });
}
