import type { UserId, WorkspaceId } from '@holdfast/contract';
import type { Tx } from '../../db/database.ts';
import type { OutboxEvent } from '../../outbox/events.ts';
import type { Consumer } from '../../outbox/service.ts';
import { enqueue } from './channels/queries.ts';
import { createChannels } from './channels/service.ts';
import type { NoticeDeps } from './deps.ts';
import { createMail } from './mail.ts';
import * as queries from './queries.ts';
import { remindAll } from './remind.ts';
import { find, tellingsOf } from './tell.ts';
import type { Telling } from './telling.ts';

export type { ChannelRow } from './channels/service.ts';
export type { NoticeDeps } from './deps.ts';
export type { NoticeRow } from './queries.ts';
export type NoticeService = ReturnType<typeof createNotice>;

interface Reader {
  readonly workspaceId: WorkspaceId;
  readonly userId: UserId;
}

async function take(deps: NoticeDeps, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  const touched = new Set<WorkspaceId>();
  const found = await find(deps, events);
  const tellings: Telling[] = [];
  for (const event of events) {
    tellings.push(...(await tellingsOf(deps, event, found)));
    if (event.workspace_id !== null) touched.add(event.workspace_id);
  }
  for (const { workspaceId } of tellings) touched.add(workspaceId);
  await queries.settleAsked(tx, [...found.asked.values()]);
  for (let at = 0; at < tellings.length; at += queries.mostInserted) {
    const fresh = await queries.insertNotices(tx, tellings.slice(at, at + queries.mostInserted));
    await enqueue(tx, fresh, deps.clock());
  }
  // It is gathered for a moment: whoever looks then finds what this transaction wrote, or is told again.
  for (const workspaceId of touched) deps.notifier.changed(workspaceId, 'notice', '');
}

/** What members are told of what happened, and have read. */
export function createNotice(deps: NoticeDeps) {
  const consumer: Consumer = { name: 'notices', take: (tx, events) => take(deps, tx, events) };
  return {
    consumer,
    channels: createChannels(deps),
    mail: createMail(deps),
    remind: () => remindAll(deps),
    list: (reader: Reader, ask: { readonly unread: boolean; readonly page: number; readonly size: number }) =>
      queries.findNotices(deps.db, { ...reader, ...ask }),
    read: (reader: Reader, upTo: number) => queries.markRead(deps.db, reader, upTo),
  };
}
