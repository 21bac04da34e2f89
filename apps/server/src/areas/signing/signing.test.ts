import { decideAt, outcomeOf, refusalOf } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { recordedActions, startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';

let server: TestServer;
let fixture: SetUp;
beforeAll(async () => {
  server = await startTestServer({ realSigners: 'here' });
  fixture = await setUp(server.place);
});
afterAll(() => server.close());

const stranger = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const frozenAt = async (origin: string): Promise<boolean> =>
  ((await (await fetch(`${origin}/api/info`)).json()) as { frozen: boolean }).frozen;
const states = async (): Promise<string[]> => (await fixture.api.signing.status({})).signers.map(({ state }) => state);

it('one press stops every signer before it is answered, says who and why, and is in the log', async () => {
  expect(await fixture.api.signing.status({})).toMatchObject({ frozen: false, freeze: null, unfreeze_item: null });
  const { signers } = await fixture.api.signing.freeze({ reason: 'A laptop was stolen' });
  expect(signers.map(({ state }) => state)).toEqual(['frozen', 'frozen']);
  expect(await Promise.all(server.place.origins.map(frozenAt))).toEqual([true, true]);
  await vi.waitFor(async () =>
    expect((await fixture.api.signing.status({})).freeze).toMatchObject({ reason: 'A laptop was stolen' }),
  );
  expect(await recordedActions(server)).toContain('signing.freeze');
});

it('nothing is begun that could not be signed', async () => {
  const ask = {
    request_id: 'frozen',
    sub_wallet_id: fixture.subWalletId,
    symbol: 'ETH',
    address_to: stranger,
    amount: '1',
  };
  expect(await refusalOf(fixture.api.withdraw.create(ask))).toBe('frozen');
  const { sub_wallet_id, symbol } = ask;
  expect(await fixture.api.withdraw.info({ sub_wallet_id, symbol })).toMatchObject({
    ...{ enable_withdraw: false, disabled_reason: 'signing' },
  });
});

it('each signer’s answer has its time, and the server’s word is not shown as anybody’s proof', async () => {
  const { signers, freeze } = await fixture.api.signing.status({});
  for (const one of signers) {
    expect(one.freeze).toMatchObject({ reason: 'A laptop was stolen', proven: false });
    expect(one.freeze?.at.getTime()).toBeGreaterThan(0);
  }
  expect(signers.map(({ freeze_url }) => freeze_url)).toEqual(
    server.place.origins.map((origin) => `${origin}/#/freeze`),
  );
  expect(freeze?.proven).toBe(false);
});

it('pressing again changes nothing', async () => {
  await fixture.api.signing.freeze({ reason: 'again' });
  expect(await states()).toEqual(['frozen', 'frozen']);
});

it('the members together let the signers go on; a refusal leaves them frozen', async () => {
  const refused = await fixture.api.signing.unfreeze({ remark: 'too early' });
  expect((await fixture.api.signing.status({})).unfreeze_item).toBe(refused.item_id);
  expect(await refusalOf(fixture.api.signing.unfreeze({}))).toBe('nothingChanges');
  await decideAt(refused.approval_url, fixture.owner, 'refuse');
  expect(await outcomeOf(fixture.api, refused)).toBe(2);
  expect(await states()).toEqual(['frozen', 'frozen']);
  const made = await fixture.api.signing.unfreeze({ remark: 'The laptop is back' });
  expect(made.instant).toBe(false);
  await decideAt(made.approval_url, fixture.owner, 'approve');
  expect(await outcomeOf(fixture.api, made)).toBe(1);
  await vi.waitFor(async () => expect(await states()).toEqual(['signing', 'signing']));
  expect(await refusalOf(fixture.api.signing.unfreeze({}))).toBe('nothingChanges');
  expect(await recordedActions(server)).toContain('signing.unfreeze');
});

it('a request to let the signers go on that can never pass does not stand in the way of one that can', async () => {
  await fixture.api.signing.freeze({ reason: 'again' });
  const { item_id } = await fixture.api.signing.unfreeze({});
  await fixture.api.strategy.cancel({ item_id });
  // As an earlier server took it: asked for by somebody whom the rules do not let ask.
  const { rowCount } = await server.database.pool.query(
    `insert into proposals overriding system value select (jsonb_populate_record(p, jsonb_build_object('id', 900, 'status', 0,
      'intent_id', gen_random_uuid(), 'digest', repeat('e', 64), 'next_at', now() + interval '1 day', 'initiator', 'm-nobody',
      'intent', replace(p.intent, '"initiator":"' || p.initiator || '"', '"initiator":"m-nobody"')))).* from proposals p where id = $1`,
    [item_id],
  );
  expect(rowCount).toBe(1);
  expect((await fixture.api.signing.status({})).unfreeze_item).toBeNull();
  const made = await fixture.api.signing.unfreeze({});
  expect((await fixture.api.signing.status({})).unfreeze_item).toBe(made.item_id);
  await decideAt(made.approval_url, fixture.owner, 'approve');
  expect(await outcomeOf(fixture.api, made)).toBe(1);
});
