import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { type ExportFormat, type ExportList, workbookRowsMax } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import { inTransaction } from '../../db/transaction.ts';
import { formats } from '../../exports/formats/index.ts';
import type { ExportSource } from '../../exports/source.ts';
import { type Caller, isMember, type MemberCaller, who } from '../../http/context.ts';
import { refuse } from '../../refuse.ts';
import { askNow, askOf, wantedOf } from './access.ts';
import type { ExportDeps } from './deps.ts';
import type { ExportRecord } from './queries.ts';
import * as queries from './queries.ts';
import * as rules from './rules.ts';
import { writeFile } from './run.ts';

export interface StartAsk {
  readonly list: ExportList;
  readonly filter: Readonly<Record<string, string | number>>;
  readonly format: ExportFormat;
  readonly words: Readonly<Record<string, string>>;
}
/** A download under way. */
interface Run {
  readonly id: number;
  readonly userId: number;
  readonly end: () => void;
}
export type FileExportService = ReturnType<typeof createFileExport>;

const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();
const member = (caller: Caller): MemberCaller => {
  if (!isMember(caller)) throw refuse('noPermission', {});
  return caller;
};

/** Downloads of this process. More than a few at once would take the database from those who pay. */
function createRuns() {
  const runs = new Set<Run>();
  const of = (mine: (run: Run) => boolean): Run[] => [...runs].filter(mine);
  return {
    /** @throws rateLimited when no more may begin; one of the same export makes way */
    check({ id, user_id }: Pick<ExportRecord, 'id' | 'user_id'>): void {
      const others = of((run) => run.id !== id);
      const own = others.filter((run) => run.userId === user_id);
      if (others.length >= rules.runsMost || own.length >= rules.runsOfOne)
        throw refuse('rateLimited', { seconds: rules.waitSeconds });
    },
    add(run: Run): () => void {
      for (const earlier of of(({ id }) => id === run.id)) earlier.end();
      runs.add(run);
      return () => runs.delete(run);
    },
    end(id: number): void {
      for (const run of of((one) => one.id === id)) run.end();
    },
  };
}

interface Parts {
  readonly deps: ExportDeps;
  readonly runs: ReturnType<typeof createRuns>;
  readonly own: (caller: Caller, id: number) => Promise<ExportRecord>;
  readonly sourceOf: (list: string) => ExportSource;
}
/** @throws noPermission and whatever the list refuses; tooManyRows for a workbook that would be too long */
async function startExport(
  { deps, sourceOf }: Pick<Parts, 'deps' | 'sourceOf'>,
  { list, filter, format, words }: StartAsk,
  caller: Caller,
  record: Recorder,
) {
  const { db, clock } = deps;
  const source = sourceOf(list);
  const askedAt = clock();
  const ask = await askOf(deps, source, caller, { filter, askedAt, upTo: null });
  const { total, upTo: up_to = null } = await source.count(ask);
  if (format === 'xlsx' && total > workbookRowsMax) throw refuse('tooManyRows', { max: workbookRowsMax });
  const { workspaceId: workspace_id, userId: user_id, tokenHash: session_hash } = ask.caller;
  const made = {
    workspace_id,
    user_id,
    session_hash,
    list,
    filter,
    format,
    words,
    asked_at: askedAt,
    total,
    up_to,
  };
  return inTransaction(db, async (tx) => {
    const id = await queries.insertExport(tx, made);
    const detail = { list, format, rows: String(total), filter: JSON.stringify(filter) };
    await record(tx, { object: `export:${id}`, detail });
    return { id, total };
  });
}

/** A ticket for what comes after so many bytes. @throws itemNotFound, rateLimited */
async function giveTicket(
  { deps, runs, own, sourceOf }: Parts,
  caller: Caller,
  id: number,
  hasBytes: number,
  record: Recorder,
) {
  const { db, clock } = deps;
  const found = await own(caller, id);
  await askOf(deps, sourceOf(found.list), caller, wantedOf(found));
  runs.check(found);
  const mark = await queries.findMark(db, id, hasBytes);
  const ticket = randomBytes(32).toString('base64url');
  const from = mark?.bytes ?? 0;
  const until = new Date(clock().getTime() + rules.ticketMs);
  const given = { hash: hashOf(ticket), until, from, session: caller.tokenHash };
  await inTransaction(db, async (tx) => {
    if (!(await queries.giveTicket(tx, id, given))) throw refuse('itemNotFound', {});
    await record(tx, { object: `export:${id}`, detail: { list: found.list, from: String(from) } });
  });
  return { ticket, from, rows: mark?.rows ?? 0 };
}

/** Lists as files of any size: asked for once, written while they are fetched, gone on with where they broke off. */
export function createFileExport(deps: ExportDeps) {
  const { db, clock } = deps;
  const runs = createRuns();
  const sourceOf = (list: string): ExportSource => {
    const found = deps.sources.find((source) => source.list === list);
    if (!found) throw refuse('invalidParameters', { field: 'list' });
    return found;
  };
  const own = async (caller: Caller, id: number): Promise<ExportRecord> => {
    const found = await queries.findExport(db, who(member(caller)), id);
    if (!found) throw refuse('itemNotFound', {});
    return found;
  };
  /** The file, with whatever its run needs ended when it is: by its end, its reader, its time, or another run. */
  function streamOf(record: ExportRecord, from: queries.Mark | undefined): Readable {
    const stream = Readable.from(writeFile(deps, sourceOf(record.list), record, from), { objectMode: false });
    const end = (): void => void stream.destroy(new Error(`export ${record.id} was ended`));
    const timer = setTimeout(end, rules.runMs);
    const remove = runs.add({ id: record.id, userId: record.user_id, end });
    stream.once('close', () => {
      clearTimeout(timer);
      remove();
      queries.rest(db, record).catch(() => undefined);
    });
    return stream;
  }
  return {
    start: (wanted: StartAsk, caller: Caller, record: Recorder) =>
      startExport({ deps, sourceOf }, wanted, caller, record),
    ticket: (caller: Caller, id: number, hasBytes: number, record: Recorder) =>
      giveTicket({ deps, runs, own, sourceOf }, caller, id, hasBytes, record),
    /** The file that a ticket is for. @throws itemNotFound for a ticket that was used, ran out or never was */
    async open(ticket: string) {
      const record = await inTransaction(db, (tx) => queries.takeTicket(tx, hashOf(ticket), clock()));
      if (!record) throw refuse('itemNotFound', {});
      const { ending, type } = formats[record.format as ExportFormat];
      const name = `holdfast-${record.list}-${record.asked_at.toISOString().slice(0, 10)}.${ending}`;
      try {
        // Now, while a refusal can still be told: later the file can only break off.
        await askNow(deps, sourceOf(record.list), record);
        const from = await queries.findMark(db, record.id, record.ticket_from);
        // Nothing is waited for between looking whether there is room and taking it.
        runs.check(record);
        return { file: { name, type }, stream: streamOf(record, from) };
      } catch (error) {
        await queries.rest(db, record);
        throw error;
      }
    },
    async status(caller: Caller, id: number) {
      const { state, rows, total, bytes, asked_at } = await own(caller, id);
      return { state, rows, total, bytes, endsAt: new Date(asked_at.getTime() + rules.keepMs) };
    },
    async cancel(caller: Caller, id: number): Promise<void> {
      await own(caller, id);
      await queries.cancel(db, id);
      runs.end(id);
    },
    /** Forgets exports that are over. */
    purge: async (): Promise<void> => {
      await queries.deleteBefore(db, new Date(clock().getTime() - rules.keepMs));
    },
  };
}
