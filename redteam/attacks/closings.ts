import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from '@holdfast/signer/test/harness.ts';
import { call } from '@holdfast/testkit/signer';
import { admit, family } from '../attack.ts';
import { type Fixture, halt, startOne } from '../fixture.ts';
import { freezeAll, signing } from '../relay.ts';
import { type Ask, codeOf, deliver, nextPolicy, now, payAsk, policyAsk, send, textOf } from '../requests.ts';

/** A server that has payments given up so that two are made of one, or of one nonce. */
const closings = family('a payment given up');

type Said = { readonly closed?: boolean; readonly error?: { readonly code: string } };
const closeAt = async (fixture: Fixture, place: Place, ask: Ask): Promise<string> => {
  const said = (await call(fixture.pair, place, 'close', { intent: textOf(ask) })) as Said;
  return said.error?.code ?? (said.closed ? 'given up' : 'part has left');
};
const closeAll = (fixture: Fixture, ask: Ask): Promise<string[]> =>
  Promise.all(fixture.pair.places.map((place) => closeAt(fixture, place, ask)));
const some = ({ pair }: Fixture, ids: readonly string[]): readonly Place[] =>
  pair.places.filter(({ id }) => ids.includes(id));

/** Its outcome at each signer; what one refuses to open is that refusal. */
const tried = (fixture: Fixture, ask: Ask, relay: Parameters<typeof signing>[1] = {}): Promise<string[]> =>
  signing(fixture, { ...relay, ask }).catch((error: Error) => [error.message.replace('refused: ', '')]);

/** The same payment under another intent: nonce of its own unless `plan` is given. */
const anew = (fixture: Fixture, { intent }: Ask, plan?: unknown): Ask => {
  const made = payAsk(fixture, 'evm', { request: intent.request });
  return plan === undefined ? made : { ...made, plan };
};

closings.play(
  'before it is signed, and asked for again with its nonce',
  ['given up', 'signed'],
  async (fixture) => {
    const first = await admit(fixture, payAsk(fixture, 'evm', { request: 'invoice-1' }));
    return [...(await closeAll(fixture, first)), ...(await tried(fixture, anew(fixture, first, first.plan)))];
  },
  { control: true },
);
closings.play('and signed after all', 'intentClosed', async (fixture) => {
  const ask = await admit(fixture, payAsk(fixture));
  await closeAll(fixture, ask);
  return send(fixture, ask);
});
closings.play('before any signer was shown it, and signed after all', 'intentClosed', async (fixture) => {
  const ask = payAsk(fixture);
  await closeAll(fixture, ask);
  return send(fixture, ask);
});
closings.play(
  'and signed after a restart of both',
  'intentClosed',
  async (fixture) => {
    const ask = await admit(fixture, payAsk(fixture));
    await closeAll(fixture, ask);
    await halt(fixture.pair.places);
    for (const { id } of fixture.pair.places) await startOne(fixture, id, { start: fixture.start });
    return send(fixture, ask);
  },
  { alone: true },
);
closings.play('at one signer, and signed with the other', ['intentClosed', 'unknownSession'], async (fixture) => {
  const ask = payAsk(fixture);
  const [one] = fixture.pair.places;
  // Opened at both, given up at one, then relayed.
  const codes = await tried(fixture, ask, {
    before: async (at) => (at === 0 && one ? closeAt(fixture, one, ask) : undefined),
  });
  return codes.filter((code) => code !== 'open');
});
closings.play(
  'after a freeze came just before any part left: none is written down as left, so it is given up',
  ['frozen', 'given up'],
  async (fixture) => {
    const ask = payAsk(fixture);
    const codes = await tried(fixture, ask, {
      before: async (round) => (round === 2 ? freezeAll(fixture) : undefined),
    });
    return [...codes, ...(await closeAll(fixture, ask))];
  },
  { alone: true },
);

