import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';

const source = readFileSync(path.join(import.meta.dirname, '../../../public/push-worker.js'), 'utf8');

/** The worker in a browser that keeps what it does. */
function workerOf() {
  const handlers = new Map<string, (event: object) => void>();
  const did: unknown[] = [];
  const note =
    (name: string) =>
    (...args: unknown[]) => {
      did.push([name, ...args]);
    };
  const self = {
    addEventListener: (name: string, handler: (event: object) => void) => handlers.set(name, handler),
    registration: { showNotification: note('show') },
    clients: { openWindow: note('open') },
  };
  runInNewContext(source, { self });
  const raise = (name: string, event: object): void =>
    handlers.get(name)?.({ ...event, waitUntil: () => did.push('waits') });
  return { handlers, did, raise };
}
const icon = '/mpc/icon.svg';

it('shows what it is told, and something where that cannot be read: else the browser takes its permission back', () => {
  const { did, raise } = workerOf();
  const told = { title: 'Holdfast', body: 'A payment waits', tag: '1-2-2', url: 'https://signer.example/#/i/1' };
  raise('push', { data: { json: () => told } });
  raise('push', { data: { json: () => JSON.parse('{') } });
  raise('push', { data: null });
  const nothing = ['show', 'Holdfast', { body: '', tag: '', icon, data: { url: '' } }];
  const { title, url, ...rest } = told;
  expect(did).toEqual([
    ...[['show', title, { ...rest, icon, data: { url } }], 'waits'],
    ...[nothing, 'waits', nothing, 'waits'],
  ]);
});

it('a tap opens the page that it is about, and the bell for what is no address of the web', () => {
  const { did, raise } = workerOf();
  const tap = (url: unknown): void =>
    raise('notificationclick', { notification: { close: () => undefined, data: { url } } });
  for (const url of ['https://signer.example/#/i/1', 'javascript:alert(1)', undefined]) tap(url);
  expect(did.filter((one) => one !== 'waits')).toEqual([
    ['open', 'https://signer.example/#/i/1'],
    ['open', '/mpc/wallet?d=notices'],
    ['open', '/mpc/wallet?d=notices'],
  ]);
});

it('answers no request of a page, so nothing is ever kept that a newer version would not have', () => {
  expect([...workerOf().handlers.keys()].sort()).toEqual(['notificationclick', 'push']);
});
