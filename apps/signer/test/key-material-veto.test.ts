import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { canonicalText, wholeKeyRequest } from '@holdfast/policy';
import { actorsOf, openReview } from '@holdfast/review';
import type { IntentReply } from '@holdfast/review/facts';
import { ask, asked, call, decide, must } from '@holdfast/testkit/signer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Asked,
  ann,
  announceAt,
  code,
  dayMs,
  first,
  grantAt,
  granted,
  infoOf,
  omar,
  open,
  owner,
  pair,
  pass,
  policy,
  recipient,
  refuseAt,
  request,
  second,
  startDesk,
  stopDesk,
  take,
  takeCleared,
  word,
} from './export-desk.ts';
import { type Place, startPlace } from './harness.ts';

beforeAll(startDesk);
afterAll(stopDesk);

const minute = 60_000;
/** A request that runs out ten minutes after it was made. */
const brief = (): Partial<Asked['intent']> => ({ expires: String(Date.now() + pair.now + 10 * minute) });
const submit = (place: Place, approval: unknown) => ask(place, 'POST', '/api/approvals', { approval });
const view = (place: Place, { intent }: Asked) => asked<IntentReply>(ask(place, 'GET', `/api/intents/${intent.id}`));
/** As the page of this signer reads it, with every check the page makes. */
async function review(place: Place, wanted: Asked) {
  const { id, deployment } = wanted.intent;
  return openReview(await view(place, wanted), { id, deployment, chains: [] });
}

describe('as long as key material is on its way, every signer', () => {
  test('shows it approved and lets everybody refuse it, also when the approvals came with the grant and the request has run out', async () => {
    for (const place of [first, second]) {
      const wanted = request({}, brief());
      for (const other of [first, second]) await announceAt(other, wanted);
      const [asks, approves] = wanted.approvals;
      await submit(first, asks);
      await submit(second, approves);
      for (const other of [first, second]) await must(grantAt(other, wanted));
      pass(20 * minute);
      const shown = await review(place, wanted);
      expect(shown.evaluation.state).toBe('satisfied');
      expect(shown.grant).toMatchObject({ pending: true, taken: 0 });
      expect(actorsOf(shown).map(({ member, standing, mayRefuse }) => [member.id, standing, mayRefuse])).toEqual([
        ['owner', 'closed', true],
        ['ann', 'closed', true],
        ['omar', 'closed', true],
      ]);
      expect((await refuseAt(place, wanted)).body).toMatchObject({
        evaluation: { state: 'refused', refusedBy: 'omar' },
      });
      expect((await review(place, wanted)).grant).toMatchObject({ pending: false, refusedBy: 'omar' });
      pass(2 * dayMs);
      const end =
        place === first
          ? open(first, wanted)
          : call(pair, second, 'export.clear', {
              id: wanted.intent.id,
              nonce: '00'.repeat(32),
            });
      expect(await code(end)).toBe('refusedByMember');
      await refuseAt(place === first ? second : first, wanted);
    }
  });

  test('takes no other document than the one the request names, and grants nothing that members cannot look at', async () => {
    const wanted = request();
    const elsewhere = recipient.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'));
    const other = canonicalText({ ...JSON.parse(wanted.request), recipient: elsewhere });
    const announce = (attachments: object) =>
      code(call(pair, second, 'announce', { intent: wanted.text, attachments }));
    expect(await announce({ export: other })).toBe('bodyMismatch');
    expect(await announce({})).toBe('bodyMismatch');
    expect(await announce({ document: wanted.request })).toBe('bodyMismatch');
    expect(await announce({ export: wanted.request, document: wanted.request })).toBe('bodyMismatch');
    expect(await code(grantAt(second, wanted))).toBe('notFound');
    expect(await announce({ export: wanted.request })).toBe('done');
    expect(await code(grantAt(second, wanted))).toBe('done');
    expect((await review(second, wanted)).keyExport).toMatchObject({ recipient });
    await refuseAt(second, wanted);
  });

  test('takes a refusal, however many decisions were sent before it', async () => {
    const wanted = await granted();
    const known = second.signer?.ctx.store.state.announced.get(wanted.intent.id);
    const decision = decide(wanted.intent, ann, 'approve');
    for (let n = 0; n < 200; n++) known?.approvals.push({ ...decision, member: `m${n}` });
    expect((await submit(second, decide(wanted.intent, owner, 'approve'))).body.error?.code).toBe('tooMany');
    expect((await refuseAt(second, wanted)).body).toMatchObject({ evaluation: { refusedBy: 'omar' } });
    expect((await infoOf(second)).exports.map(({ id }) => id)).not.toContain(wanted.intent.id);
    await refuseAt(first, wanted);
  });

  test('ends it by a refusal that was on record here when it was stopped in the middle', async () => {
    const wanted = await granted();
    const refusal = decide(wanted.intent, omar, 'refuse');
    await second.signer?.ctx.store.append({ type: 'approval', intentId: wanted.intent.id, approval: refusal });
    await second.signer?.stop();
    await startPlace(pair, second);
    expect((await infoOf(second)).exports.map(({ id }) => id)).toContain(wanted.intent.id);
    await submit(second, refusal);
    expect((await infoOf(second)).exports.map(({ id }) => id)).not.toContain(wanted.intent.id);
    await refuseAt(first, wanted);
  });

  test('tells of it with all that is needed to know whose share it is, and for whom', async () => {
    const wanted = await granted();
    for (const place of [first, second]) {
      const told = (await infoOf(place)).exports.find(({ id }) => id === wanted.intent.id);
      expect(told).toMatchObject({ signer: '1', recipient, initiator: 'owner', epoch: 0 });
      expect(told?.digest).toBe((await review(place, wanted)).digest);
      await refuseAt(place, wanted);
    }
  });
});