/**
 * Given up by some signers before a round of its session, which goes on; then by all, and asked for again under a nonce of its own. What each signer says is
 * what it did, and at most one of the two is signed.
 */
for (const round of [0, 1, 2, 3])
  for (const ids of [['1'], ['2'], ['1', '2']])
    closings.play(
      `by signer ${ids.join(' and ')} before round ${round}, and again with another nonce`,
      'once at most',
      async (fixture) => {
        const first = payAsk(fixture, 'evm', { request: `round-${round}-${ids.join('')}` });
        const one = await tried(fixture, first, {
          before: async (at) =>
            at === round ? Promise.all(some(fixture, ids).map((place) => closeAt(fixture, place, first))) : undefined,
        });
        await closeAll(fixture, first);
        const two = await tried(fixture, anew(fixture, first));
        return [one.includes('signed') && two.includes('signed') ? 'paid twice' : 'once at most'];
      },
    );
for (const id of ['1', '2'])
  closings.play(`by signer ${id} when its part has left`, 'part has left', async (fixture) => {
    const ask = payAsk(fixture);
    const said: string[] = [];
    await tried(fixture, ask, {
      before: async (at) => {
        if (at === 3) for (const place of some(fixture, [id])) said.push(await closeAt(fixture, place, ask));
      },
    });
    return said;
  });
closings.play('when it is signed, and its nonce taken', ['part has left', 'conflict'], async (fixture) => {
  const ask = payAsk(fixture);
  await tried(fixture, ask);
  return [...(await closeAll(fixture, ask)), ...(await send(fixture, { ...payAsk(fixture), plan: ask.plan }))];
});
closings.play('when it is signed, and asked for again', ['part has left', 'intentReused'], async (fixture) => {
  const ask = payAsk(fixture, 'evm', { request: 'signed-1' });
  await tried(fixture, ask);
  return [...(await closeAll(fixture, ask)), ...(await send(fixture, anew(fixture, ask)))];
});
closings.play('and asked for again twice', 'intentReused', async (fixture) => {
  const first = await admit(fixture, payAsk(fixture, 'evm', { request: 'thrice' }));
  await closeAll(fixture, first);
  await admit(fixture, anew(fixture, first));
  return send(fixture, anew(fixture, first));
});
closings.play('and its nonce taken twice', 'conflict', async (fixture) => {
  const first = await admit(fixture, payAsk(fixture));
  await closeAll(fixture, first);
  await admit(fixture, { ...payAsk(fixture), plan: first.plan });
  return send(fixture, { ...payAsk(fixture), plan: first.plan });
});
closings.play('the boxes of its session once more, after another took its nonce', 'unknownSession', async (fixture) => {
  const first = payAsk(fixture);
  let other: string[] = [];
  const codes = await tried(fixture, first, {
    before: async (at) => {
      if (at !== 2) return;
      await closeAll(fixture, first);
      other = await tried(fixture, { ...payAsk(fixture), plan: first.plan });
    },
  });
  return other.length > 0 && other.every((code) => code === 'signed') ? codes : ['the other was not signed'];
});
closings.play(
  'an intent that ran out before its part leaves',
  'expired',
  async (fixture) => {
    const ask = payAsk(fixture, 'evm', { expires: String(now(fixture) + 600_000) });
    return tried(fixture, ask, {
      before: async (at) => {
        if (at === 2) fixture.pair.now += 660_000;
      },
    });
  },
  { alone: true },
);

