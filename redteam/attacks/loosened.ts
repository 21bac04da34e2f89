import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BookEntry, entryHash, type PolicyDocument } from '@holdfast/policy';
import { applyAt, otherEvmPayee } from '@holdfast/testkit/signer';
import { admit, family } from '../attack.ts';
import { entries, type Fixture, halt, startOne } from '../fixture.ts';
import { type Ask, bookAsk, codeOf, deliver, nextPolicy, now, payAsk, policyAsk, send, textOf } from '../requests.ts';

/**
 * Whoever has enough approvals for a moment loosens the address book, and wants to be paid before anybody has looked. The changes themselves are lawful:
 * what must hold is the time that they wait.
 */
const loosened = family('the address book is loosened, and used before its time');

const [minute, hour] = [60_000, 3_600_000];
type Book = PolicyDocument['book'];

/** The fixture under the next version, which all agreed on. */
async function under(fixture: Fixture, mode: Book['mode'], coolingHours: string): Promise<Fixture> {
  const policy = nextPolicy(fixture, { book: { mode, coolingHours } });
  await admit(fixture, policyAsk(fixture, policy));
  return { ...fixture, policy };
}
const wait = (fixture: Fixture, ms: number): void => {
  fixture.pair.now += ms;
};

const to = (fixture: Fixture, address: string, entry: string): Ask => {
  const outputs = [{ address, amount: '1000000000000000', memo: '', entry, path: '' }];
  // Long enough for any of the clocks.
  return payAsk(fixture, 'evm', { outputs, expires: String(now(fixture) + 72 * hour) });
};
const toStranger = (fixture: Fixture): Ask => to(fixture, otherEvmPayee, '');
const toWarm = (fixture: Fixture): Ask => to(fixture, otherEvmPayee, entries.warm);

type Play = (fixture: Fixture) => Promise<readonly string[]>;
const alone = { alone: true };
const play = (title: string, code: string, run: Play): void => loosened.play(title, code, run, alone);
const control = (title: string, make: (fixture: Fixture) => Promise<[Fixture, Ask]>): void =>
  loosened.play(
    title,
    'admitted',
    async (fixture) => {
      const [later, request] = await make(fixture);
      fixture.lawful.add(request.intent.id);
      return send(later, request);
    },
    { control: true, alone: true },
  );

control('switched off, and a stranger paid when the period is over', async (fixture) => {
  const off = await under(fixture, 'off', '24');
  wait(fixture, 24 * hour + minute);
  return [off, toStranger(off)];
});
control('switched off, and a listed payee paid at once', async (fixture) => {
  const off = await under(fixture, 'off', '24');
  return [off, payAsk(off)];
});
control('no period any more, and an entry paid when the old one is over', async (fixture) => {
  const none = await under(fixture, 'on', '0');
  wait(fixture, 23 * hour + minute);
  return [none, toWarm(none)];
});

play('switched off, and a stranger paid at once', 'whitelistHeld', async (fixture) => {
  const off = await under(fixture, 'off', '24');
  return send(off, toStranger(off));
});
play('switched off, and a stranger paid a minute before its time', 'whitelistHeld', async (fixture) => {
  const off = await under(fixture, 'off', '24');
  wait(fixture, 24 * hour - minute);
  return send(off, toStranger(off));
});
play('switched off with no period any more, in one version', 'whitelistHeld', async (fixture) => {
  const off = await under(fixture, 'off', '0');
  wait(fixture, 2 * minute);
  return send(off, toStranger(off));
});
play('first no period, then switched off', 'whitelistHeld', async (fixture) => {
  const none = await under(fixture, 'on', '0');
  wait(fixture, 3 * minute);
  const off = await under(none, 'off', '0');
  wait(fixture, 23 * hour);
  return send(off, toStranger(off));
});
play('switched off, on, and off again', 'whitelistHeld', async (fixture) => {
  const off = await under(fixture, 'off', '24');
  wait(fixture, 20 * hour);
  const on = await under(off, 'on', '24');
  wait(fixture, 3 * minute);
  const again = await under(on, 'off', '24');
  wait(fixture, 5 * hour);
  return send(again, toStranger(again));
});
play('switched off, then other rules on top', 'whitelistHeld', async (fixture) => {
  const off = await under(fixture, 'off', '24');
  wait(fixture, 3 * minute);
  const policy = nextPolicy(off, { senior: [] });
  await admit(off, policyAsk(off, policy));
  return send({ ...off, policy }, toStranger({ ...off, policy }));
});
play('no period any more, and an entry of an hour ago paid', 'addressEntryUnknown', async (fixture) => {
  const none = await under(fixture, 'on', '0');
  return send(none, toWarm(none));
});
play('no period any more, and a new entry put in and paid', 'addressEntryUnknown', async (fixture) => {
  const none = await under(fixture, 'on', '0');
  wait(fixture, 3 * minute);
  const payee: BookEntry = { chains: ['evm:31337'], address: otherEvmPayee, memo: 'x', assets: [], label: 'Mine' };
  await admit(fixture, bookAsk(none, { add: [payee] }));
  wait(fixture, 3 * minute);
  const outputs = [{ address: payee.address, amount: '1', memo: 'x', entry: entryHash(payee), path: '' }];
  return send(none, payAsk(none, 'evm', { outputs }));
});
play('a shorter period in many small steps', 'addressEntryUnknown', async (fixture) => {
  let shorter = fixture;
  for (const hours of ['12', '6', '1', '0']) {
    shorter = await under(shorter, 'on', hours);
    wait(fixture, 3 * minute);
  }
  return send(shorter, toWarm(shorter));
});

