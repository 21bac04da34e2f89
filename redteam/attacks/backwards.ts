import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { admit, family } from '../attack.ts';
import { halt, startOne } from '../fixture.ts';
import { signed, signing } from '../relay.ts';
import { payAsk } from '../requests.ts';

const backwards = family('a signer put back to an older copy');
backwards.play('both as they are', 'signed', signed(), { control: true });
for (const id of ['1', '2'])
  backwards.play(
    `signer ${id} after a payment it has forgotten`,
    'peerDisagrees',
    async (fixture) => {
      const place = fixture.pair.places.find((one) => one.id === id);
      if (!place) return ['no signer'];
      if ((await signing(fixture)).some((code) => code !== 'signed')) return ['not signed'];
      const old = join(fixture.pair.dir, `old-${id}`);
      await halt([place]);
      cpSync(place.dir, old, { recursive: true });
      await startOne(fixture, id, { start: fixture.start });
      for (let n = 0; n < 2; n++) await signing(fixture);
      await halt([place]);
      rmSync(place.dir, { recursive: true });
      cpSync(old, place.dir, { recursive: true });
      await startOne(fixture, id, { start: fixture.start });
      return signing(fixture);
    },
    { alone: true },
  );
backwards.play(
  'a journal put back without its head',
  'does not start',
  async (fixture) => {
    const [place] = fixture.pair.places;
    if (!place) return ['no signer'];
    await halt([place]);
    const old = join(fixture.pair.dir, 'journal-old');
    cpSync(place.dir, old, { recursive: true });
    await startOne(fixture, place.id, { start: fixture.start });
    await admit(fixture, payAsk(fixture));
    await halt([place]);
    cpSync(join(old, 'journal'), join(place.dir, 'journal'), { recursive: true });
    return startOne(fixture, place.id, { start: fixture.start }).then(
      () => ['starts'],
      () => ['does not start'],
    );
  },
  { alone: true },
);

export const backwardAttacks = backwards.attacks;
