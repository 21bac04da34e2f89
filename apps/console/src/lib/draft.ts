import { drafts, keptMs } from './page-state.ts';
import { fieldsOf } from './stored.ts';

const keyOf = (name: string): string => drafts + name;

/**
 * Keeps what somebody is writing for five minutes (spec §9), over a reload too: in this tab's own storage, which the log-out empties. Where there is none, or it
 * is full, nothing is offered again.
 */
export function keepDraft(name: string, value: object): void {
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify({ value, until: Date.now() + keptMs }));
  } catch {
    // Nothing else is lost.
  }
}

/** What was kept under `name`, unless it is older than five minutes. Read it field by field: anything may stand there. */
export function recallDraft(name: string): unknown {
  try {
    const { value, until } = fieldsOf(JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null'));
    const left = typeof until === 'number' ? until - Date.now() : 0;
    return left > 0 && left <= keptMs ? value : undefined;
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