async function restart(fixture: Fixture): Promise<void> {
  await halt(fixture.pair.places);
  for (const { id } of fixture.pair.places) await startOne(fixture, id, { start: fixture.start });
}
play('switched off, and both signers started anew', 'whitelistHeld', async (fixture) => {
  const off = await under(fixture, 'off', '24');
  await restart(fixture);
  return send(off, toStranger(off));
});
play('a signer put back to before it was switched off', 'policyStale', async (fixture) => {
  const [place] = fixture.pair.places;
  if (!place) return ['no signer'];
  await halt([place]);
  const old = join(fixture.pair.dir, 'before');
  cpSync(place.dir, old, { recursive: true });
  await startOne(fixture, place.id, { start: fixture.start });
  const off = await under(fixture, 'off', '24');
  await halt([place]);
  rmSync(place.dir, { recursive: true });
  cpSync(old, place.dir, { recursive: true });
  await startOne(fixture, place.id, { start: fixture.start });
  wait(fixture, 25 * hour);
  return [codeOf(await deliver(off, place, toStranger(off)))];
});
play('a signer put back, which takes the change again half an hour later', 'whitelistHeld', async (fixture) => {
  const [place] = fixture.pair.places;
  if (!place) return ['no signer'];
  await halt([place]);
  const old = join(fixture.pair.dir, 'before');
  cpSync(place.dir, old, { recursive: true });
  await startOne(fixture, place.id, { start: fixture.start });
  const policy = nextPolicy(fixture, { book: { mode: 'off', coolingHours: '24' } });
  const change = await admit(fixture, policyAsk(fixture, policy));
  await halt([place]);
  rmSync(place.dir, { recursive: true });
  cpSync(old, place.dir, { recursive: true });
  await startOne(fixture, place.id, { start: fixture.start });
  wait(fixture, hour / 2);
  const { approvals, attached: document } = change;
  const taken = await applyAt(fixture.pair, place, 'policy', { intent: textOf(change), document, approvals });
  if (taken.error) return [`not taken again: ${taken.error.code}`];
  wait(fixture, 24 * hour - hour / 4);
  const off = { ...fixture, policy };
  return [codeOf(await deliver(off, place, toStranger(off)))];
});
for (const n of [0, 1] as const)
  play(`the clock of signer ${n + 1} set ahead over the period`, 'whitelistHeld', async (fixture) => {
    const [place, other] = n === 0 ? fixture.pair.places : [...fixture.pair.places].reverse();
    if (!place || !other) return ['no signer'];
    const off = await under(fixture, 'off', '24');
    place.ahead = 25 * hour;
    const request = toStranger(off);
    await deliver(off, place, request);
    return [codeOf(await deliver(off, other, request))];
  });
play('both clocks set back to before it was switched off', 'clockBehind', async (fixture) => {
  const off = await under(fixture, 'off', '24');
  wait(fixture, -25 * hour);
  return send(off, toStranger(off));
});

export const loosenedAttacks = loosened.attacks;
