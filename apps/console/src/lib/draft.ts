import { drafts, keptMs } from './page-state.ts';
import { useSession } from './session.ts';
import { fieldsOf } from './stored.ts';

const keyOf = (name: string): string => drafts + name;

const storedAt = (name: string) => fieldsOf(JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null'));

/**
 * Keeps what somebody is writing for five minutes (spec §9), over a reload too: in this tab's own storage, which the log-out empties. Where there is none, or it
 * is full, nothing is offered again. It is kept for whoever is logged in: a session that ends by itself leaves it there, and the next one may be somebody else's.
 */
export function keepDraft(name: string, value: object): void {
  const { token, userName: by } = useSession.getState();
  try {
    // A session that has ended is nobody's: what is still drawn of it takes nothing from whom it was.
    if (token === '' && storedAt(name).by) return;
    sessionStorage.setItem(keyOf(name), JSON.stringify({ value, until: Date.now() + keptMs, by }));
  } catch {
    // Nothing else is lost.
  }
}

/** What this person kept under `name`, unless it is older than five minutes. Read it field by field: anything may stand there. */
export function recallDraft(name: string): unknown {
  try {
    const { value, until, by } = storedAt(name);
    const left = typeof until === 'number' ? until - Date.now() : 0;
    return left > 0 && left <= keptMs && by === useSession.getState().userName ? value : undefined;
  } catch {
    return undefined;
  }
}

export function dropDraft(name: string): void {
  try {
    sessionStorage.removeItem(keyOf(name));
  } catch {
    // No storage, no draft.
  }
}
