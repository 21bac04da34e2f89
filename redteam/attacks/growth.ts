import { statSync } from 'node:fs';
import { join } from 'node:path';
import { intentText } from '@holdfast/policy';
import { call } from '@holdfast/testkit/signer';
import { maxRecords } from '../../apps/signer/src/state/openings.ts';
import { admit, family } from '../attack.ts';
import { type Fixture, halt, startOne } from '../fixture.ts';
import { type Ask, codeOf, deliver, payAsk, send } from '../requests.ts';
import { by, orderBoth } from './freezes.ts';

/** A server that asks the same again and again, to fill the signers' disks and their time. */
const growth = family('growth of the journal');
const written = (fixture: Fixture): number =>
  Math.max(...fixture.pair.places.map(({ signer }) => signer?.ctx.store.log().size ?? 0));
const bytes = (fixture: Fixture): number =>
  Math.max(...fixture.pair.places.map(({ dir }) => statSync(join(dir, 'journal')).size));

growth.control('a payment, opened', (fixture) => payAsk(fixture), true);
growth.play(
  'one approved payment, opened sixty times',
  'nothing more',
  async (fixture) => {
    const request = await admit(fixture, payAsk(fixture));
    const before = written(fixture);
    for (let n = 0; n < 60; n++) await send(fixture, request);
    return [written(fixture) === before ? 'nothing more' : 'more'];
  },
  { alone: true },
);
growth.play(
  'the same approvals, sixty times each in one request',
  'one of each',
  async (fixture) => {
    const request = payAsk(fixture);
    const before = bytes(fixture);
    const many = Array.from({ length: 60 }, () => request.approvals).flat();
    await admit(fixture, { ...request, approvals: many });
    return [bytes(fixture) - before < 20_000 ? 'one of each' : 'all of them'];
  },
  { alone: true },
);
growth.play(
  'one approved payment with another fee each time',
  'openedTooOften',
  async (fixture) => {
    const request = payAsk(fixture);
    fixture.lawful.add(request.intent.id);
    const [place] = fixture.pair.places;
    if (!place) throw new Error('no signer');
    const plan = request.plan as { maxFeePerGas: string };
    const raised = (n: number): Ask => ({
      ...request,
      plan: { ...plan, maxFeePerGas: String(BigInt(plan.maxFeePerGas) - BigInt(n)) },
    });
    let code = '';
    for (let n = 0; n <= maxRecords; n++) code = codeOf(await deliver(fixture, place, raised(n)));
    return [code];
  },
  { alone: true },
);

growth.play(
  'announcements and payments to a signer whose disk is nearly full, and then a member’s freeze',
  ['diskFull', 'frozen'],
  async (fixture) => {
    await halt(fixture.pair.places);
    const disk = { warnBytes: 2 ** 50, refuseBytes: 2 ** 50 };
    for (const { id } of fixture.pair.places) await startOne(fixture, id, { start: fixture.start, config: { disk } });
    const refused = await send(fixture, payAsk(fixture));
    const announced = await Promise.all(
      fixture.pair.places.map((place) =>
        call(fixture.pair, place, 'announce', { intent: intentText(payAsk(fixture).intent) }),
      ),
    );
    return [...refused, ...announced.map(codeOf), ...(await orderBoth(fixture, by()(fixture)))];
  },
  { alone: true },
);

export const growthAttacks = growth.attacks;
