// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { serve } from '../../test/server.ts';
import { setLanguage, startI18n } from '../lib/i18n.ts';
import ExportDialog from './export-dialog.tsx';

const what = () =>
  ({
    list: 'transaction',
    filter: { type: 2, start: new Date(5), tag: undefined },
    words: { 'type.2': 'Withdrawal' },
  }) as const;
const whole = new TextEncoder().encode('0123456789');
const ends_at = new Date(9);

/** A file on disk, as the browser's own stream writes it. */
function diskFile() {
  let bytes: number[] = [];
  let [at, state] = [0, 'open'];
  const stream = {
    truncate: async (size: number) => {
      bytes = bytes.slice(0, size);
    },
    seek: async (place: number) => {
      at = place;
    },
    write: async (chunk: Uint8Array) => {
      bytes.splice(at, chunk.length, ...chunk);
      at += chunk.length;
    },
    close: async () => {
      state = 'kept';
    },
    abort: async () => {
      state = 'dropped';
    },
  };
  return { stream, text: () => new TextDecoder().decode(Uint8Array.from(bytes)), state: () => state };
}
/** The server's side: gives each download so many bytes of what is left before it breaks off. */
function serveFile(breaksAfter: readonly number[]) {
  let [runs, sent, state] = [0, 0, 'ready'];
  let from = 0;
  const seen = serve({
    'fileExport.start': () => ({ data: { export_id: 7, total: 4 } }),
    'fileExport.run': (form) => {
      // Parts begin at every fourth byte.
      from = Math.floor(Number(form.get('has_bytes')) / 4) * 4;
      return { data: { ticket: 'T'.repeat(43), from_bytes: from, from_rows: 0 } };
    },
    'fileExport.status': () => ({
      data: {
        state: state as 'done',
        rows: Math.ceil(sent / 3),
        total: 4,
        bytes: state === 'done' ? 10 : sent,
        ends_at,
      },
    }),
    'fileExport.cancel': () => ({ data: {} }),
  });
  const answer = fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (!url.startsWith('/api/mpc/export/file')) return answer(url, init);
    const most = breaksAfter[runs++] ?? whole.length;
    const chunk = whole.slice(from, from + most);
    sent = from + chunk.length;
    const isWhole = sent === whole.length;
    state = isWhole ? 'done' : 'ready';
    const body = new ReadableStream({
      start(control) {
        if (chunk.length > 0) control.enqueue(chunk);
      },
      pull(control) {
        if (isWhole) control.close();
        else control.error(new TypeError('network'));
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/csv' } });
  });
  return seen;
}
const calls = (seen: ReturnType<typeof serve>, name: string) =>
  seen.filter(({ path }) => path.endsWith(`/export/${name}`));

beforeAll(() => startI18n());
beforeEach(() => setLanguage('en-US'));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(window, 'showSaveFilePicker');
});
const pick = (file: ReturnType<typeof diskFile>) => {
  const picker = vi.fn(async () => ({ createWritable: async () => file.stream }));
  Object.assign(window, { showSaveFilePicker: picker });
  return picker;
};
const save = (): void => void fireEvent.click(screen.getByRole('button', { name: 'Save the file' }));

it('a list is written to the disk as it comes, and goes on where the connection broke off, once and whole', async () => {
  const [seen, file] = [serveFile([6, 3]), diskFile()];
  const picker = pick(file);
  render(<ExportDialog what={what} name="transactions" onClose={() => undefined} />);
  fireEvent.click(screen.getByRole('radio', { name: 'JSON Lines' }));
  save();
  await screen.findByText(/4 rows exported/);
  expect([file.text(), file.state()]).toEqual(['0123456789', 'kept']);
  expect(picker).toHaveBeenCalledWith({ suggestedName: 'transactions.jsonl' });
  const [asked] = calls(seen, 'start');
  expect(asked?.form.get('filter')).toBe('{"type":2,"start":5}');
  expect([asked?.form.get('format'), asked?.form.get('words')]).toEqual(['jsonl', '{"type.2":"Withdrawal"}']);
  expect(calls(seen, 'run').map(({ form }) => form.get('has_bytes'))).toEqual(['0', '6', '7']);
});

it('a cancel ends it at the server, and leaves no half file', async () => {
  const [seen, file, closed] = [serveFile([2, 0, 0, 0, 0, 0]), diskFile(), vi.fn()];
  pick(file);
  render(<ExportDialog what={what} name="transactions" onClose={closed} />);
  save();
  await screen.findByText('1 of 4 rows');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(calls(seen, 'cancel')).toHaveLength(1));
  await waitFor(() => expect(file.state()).toBe('dropped'));
  expect(closed).toHaveBeenCalled();
});

it('whoever thinks better of where to save it has asked for nothing', async () => {
  const seen = serveFile([]);
  Object.assign(window, { showSaveFilePicker: () => Promise.reject(new DOMException('', 'AbortError')) });
  render(<ExportDialog what={what} name="transactions" onClose={() => undefined} />);
  save();
  await screen.findByRole('button', { name: 'Save the file' });
  expect(seen).toHaveLength(0);
});

it('a browser that cannot write to disk downloads it by a link that is good once', async () => {
  const seen = serveFile([]);
  const clicked: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(`${this.getAttribute('href')} ${this.download}`);
    void fetch(this.getAttribute('href') ?? '');
  });
  render(<ExportDialog what={what} name="transactions" onClose={() => undefined} />);
  save();
  await screen.findByText(/4 rows exported/);
  expect(clicked).toEqual([`/api/mpc/export/file?ticket=${'T'.repeat(43)} transactions.csv`]);
  expect(calls(seen, 'run')).toHaveLength(1);
});

it('what the server refuses is said in its words, and can be tried again', async () => {
  serve({ 'fileExport.start': () => ({ code: 200_004, msg: 'not yours' }) });
  pick(diskFile());
  await setLanguage('en-US');
  render(<ExportDialog what={what} name="transactions" onClose={() => undefined} />);
  save();
  expect((await screen.findByRole('alert')).textContent).toBe('not yours');
  fireEvent.click(screen.getByRole('button', { name: 'Go on' }));
  await screen.findByRole('button', { name: 'Save the file' });
});
