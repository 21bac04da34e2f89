import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { refusalOf } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Installed, install, startTestServer, type TestServer } from '../../../test/index.ts';
import { open } from './test/fetch.ts';
import { fillTransactions } from './test/many.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const each = 100_000;
let server: TestServer;
let fixture: Installed;
beforeAll(async () => {
  server = await startTestServer();
  fixture = await install(server);
  await fillTransactions(server, fixture, each);
}, 300_000);
afterAll(() => server.close());

type Format = 'csv' | 'xlsx' | 'jsonl';
const ask = { list: 'transaction', filter: {}, format: 'csv' } as const;
const begin = async (format: Format = 'csv') => {
  const { export_id } = await fixture.api.fileExport.start({ ...ask, format });
  const { ticket } = await fixture.api.fileExport.run({ export_id });
  return { export_id, response: await open(server.url, ticket) };
};
const status = (export_id: number) => fixture.api.fileExport.status({ export_id });

/** Rows that are written when no more come, since nobody takes them. */
async function stalledAt(export_id: number): Promise<number> {
  for (let [rows, same] = [-1, 0]; ; ) {
    const now = (await status(export_id)).rows;
    same = now === rows ? same + 1 : 0;
    rows = now;
    if (same === 4) return rows;
    await sleep(500);
  }
}

test('a reader who stands still makes the server stand still, and what it keeps does not grow', async () => {
  const { export_id, response } = await begin();
  const rows = await stalledAt(export_id);
  expect(rows).toBeLessThan(each);
  await response.body?.cancel();
  await vi.waitFor(async () => expect((await status(export_id)).state).toBe('ready'), { timeout: 10_000 });
});

test('more than a few at once are refused until one has ended', async () => {
  const [first, second] = [await begin(), await begin()];
  const third = (await fixture.api.fileExport.start(ask)).export_id;
  expect(await refusalOf(fixture.api.fileExport.run({ export_id: third }))).toBe('rateLimited');
  await first.response.body?.cancel();
  await vi.waitFor(() => fixture.api.fileExport.run({ export_id: third }), { timeout: 10_000 });
  await second.response.body?.cancel();
});

/** Bytes that are still needed, once everything else was given back. */
function liveBytes(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** A workbook is packed: it comes in fewer bytes. */
const lookEvery: Readonly<Record<Format, number>> = { csv: 2 ** 21, jsonl: 2 ** 21, xlsx: 2 ** 17 };
/** The file of the least is three times as long, and its rows are several times that. */
const mostGrown = 16 * 2 ** 20;

/** Rows of a workbook's sheets, as Python's own zip and XML count them. Meanwhile the server goes on: one that stands still finds its idle connections closed. */
async function rowsOfWorkbook(file: string): Promise<number> {
  const program = `
import sys, zipfile, xml.etree.ElementTree as tree
book = zipfile.ZipFile(sys.argv[1])
rows = 0
for name in book.namelist():
    if not name.startswith('xl/worksheets/'): continue
    for _, element in tree.iterparse(book.open(name)):
        if element.tag.endswith('}row'):
            rows += 1
            element.clear()
print(rows)`;
  const { stdout } = await promisify(execFile)('python3', ['-c', program, file]);
  return Number(stdout);
}

test.each(['csv', 'xlsx', 'jsonl'] as const)(
  '200,000 rows come whole, in memory that does not grow with them (%s)',
  async (format) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'hf-export-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = path.join(folder, format);
    const kept = createWriteStream(file);
    const { export_id, response } = await begin(format);
    const reader = response.body?.getReader();
    const live: number[] = [];
    let [bytes, lines] = [0, 0];
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done || !value) break;
      bytes += value.length;
      if (!kept.write(value)) await once(kept, 'drain');
      for (const byte of value) if (byte === 0x0a) lines += 1;
      if (bytes > live.length * lookEvery[format]) live.push(liveBytes());
    }
    // One line end a row and the headings'; another within each order's remark.
    if (format === 'csv') expect(lines).toBe(1 + 2 * each + each);
    if (format === 'jsonl') expect(lines).toBe(2 * each);
    await finished(kept.end());
    // With the headings.
    if (format === 'xlsx') expect(await rowsOfWorkbook(file)).toBe(1 + 2 * each);
    expect(await status(export_id)).toMatchObject({ state: 'done', rows: 2 * each, total: 2 * each, bytes });
    const half = live.length / 2;
    const [early, late] = [Math.max(...live.slice(0, half)), Math.max(...live.slice(half))];
    console.log(
      `${Math.round(bytes / 2 ** 20)} MiB of file; at most ${early} bytes live in its first half, ${late} in the second`,
    );
    expect(live.length).toBeGreaterThan(8);
    expect(late - early).toBeLessThan(mostGrown);
  },
  300_000,
);

test('a download that is under way ends when its export is cancelled', async () => {
  const { export_id, response } = await begin();
  await stalledAt(export_id);
  await fixture.api.fileExport.cancel({ export_id });
  await expect(response.text()).rejects.toThrow(/terminated|aborted/);
  expect(await status(export_id)).toMatchObject({ state: 'cancelled' });
}, 120_000);

test('a download ends with the session that it was begun with', async () => {
  const { export_id, response } = await begin();
  await stalledAt(export_id);
  await server.database.pool.query('update sessions set revoked_at = now()');
  await expect(response.text()).rejects.toThrow(/terminated|aborted/);
}, 120_000);