/** Puts a signer back to what it was when `keep` was called. */
async function keep(fixture: Fixture, id: string): Promise<() => Promise<void>> {
  const place = fixture.pair.places.find((one) => one.id === id);
  if (!place) throw new Error(`no signer ${id}`);
  const old = join(fixture.pair.dir, `kept-${id}`);
  await halt([place]);
  cpSync(place.dir, old, { recursive: true });
  await startOne(fixture, id, { start: fixture.start });
  return async () => {
    await halt([place]);
    rmSync(place.dir, { recursive: true });
    cpSync(old, place.dir, { recursive: true });
    await startOne(fixture, id, { start: fixture.start });
  };
}
for (const id of ['1', '2']) {
  closings.play(
    `by signer ${id} put back to before its part left, and asked for again`,
    ['intentReused', 'peerDisagrees'],
    async (fixture) => {
      const putBack = await keep(fixture, id);
      const first = payAsk(fixture, 'evm', { request: 'forgot-its-part' });
      if ((await tried(fixture, first)).some((code) => code !== 'signed')) return ['not signed'];
      await putBack();
      await closeAll(fixture, first);
      return tried(fixture, anew(fixture, first));
    },
    { alone: true },
  );
  closings.play(
    `and signed after all when signer ${id} is put back to before it gave it up`,
    ['intentClosed', 'peerDisagrees'],
    async (fixture) => {
      const first = await admit(fixture, payAsk(fixture, 'evm', { request: 'forgot-it-gave-up' }));
      const putBack = await keep(fixture, id);
      await closeAll(fixture, first);
      if ((await tried(fixture, anew(fixture, first))).some((code) => code !== 'signed')) return ['not signed'];
      await putBack();
      return tried(fixture, first);
    },
    { alone: true },
  );
}
closings.play('a change of the rules', 'kindNotAllowed', (fixture) =>
  closeAll(fixture, policyAsk(fixture, nextPolicy(fixture))),
);
closings.play('another intent under its id', 'intentReused', async (fixture) => {
  const ask = await admit(fixture, payAsk(fixture));
  return closeAll(fixture, { ...ask, intent: { ...ask.intent, maxFee: '1' } });
});
closings.play('an intent of another installation', 'otherDeployment', (fixture) =>
  closeAll(fixture, payAsk(fixture, 'evm', { deployment: '99'.repeat(32) })),
);
closings.play('an intent of tomorrow, to be remembered as long', 'notYetValid', (fixture) => {
  const [from, until] = [now(fixture) + 86_400_000, now(fixture) + 90_000_000].map(String) as [string, string];
  return closeAll(fixture, payAsk(fixture, 'evm', { created: from, notBefore: from, expires: until }));
});
/** From here on each signer's operator lets one payment through in a day. */
async function onePaymentADay(fixture: Fixture): Promise<void> {
  const config = { velocity: [{ wallet: '*', chain: 'evm:31337', contract: '', maxCount: 1 }] };
  await halt(fixture.pair.places);
  for (const { id } of fixture.pair.places) await startOne(fixture, id, { start: fixture.start, config });
}
const sendToEach = (fixture: Fixture, ask: Ask): Promise<string[]> =>
  Promise.all(fixture.pair.places.map(async (place) => codeOf(await deliver(fixture, place, ask))));
closings.play(
  'which leaves its room under a limit to one other',
  ['given up', 'signed', 'velocity'],
  async (fixture) => {
    await onePaymentADay(fixture);
    const first = await admit(fixture, payAsk(fixture));
    return [
      ...(await closeAll(fixture, first)),
      ...(await tried(fixture, payAsk(fixture))),
      ...(await sendToEach(fixture, payAsk(fixture))),
    ];
  },
  { control: true, alone: true },
);
closings.play(
  'at one signer, to make room under a limit at the other',
  'velocity',
  async (fixture) => {
    await onePaymentADay(fixture);
    const first = await admit(fixture, payAsk(fixture));
    const [one] = fixture.pair.places;
    if (one) await closeAt(fixture, one, first);
    return tried(fixture, payAsk(fixture));
  },
  { alone: true },
);
closings.play(
  'once signed, to make room under a limit',
  ['part has left', 'velocity'],
  async (fixture) => {
    await onePaymentADay(fixture);
    const first = payAsk(fixture);
    await tried(fixture, first);
    return [...(await closeAll(fixture, first)), ...(await sendToEach(fixture, payAsk(fixture)))];
  },
  { alone: true },
);

export const closingAttacks = closings.attacks;
