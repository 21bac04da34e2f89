import { randomUUID } from 'node:crypto';
import type { EndpointSettings, WorkspaceId } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import type { Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { checkPlace } from '../../outgoing/post.ts';
import { refuse } from '../../refuse.ts';
import type { WebHookDeps } from './deps.ts';
import { type NewHookKey, newHookKey } from './keys.ts';
import * as queries from './queries.ts';

const mostEndpoints = 10;
const hourMs = 3_600_000;

/** @throws itemNotFound for an endpoint that the workspace does not have */
export async function endpointOf(
  { db }: Pick<WebHookDeps, 'db'>,
  workspaceId: WorkspaceId,
  id: string,
): Promise<queries.EndpointRow> {
  const found = await queries.findEndpoint(db, workspaceId, id);
  if (!found) throw refuse('itemNotFound', {});
  return found;
}

/** What the log says of an endpoint; the rest of its address may tell more than readers of the log are to know. */
const told = ({ name, url }: Pick<queries.EndpointRow, 'name' | 'url'>) => ({ name, host: URL.parse(url)?.host ?? '' });

/** @throws webHookPlaceRefused where nothing would be sent there now */
async function checkUrl({ allowed }: WebHookDeps, url: string): Promise<void> {
  try {
    await checkPlace(url, allowed);
  } catch {
    throw refuse('webHookPlaceRefused', {});
  }
}

/** Secrets that are told once. */
const shownOnce = (endpoint_id: string, { secret, publicKey, keyId }: NewHookKey) => ({
  endpoint_id,
  secret,
  public_key: publicKey,
  key_id: keyId,
});

interface Wanted {
  readonly id: string | undefined;
  readonly settings: EndpointSettings;
}
/** @throws itemNotFound, webHookPlaceRefused, tooManyWebHooks */
export async function save(deps: WebHookDeps, workspaceId: WorkspaceId, { id, settings }: Wanted, record: Recorder) {
  const known = id === undefined ? undefined : await endpointOf(deps, workspaceId, id);
  if (settings.url !== known?.url) await checkUrl(deps, settings.url);
  const values = { ...settings, id: known?.id ?? randomUUID(), workspaceId };
  return inTransaction(deps.db, async (tx) => {
    const facts = { object: `webHook:${values.id}`, detail: told(settings) };
    if (known) {
      await queries.updateEndpoint(tx, values);
      await record(tx, { ...facts, before: shownSettings(known), after: shownSettings(settings) });
      return { endpoint_id: known.id, given: null };
    }
    await queries.lockWorkspace(tx, workspaceId);
    if ((await queries.findEndpoints(tx, workspaceId)).length >= mostEndpoints)
      throw refuse('tooManyWebHooks', { max: mostEndpoints });
    await queries.insertEndpoint(tx, values);
    const given = await addKey(deps, tx, values.id, deps.clock());
    await record(tx, { ...facts, after: shownSettings(settings) });
    return { endpoint_id: values.id, given };
  });
}
const shownSettings = ({
  name,
  url,
  sides,
  final_only,
  success_word,
}: Omit<EndpointSettings, 'sides'> & { readonly sides: readonly string[] }) => ({
  name,
  url,
  sides: sides.join(' '),
  final: String(final_only),
  word: String(success_word),
});

async function addKey(deps: WebHookDeps, tx: Tx, id: string, othersUntil: Date) {
  const key = newHookKey(deps.secrets, id);
  await queries.putKey(tx, id, key, deps.clock(), othersUntil);
  return shownOnce(id, key);
}

/** New secrets; those that sign now go on beside them for so many hours. @throws itemNotFound */
export async function rotate(
  deps: WebHookDeps,
  workspaceId: WorkspaceId,
  { id, overlapHours }: { readonly id: string; readonly overlapHours: number },
  record: Recorder,
) {
  const found = await endpointOf(deps, workspaceId, id);
  return inTransaction(deps.db, async (tx) => {
    await queries.lockWorkspace(tx, workspaceId);
    const given = await addKey(deps, tx, id, new Date(deps.clock().getTime() + overlapHours * hourMs));
    await record(tx, { object: `webHook:${id}`, detail: { ...told(found), overlapHours: String(overlapHours) } });
    return given;
  });
}

/** @throws itemNotFound */
export async function setStatus(
  deps: WebHookDeps,
  workspaceId: WorkspaceId,
  { id, on }: { readonly id: string; readonly on: boolean },
  record: Recorder,
): Promise<void> {
  const found = await endpointOf(deps, workspaceId, id);
  await inTransaction(deps.db, async (tx) => {
    await queries.switchEndpoint(tx, id, on);
    await record(tx, { object: `webHook:${id}`, detail: { ...told(found), status: on ? 'on' : 'off' } });
  });
}

/** @throws itemNotFound */
export async function remove(deps: WebHookDeps, workspaceId: WorkspaceId, id: string, record: Recorder): Promise<void> {
  const found = await endpointOf(deps, workspaceId, id);
  await inTransaction(deps.db, async (tx) => {
    await queries.endEndpoint(tx, id, deps.clock());
    await record(tx, { object: `webHook:${id}`, detail: told(found) });
  });
}