describe('the operator’s own program', () => {
  let answer = 'refuse';
  const questions: { intent: string; digest: string; export?: string; tx?: string }[] = [];
  const hook = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => {
      text += String(part);
    });
    request.on('end', () => {
      const question = JSON.parse(text) as (typeof questions)[number];
      questions.push(question);
      response.end(JSON.stringify({ decision: answer, digest: question.digest }));
    });
  });
  beforeAll(() => new Promise<void>((done) => hook.listen(0, '127.0.0.1', done)));
  afterAll(() => hook.close());

  test('hears of key material before it begins to wait, and nothing waits that it does not approve', async () => {
    const { port } = hook.address() as AddressInfo;
    const callback = { url: `http://127.0.0.1:${port}/`, timeoutMs: 5_000 };
    const wanted = request();
    const there: Place = { ...second, config: { ...second.config, callback } };
    await second.signer?.stop();
    await startPlace(pair, there);
    await announceAt(there, wanted);
    expect(await code(grantAt(there, wanted))).toBe('callbackDenied');
    expect((await infoOf(there)).exports).toEqual([]);
    answer = 'approve';
    expect(await code(grantAt(there, wanted))).toBe('done');
    expect(questions).toHaveLength(2);
    expect(questions[0]).toMatchObject({ intent: wanted.text, export: wanted.request });
    await refuseAt(there, wanted);
    await there.signer?.stop();
    await startPlace(pair, second);
  });
});

describe('two shares are the whole key', () => {
  const outOf = async (place: Place) => (await infoOf(place)).exported.map(({ signer, epoch }) => [signer, epoch]);

  test('so the second is not granted while the first is on its way, unless the request says so', async () => {
    const wanted = await granted();
    const silent = request({ signer: '2' });
    const open = request({ signer: '2' }, { request: wholeKeyRequest });
    for (const place of [first, second]) {
      for (const one of [silent, open]) await announceAt(place, one);
      expect(await code(grantAt(place, silent))).toBe('wholeKey');
      expect(await code(grantAt(place, open))).toBe('done');
      for (const one of [wanted, open]) await refuseAt(place, one);
      expect(await code(grantAt(place, silent))).toBe('done');
      await refuseAt(place, silent);
    }
  });

  test('so every signer knows by itself which have left, and the second is not granted silently after the first either', async () => {
    const wanted = await granted();
    pass(dayMs + 1);
    for (const place of [first, second]) expect(await outOf(place)).toEqual([]);
    const earlier = await word(second, wanted);
    expect(await outOf(second)).toEqual([['1', 0]]);
    expect(await code(take(first, wanted, [earlier]))).toBe('done');
    await takeCleared(wanted);
    for (const place of [first, second]) {
      expect(await outOf(place)).toEqual([['1', 0]]);
      const silent = request({ signer: '2' });
      await announceAt(place, silent);
      expect(await code(grantAt(place, silent))).toBe('wholeKey');
      const again = request();
      await announceAt(place, again);
      expect(await code(grantAt(place, again))).toBe('done');
      await refuseAt(place, again);
    }
    await second.signer?.stop();
    await startPlace(pair, second);
    expect(await outOf(second)).toEqual([['1', 0]]);
    expect(policy.signers).toHaveLength(2);
  });
});
