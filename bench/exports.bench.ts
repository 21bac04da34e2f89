import { exportFormats } from '@holdfast/contract';
import { open } from '../apps/server/src/areas/file-export/test/fetch.ts';
import { fillTransactions } from '../apps/server/src/areas/file-export/test/many.ts';
import { findFrom, type Place } from '../apps/server/src/areas/transaction/queries.ts';
import { type Installed, install, startTestServer, type TestServer } from '../apps/server/test/index.ts';
import type { Figure } from './run.ts';

const rows = Number(process.env.HOLDFAST_BENCH_ROWS ?? 1_000_000);
const mib = 2 ** 20;

interface Taken {
  readonly perSecond: number;
  readonly mib: number;
  readonly aboveMib: number;
}
/** Server and reader are one process here, so its memory is an upper limit of the server's. */
async function take(server: TestServer, { api }: Installed, format: (typeof exportFormats)[number]): Promise<Taken> {
  const { export_id, total } = await api.fileExport.start({ list: 'transaction', filter: {}, format });
  const { ticket } = await api.fileExport.run({ export_id });
  const start = performance.now();
  const before = process.memoryUsage().rss;
  const reader = (await open(server.url, ticket)).body?.getReader();
  let [peak, bytes] = [before, 0];
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || !value) break;
    bytes += value.length;
    peak = Math.max(peak, process.memoryUsage().rss);
  }
  const now = await api.fileExport.status({ export_id });
  if (now.state !== 'done' || now.rows !== total || now.bytes !== bytes)
    throw new Error(`not whole: ${JSON.stringify(now)}`);
  return {
    perSecond: (now.rows * 1_000) / (performance.now() - start),
    mib: bytes / mib,
    aboveMib: (peak - before) / mib,
  };
}

/** The rows alone, as the export asks for them. */
async function bareRead({ database }: TestServer, { workspaceId }: Installed): Promise<number> {
  const start = performance.now();
  let [count, after] = [0, undefined as Place | undefined];
  do {
    const { rows: some, next } = await findFrom(database.db, { workspaceId, after }, 1_000);
    count += some.length;
    after = next;
  } while (after && count < rows / 5);
  return (count * 1_000) / (performance.now() - start);
}

export async function run(): Promise<{ rows: Figure[] }> {
  const server = await startTestServer();
  try {
    const fixture = await install(server);
    await fillTransactions(server, fixture, rows / 2);
    const bare = await bareRead(server, fixture);
    const figures: Figure[] = [];
    for (const format of exportFormats) {
      const { perSecond, mib: size, aboveMib } = await take(server, fixture, format);
      const what = `${rows.toLocaleString('en-US')} transactions as ${format}`;
      figures.push(
        {
          name: `${what}, rows a second`,
          value: perSecond,
          unit: 'rows/s',
          yardstick: `${Math.round(bare)} rows/s read and thrown away`,
        },
        {
          name: `${what}, memory above what was there`,
          value: aboveMib,
          unit: 'MiB',
          aim: 'the same at any size',
          yardstick: `${Math.round(size)} MiB of file`,
        },
      );
    }
    return { rows: figures };
  } finally {
    await server.close();
  }
}
