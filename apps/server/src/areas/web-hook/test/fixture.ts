import { type EndpointSettings, toldSides } from '@holdfast/contract';
import { expect } from 'vitest';
import type { TestDatabase } from '../../../../test/index.ts';
import type { Recorder } from '../../../audit/service.ts';
import type { People } from '../../../ledger/test/books.ts';
import { carry } from '../../../outbox/carry.ts';
import { readNetworks } from '../../../outgoing/guard.ts';
import { createSecretBox } from '../../../secrets.ts';
import { createWebHook, type WebHookDeps } from '../service.ts';

/** Of the server's secrets, in tests and in the processes that they kill. */
export const testKey = 'ab'.repeat(32);
export const unrecorded: Recorder = Object.assign(async () => undefined, { of: () => expect.fail() });

export const hookDeps = ({ db }: Pick<TestDatabase, 'db'>, clock: () => Date): WebHookDeps => ({
  db,
  clock,
  secrets: createSecretBox(Buffer.from(testKey, 'hex')),
  catalog: { chain: () => undefined },
  allowed: readNetworks(['127.0.0.1']),
  random: () => 0,
});

/** A new endpoint of all sides. */
export async function addEndpoint(
  deps: WebHookDeps,
  { workspaceId }: Pick<People, 'workspaceId'>,
  url: string,
  change: Partial<EndpointSettings> = {},
): Promise<{ endpoint_id: string; secret: string; public_key: string }> {
  const settings = { name: 'Mine', url, sides: [...toldSides], final_only: false, success_word: false, ...change };
  const { given } = await createWebHook(deps).save(workspaceId, { id: undefined, settings }, unrecorded);
  return given ?? expect.fail('no secrets');
}

/** Something happens to a deposit, as the triggers tell it; then what happened is carried to the web hooks. */
export async function happens(
  deps: WebHookDeps,
  { workspaceId }: Pick<People, 'workspaceId'>,
  ...events: readonly (readonly [object: string, status: number])[]
): Promise<void> {
  for (const [object, status] of events) {
    const data = JSON.stringify({ status, sub: 'x', actor: '' });
    const kind = object.split(':')[0] === 'order' ? 'order' : 'deposit';
    await deps.db.insertInto('outbox').values({ workspace_id: workspaceId, kind, object, data }).execute();
  }
  const consumers = [createWebHook(deps).consumer];
  while ((await carry({ db: deps.db, consumers, log: { error: () => undefined } })) > 0);
}
