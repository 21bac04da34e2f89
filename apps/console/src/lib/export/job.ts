import type { ExportFormat, ExportList } from '@holdfast/contract';
import { fileExport } from '@holdfast/contract/file-export';
import { api, NetworkError, requestHeaders } from '../api.ts';
import { DownloadRefused } from '../download.ts';
import type { DiskFile } from './disk.ts';

/** What is exported: a list by the filter that it shows, in the interface's words. */
export interface Exported {
  readonly list: ExportList;
  /** As the list's own call takes it, without pages. */
  readonly filter: Readonly<Record<string, unknown>>;
  /** Names of columns and of what stands in them. */
  readonly words: Readonly<Record<string, string>>;
}
export interface Progress {
  readonly rows: number;
  readonly total: number;
}
type Told = (progress: Progress) => void;

/** Tries without a byte between them, after which the person is asked. */
const triesMost = 5;
const pauseMs = 1_000;
const lookEveryMs = 1_000;
/** Looks that a browser has to begin a download, asking its person where it is to be. */
const beginsAfter = 60;

/** As a form carries it. */
function wire(value: unknown): string | number {
  if (value instanceof Date) return value.getTime();
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'number' ? value : String(value);
}
export const wireFilter = (filter: Exported['filter']): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, wire(value)]])),
  );

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
  });

/** Asks for the file: counts what is to be in it. */
export async function startExport({ list, filter, words }: Exported, format: ExportFormat, signal: AbortSignal) {
  const ask = { list, filter: wireFilter(filter), format, words };
  const { export_id: id, total } = await api.fileExport.start(ask, { signal });
  return { id, total };
}
export type Started = Awaited<ReturnType<typeof startExport>>;

const addressOf = (ticket: string): string => `${fileExport.file.path}?ticket=${ticket}`;

type Status = Awaited<ReturnType<typeof api.fileExport.status>>;
/** Tells every moment how far the server is, until it is over. */
async function watch(id: number, signal: AbortSignal, told: Told, isOver: (now: Status) => boolean): Promise<Status> {
  for (;;) {
    const now = await api.fileExport.status({ export_id: id }, { signal });
    told(now);
    if (isOver(now)) return now;
    await sleep(lookEveryMs, signal);
  }
}

/** One download, from where a part of the file begins. @returns bytes that are there by now, whether it broke off or not */
async function fetchPart(id: number, disk: DiskFile, has: number, signal: AbortSignal): Promise<number> {
  const { ticket, from_bytes: from } = await api.fileExport.run({ export_id: id, has_bytes: has }, { signal });
  await disk.goTo(from);
  const response = await fetch(addressOf(ticket), { headers: requestHeaders(), signal });
  if (response.headers.get('content-type')?.includes('application/json;')) {
    const { code, msg } = (await response.json()) as { code: number; msg: string };
    throw new DownloadRefused(code, msg);
  }
  let bytes = from;
  const reader = response.body?.getReader();
  for (;;) {
    // Where it breaks off, what came before is on the disk, and counts.
    const part = await reader?.read().catch(() => undefined);
    signal.throwIfAborted();
    if (!part?.value) return bytes;
    await disk.write(part.value);
    bytes += part.value.length;
  }
}

/**
 * Writes the file to the disk, and goes on by itself where a connection breaks off. @returns bytes and rows of the whole file
 * @throws NetworkError when several tries in a row brought nothing; then it can be called again, and goes on
 */
export function diskJob({ id }: Started, disk: DiskFile) {
  let has = 0;
  const isWhole = async (signal: AbortSignal, told: Told): Promise<boolean> => {
    const now = await api.fileExport.status({ export_id: id }, { signal });
    told(now);
    return now.state === 'done' && now.bytes === has;
  };
  return async (signal: AbortSignal, told: Told): Promise<void> => {
    for (let tries = 0; tries < triesMost; tries += 1) {
      if (tries > 0) await sleep(pauseMs * 2 ** (tries - 1), signal);
      const before = has;
      const looking = new AbortController();
      const looked = AbortSignal.any([signal, looking.signal]);
      watch(id, looked, told, () => false).catch(() => undefined);
      try {
        has = await fetchPart(id, disk, has, signal);
        if (await isWhole(signal, told)) return disk.keep();
      } catch (error) {
        if (!(error instanceof NetworkError || error instanceof TypeError)) throw error;
      } finally {
        looking.abort();
      }
      if (has > before) tries = 0;
    }
    throw new NetworkError('offline');
  };
}

/** Leaves the download to the browser, which streams it by itself, and tells how far the server is. @throws NetworkError when it broke off */
export async function linkJob({ id }: Started, name: string, signal: AbortSignal, told: Told): Promise<void> {
  const { ticket } = await api.fileExport.run({ export_id: id }, { signal });
  Object.assign(document.createElement('a'), { href: addressOf(ticket), download: name }).click();
  let looks = 0;
  const { state } = await watch(id, signal, told, ({ state, rows }) => {
    looks += 1;
    // The browser has yet to begin, until it has waited too long for somebody.
    return state === 'done' || state === 'cancelled' || (state === 'ready' && (rows > 0 || looks > beginsAfter));
  });
  if (state !== 'done') throw new NetworkError('aborted');
}

export const cancelExport = ({ id }: Started): void => {
  api.fileExport.cancel({ export_id: id }).catch(() => undefined);
};
