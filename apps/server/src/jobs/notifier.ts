import type { EventTopic, WorkspaceId } from '@holdfast/contract';
import type { Db } from '../db/database.ts';
import { publishAll } from '../events/hub.ts';

export interface Notifier {
  /** Something changed; call it after the change is committed. */
  changed(workspaceId: WorkspaceId, topic: EventTopic, id: string | number): void;
  stop(): Promise<void>;
}

const gatherMs = 40;
const idsPerTopic = 20;

/**
 * Sends live events, gathered: a thousand orders moving at once make a handful of notifications, since commits that notify queue behind each
 * other in PostgreSQL. When very many things of a topic changed, one event without an id says "look at all of it".
 */
export function createNotifier(db: Db, onError: (error: unknown) => void): Notifier {
  const waiting = new Map<WorkspaceId, Map<EventTopic, Set<string>>>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();

  async function send(): Promise<void> {
    timer = undefined;
    const all = [...waiting];
    waiting.clear();
    const events = all.flatMap(([workspaceId, topics]) =>
      [...topics].flatMap(([topic, ids]) =>
        (ids.size > idsPerTopic ? [''] : [...ids]).map((id) => ({ workspaceId, topic, id })),
      ),
    );
    await publishAll(db, events);
  }
  return {
    changed(workspaceId, topic, id) {
      const topics = waiting.get(workspaceId) ?? new Map<EventTopic, Set<string>>();
      const ids = topics.get(topic) ?? new Set<string>();
      waiting.set(workspaceId, topics.set(topic, ids.add(String(id))));
      timer ??= setTimeout(() => {
        sending = sending.then(send).catch(onError);
      }, gatherMs);
    },
    async stop() {
      clearTimeout(timer);
      await sending;
      await send().catch(onError);
    },
  };
}
