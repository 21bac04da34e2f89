import { type Approval, parseIntent } from '@holdfast/policy';
import type { SignerContext } from './context.ts';
import type { Entry, KeyGroupPublic } from './state/entries.ts';

/** What the server is told, in the order in which it happened here. `seq` starts at 1 and has no gaps; it survives restarts. */
export type SignerEvent = { readonly seq: number } & (
  | { readonly type: 'approval'; readonly approval: Approval; readonly intentId: string }
  | { readonly type: 'policy'; readonly document: string }
  | { readonly type: 'book'; readonly change: string }
  | { readonly type: 'keyGroup'; readonly group: KeyGroupPublic }
  | { readonly type: 'frozen'; readonly by: string; readonly reason: string; readonly proven: boolean }
  | { readonly type: 'unfrozen' }
  | { readonly type: 'exportGranted'; readonly intentId: string; readonly readyAt: number; readonly until: number }
  | { readonly type: 'exportRefused'; readonly intentId: string; readonly by: string }
  | { readonly type: 'exported'; readonly intentId: string; readonly at: number }
);

export interface Feed {
  /** Events after `after`; with none, waits up to `waitMs` for one. */
  events(after: number, waitMs: number): Promise<{ events: SignerEvent[]; next: number }>;
  close(): void;
}

const maxEvents = 200;
const maxWaiting = 64;

function eventOf(ctx: SignerContext, seq: number, entry: Entry): SignerEvent {
  switch (entry.type) {
    case 'approval':
      return { seq, type: 'approval', approval: entry.approval, intentId: entry.intentId };
    case 'genesis':
    case 'policy':
      return { seq, type: 'policy', document: entry.document };
    case 'book':
      return { seq, type: 'book', change: entry.change };
    case 'groupActive': {
      const group = ctx.store.state.groups.get(entry.group);
      if (!group) throw new Error('an event names an unknown key group');
      return { seq, type: 'keyGroup', group: group.public };
    }
    case 'frozen':
      return { seq, type: 'frozen', by: entry.by, reason: entry.reason, proven: entry.proof !== undefined };
    case 'unfrozen':
      return { seq, type: 'unfrozen' };
    case 'exportGranted':
      return {
        seq,
        type: 'exportGranted',
        intentId: parseIntent(entry.intent).id,
        readyAt: entry.readyAt,
        until: entry.until,
      };
    case 'exportRefused':
      return { seq, type: 'exportRefused', intentId: entry.id, by: entry.by };
    case 'exportTaken':
      return { seq, type: 'exported', intentId: entry.id, at: entry.at };
    default:
      throw new Error(`no event for ${entry.type}`);
  }
}

export function createFeed(ctx: SignerContext): Feed {
  const waiting = new Set<() => void>();
  let closed = false;
  const wake = (): void => {
    for (const resume of [...waiting]) resume();
  };
  ctx.store.onDurable(wake);

  const pause = (waitMs: number): Promise<void> =>
    new Promise((resolve) => {
      const resume = (): void => {
        clearTimeout(timer);
        waiting.delete(resume);
        resolve();
      };
      const timer = setTimeout(resume, waitMs);
      waiting.add(resume);
    });

  const read = (after: number): SignerEvent[] =>
    ctx.store.eventsAfter(after, maxEvents).map(({ seq, entry }) => eventOf(ctx, seq, entry));

  return {
    events: async (after, waitMs) => {
      const until = performance.now() + waitMs;
      let events = read(after);
      while (events.length === 0 && !closed && waiting.size < maxWaiting) {
        const left = until - performance.now();
        if (left <= 0) break;
        await pause(left);
        events = read(after);
      }
      return { events, next: events.at(-1)?.seq ?? Math.min(after, ctx.store.state.events.length) };
    },
    close: () => {
      closed = true;
      wake();
    },
  };
}
