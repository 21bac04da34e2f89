import { setTimeout as sleep } from 'node:timers/promises';
import { openDelivered, readDelivered } from '@holdfast/recovery/delivered';
import { type KitRecipient, newRecipient } from '@holdfast/recovery/kit';
import { decideAt, outcomeOf, refusalOf } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { recordedActions, startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';

let server: TestServer;
let fixture: SetUp;
let secret: KitRecipient;
let recipient: string;
beforeAll(async () => {
  server = await startTestServer({ realSigners: 'here' });
  fixture = await setUp(server.place);
  secret = await newRecipient();
  ({ recipient } = secret);
});
afterAll(() => server.close());

const detail = (item_id: number) => fixture.api.keyMaterial.detail({ item_id });

/** Asked for, signed by the owner, and granted by both signers. */
async function granted(remark = 'A drill') {
  const made = await fixture.api.keyMaterial.apply({ signer: '1', recipient, remark });
  await decideAt(made.approval_url, fixture.owner);
  expect(await outcomeOf(fixture.api, made)).toBe(1);
  return made;
}

it('shows who holds the shares of the key group, and how long approved key material waits', async () => {
  const { delay_ms, key_groups } = await fixture.api.keyMaterial.shares({});
  expect(delay_ms).toBe(4_000);
  expect(key_groups.map(({ threshold, shares }) => [threshold, shares.map(({ holder }) => holder)])).toEqual([
    [2, ['signer', 'signer', 'recovery']],
  ]);
  for (const { fingerprint } of key_groups[0]?.shares ?? []) expect(fingerprint).toMatch(/^[0-9a-f]{66}$/);
});

it('is told to every holder, waits, and then goes to who asked, encrypted to the recipient that was approved', async () => {
  const { item_id } = await granted();
  const waiting = await detail(item_id);
  expect(waiting).toMatchObject({ state: 'waiting', reason: 'A drill', recipient, signer: '1', taken: 0, mine: true });
  const origins = waiting.refuse_at.map(({ url }) => new URL(url).origin);
  expect(new Set(origins).size).toBe(2);
  for (const { url } of waiting.refuse_at) expect(new URL(url).hash).toBe(new URL(waiting.approval_url).hash);
  expect(waiting.told).toEqual([{ id: fixture.owner.id, name: expect.any(String), acknowledged_at: null }]);
  expect(await refusalOf(fixture.api.keyMaterial.take({ item_id }))).toBe('keyMaterialWaits');
  expect((await fixture.api.keyMaterial.notices({})).list.map((one) => one.item_id)).toEqual([item_id]);
  await fixture.api.keyMaterial.acknowledge({ item_id });
  expect((await fixture.api.keyMaterial.notices({})).list).toEqual([]);
  expect((await detail(item_id)).told[0]?.acknowledged_at).toBeInstanceOf(Date);
  await vi.waitFor(async () => expect((await detail(item_id)).state).toBe('ready'), { interval: 200 });
  const { content, file_name } = await fixture.api.keyMaterial.take({ item_id });
  expect(file_name).toMatch(/^holdfast-share-1-[0-9a-f]{8}\.txt$/);
  const delivered = readDelivered(new Uint8Array(Buffer.from(content, 'base64')));
  const kit = await openDelivered(delivered, secret);
  expect(kit.secp256k1.me).toBe(1);
  expect(await detail(item_id)).toMatchObject({ state: 'taken', taken: 1 });
  const sharesOf = async () => (await fixture.api.keyMaterial.shares({})).key_groups[0]?.shares ?? [];
  await vi.waitFor(async () => expect((await sharesOf())[0]).toMatchObject({ party: '1', exported: 1 }));
  await vi.waitFor(async () => expect(await recordedActions(server)).toContain('keyMaterial.left'));
  for (const action of ['apply', 'granted', 'acknowledge', 'take'])
    expect(await recordedActions(server)).toContain(`keyMaterial.${action}`);
});

it('is ended by a refusal during the wait: the file is never made', async () => {
  const made = await granted();
  await decideAt(made.approval_url, fixture.owner, 'refuse', 'nobody asked me');
  await vi.waitFor(async () =>
    expect(await detail(made.item_id)).toMatchObject({ state: 'refused', refused_why: 'nobody asked me' }),
  );
  expect(await refusalOf(fixture.api.keyMaterial.take(made))).toBe('keyMaterialEnded');
  await vi.waitFor(async () => expect(await recordedActions(server)).toContain('keyMaterial.refused'));
});

it('is found by how it stands and by what its request says', async () => {
  const states = async (ask: Parameters<typeof fixture.api.keyMaterial.list>[0]) => {
    const { list, total } = await fixture.api.keyMaterial.list(ask);
    expect(total).toBe(list.length);
    return list.map(({ state }) => state);
  };
  expect((await states({})).sort()).toEqual(['refused', 'taken']);
  expect(await states({ state: 'taken' })).toEqual(['taken']);
  expect(await states({ state: 'open' })).toEqual([]);
  expect(await states({ keyword: 'a DRILL' })).toHaveLength(2);
  expect(await states({ keyword: 'nothing of this' })).toEqual([]);
  const { list, pageTotal, total } = await fixture.api.keyMaterial.list({ page_no: 2, page_size: 1 });
  expect([list.length, pageTotal, total]).toEqual([1, 2, 2]);
});

it('is refused by the signers even when the server forgets a refusal and the wait', async () => {
  const made = await granted();
  await decideAt(made.approval_url, fixture.owner, 'refuse');
  await vi.waitFor(async () => expect((await detail(made.item_id)).state).toBe('refused'));
  const { pool } = server.database;
  await pool.query('alter table proposals disable trigger all');
  await pool.query('update proposals set status = 1, refused_by = null where id = $1', [made.item_id]);
  await pool.query("update key_exports set ready_at = now() - interval '1 hour' where proposal_id = $1", [
    made.item_id,
  ]);
  await pool.query('alter table proposals enable trigger all');
  await sleep(4_500);
  expect(await refusalOf(fixture.api.keyMaterial.take(made))).toBe('keyMaterialEnded');
});

it('ends with the next change of the rules', async () => {
  const made = await granted();
  const { version } = await fixture.api.strategy.policy({});
  const changed = await fixture.api.addressBook.whiteModify({ mode: 'on', cooling_hours: 24, version, remark: '' });
  await decideAt(changed.approval_url, fixture.owner);
  expect(await outcomeOf(fixture.api, changed)).toBe(1);
  await vi.waitFor(async () => expect((await detail(made.item_id)).state).toBe('ended'));
  await sleep(4_500);
  expect(await refusalOf(fixture.api.keyMaterial.take(made))).toBe('keyMaterialEnded');
});

it('is not granted when the key becomes whole by it, unless the request says so to whoever approves it', async () => {
  const ask = async (whole_key: boolean) => {
    const made = await fixture.api.keyMaterial.apply({ signer: '2', recipient, whole_key, remark: 'The other one' });
    await decideAt(made.approval_url, fixture.owner);
    return await outcomeOf(fixture.api, made);
  };
  expect(await ask(false)).toBe(6);
  expect(await ask(true)).toBe(1);
});
