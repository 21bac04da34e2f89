import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from '@holdfast/signer/test/harness.ts';
import { call } from '@holdfast/testkit/signer';
import { admit, family } from '../attack.ts';
import { type House, halt, startOne } from '../house.ts';
import { signing } from '../relay.ts';
import { type Ask, codeOf, deliver, nextPolicy, now, payAsk, policyAsk, send, textOf } from '../requests.ts';

/** A server that has payments given up so that two are made of one, or of one nonce. */
const closings = family('a payment given up');

type Said = { readonly closed?: boolean; readonly error?: { readonly code: string } };
const closeAt = async (house: House, place: Place, ask: Ask): Promise<string> => {
  const said = (await call(house.pair, place, 'close', { intent: textOf(ask) })) as Said;
  return said.error?.code ?? (said.closed ? 'given up' : 'part has left');
};
const closeAll = (house: House, ask: Ask): Promise<string[]> =>
  Promise.all(house.pair.places.map((place) => closeAt(house, place, ask)));
const some = ({ pair }: House, ids: readonly string[]): readonly Place[] =>
  pair.places.filter(({ id }) => ids.includes(id));

/** Its outcome at each signer; what one refuses to open is that refusal. */
const tried = (house: House, ask: Ask, relay: Parameters<typeof signing>[1] = {}): Promise<string[]> =>
  signing(house, { ...relay, ask }).catch((error: Error) => [error.message.replace('refused: ', '')]);

/** The same payment under another intent: nonce of its own unless `plan` is given. */
const anew = (house: House, { intent }: Ask, plan?: unknown): Ask => {
  const made = payAsk(house, 'evm', { request: intent.request });
  return plan === undefined ? made : { ...made, plan };
};

closings.play(
  'before it is signed, and asked for again with its nonce',
  ['given up', 'signed'],
  async (house) => {
    const first = await admit(house, payAsk(house, 'evm', { request: 'invoice-1' }));
    return [...(await closeAll(house, first)), ...(await tried(house, anew(house, first, first.plan)))];
  },
  { control: true },
);
closings.play('and signed after all', 'intentClosed', async (house) => {
  const ask = await admit(house, payAsk(house));
  await closeAll(house, ask);
  return send(house, ask);
});
closings.play('before any signer was shown it, and signed after all', 'intentClosed', async (house) => {
  const ask = payAsk(house);
  await closeAll(house, ask);
  return send(house, ask);
});
closings.play(
  'and signed after a restart of both',
  'intentClosed',
  async (house) => {
    const ask = await admit(house, payAsk(house));
    await closeAll(house, ask);
    await halt(house.pair.places);
    for (const { id } of house.pair.places) await startOne(house, id, { start: house.start });
    return send(house, ask);
  },
  { alone: true },
);
closings.play('at one signer, and signed with the other', ['intentClosed', 'unknownSession'], async (house) => {
  const ask = payAsk(house);
  const [one] = house.pair.places;
  // Opened at both, given up at one, then relayed.
  const codes = await tried(house, ask, {
    before: async (at) => (at === 0 && one ? closeAt(house, one, ask) : undefined),
  });
  return codes.filter((code) => code !== 'open');
});

/**
 * Given up by some signers before a round of its session, which goes on; then by all, and asked for again under a nonce of its own. What each signer says is
 * what it did, and at most one of the two is signed.
 */
for (const round of [0, 1, 2, 3])
  for (const ids of [['1'], ['2'], ['1', '2']])
    closings.play(
      `by signer ${ids.join(' and ')} before round ${round}, and again with another nonce`,
      'once at most',
      async (house) => {
        const first = payAsk(house, 'evm', { request: `round-${round}-${ids.join('')}` });
        const one = await tried(house, first, {
          before: async (at) =>
            at === round ? Promise.all(some(house, ids).map((place) => closeAt(house, place, first))) : undefined,
        });
        await closeAll(house, first);
        const two = await tried(house, anew(house, first));
        return [one.includes('signed') && two.includes('signed') ? 'paid twice' : 'once at most'];
      },
    );
for (const id of ['1', '2'])
  closings.play(`by signer ${id} when its part has left`, 'part has left', async (house) => {
    const ask = payAsk(house);
    const said: string[] = [];
    await tried(house, ask, {
      before: async (at) => {
        if (at === 3) for (const place of some(house, [id])) said.push(await closeAt(house, place, ask));
      },
    });
    return said;
  });
closings.play('when it is signed, and its nonce taken', ['part has left', 'conflict'], async (house) => {
  const ask = payAsk(house);
  await tried(house, ask);
  return [...(await closeAll(house, ask)), ...(await send(house, { ...payAsk(house), plan: ask.plan }))];
});
closings.play('when it is signed, and asked for again', ['part has left', 'intentReused'], async (house) => {
  const ask = payAsk(house, 'evm', { request: 'signed-1' });
  await tried(house, ask);
  return [...(await closeAll(house, ask)), ...(await send(house, anew(house, ask)))];
});
closings.play('and asked for again twice', 'intentReused', async (house) => {
  const first = await admit(house, payAsk(house, 'evm', { request: 'thrice' }));
  await closeAll(house, first);
  await admit(house, anew(house, first));
  return send(house, anew(house, first));
});
closings.play('and its nonce taken twice', 'conflict', async (house) => {
  const first = await admit(house, payAsk(house));
  await closeAll(house, first);
  await admit(house, { ...payAsk(house), plan: first.plan });
  return send(house, { ...payAsk(house), plan: first.plan });
});
closings.play('the boxes of its session once more, after another took its nonce', 'unknownSession', async (house) => {
  const first = payAsk(house);
  let other: string[] = [];
  const codes = await tried(house, first, {
    before: async (at) => {
      if (at !== 2) return;
      await closeAll(house, first);
      other = await tried(house, { ...payAsk(house), plan: first.plan });
    },
  });
  return other.length > 0 && other.every((code) => code === 'signed') ? codes : ['the other was not signed'];
});
closings.play(
  'an intent that ran out before its part leaves',
  'expired',
  async (house) => {
    const ask = payAsk(house, 'evm', { expires: String(now(house) + 600_000) });
    return tried(house, ask, {
      before: async (at) => {
        if (at === 2) house.pair.now += 660_000;
      },
    });
  },
  { alone: true },
);

/** Puts a signer back to what it was when `keep` was called. */
async function keep(house: House, id: string): Promise<() => Promise<void>> {
  const place = house.pair.places.find((one) => one.id === id);
  if (!place) throw new Error(`no signer ${id}`);
  const old = join(house.pair.dir, `kept-${id}`);
  await halt([place]);
  cpSync(place.dir, old, { recursive: true });
  await startOne(house, id, { start: house.start });
  return async () => {
    await halt([place]);
    rmSync(place.dir, { recursive: true });
    cpSync(old, place.dir, { recursive: true });
    await startOne(house, id, { start: house.start });
  };
}
for (const id of ['1', '2']) {
  closings.play(
    `by signer ${id} put back to before its part left, and asked for again`,
    ['intentReused', 'peerDisagrees'],
    async (house) => {
      const putBack = await keep(house, id);
      const first = payAsk(house, 'evm', { request: 'forgot-its-part' });
      if ((await tried(house, first)).some((code) => code !== 'signed')) return ['not signed'];
      await putBack();
      await closeAll(house, first);
      return tried(house, anew(house, first));
    },
    { alone: true },
  );
  closings.play(
    `and signed after all when signer ${id} is put back to before it gave it up`,
    ['intentClosed', 'peerDisagrees'],
    async (house) => {
      const first = await admit(house, payAsk(house, 'evm', { request: 'forgot-it-gave-up' }));
      const putBack = await keep(house, id);
      await closeAll(house, first);
      if ((await tried(house, anew(house, first))).some((code) => code !== 'signed')) return ['not signed'];
      await putBack();
      return tried(house, first);
    },
    { alone: true },
  );
}
closings.play('a change of the rules', 'kindNotAllowed', (house) =>
  closeAll(house, policyAsk(house, nextPolicy(house))),
);
closings.play('another intent under its id', 'intentReused', async (house) => {
  const ask = await admit(house, payAsk(house));
  return closeAll(house, { ...ask, intent: { ...ask.intent, maxFee: '1' } });
});
closings.play('an intent of another installation', 'otherDeployment', (house) =>
  closeAll(house, payAsk(house, 'evm', { deployment: '99'.repeat(32) })),
);
closings.play('an intent of tomorrow, to be remembered as long', 'notYetValid', (house) => {
  const [from, until] = [now(house) + 86_400_000, now(house) + 90_000_000].map(String) as [string, string];
  return closeAll(house, payAsk(house, 'evm', { created: from, notBefore: from, expires: until }));
});
/** From here on each signer's operator lets one payment through in a day. */
async function onePaymentADay(house: House): Promise<void> {
  const config = { velocity: [{ wallet: '*', chain: 'evm:31337', contract: '', maxCount: 1 }] };
  await halt(house.pair.places);
  for (const { id } of house.pair.places) await startOne(house, id, { start: house.start, config });
}
const sendToEach = (house: House, ask: Ask): Promise<string[]> =>
  Promise.all(house.pair.places.map(async (place) => codeOf(await deliver(house, place, ask))));
closings.play(
  'which leaves its room under a limit to one other',
  ['given up', 'signed', 'velocity'],
  async (house) => {
    await onePaymentADay(house);
    const first = await admit(house, payAsk(house));
    return [
      ...(await closeAll(house, first)),
      ...(await tried(house, payAsk(house))),
      ...(await sendToEach(house, payAsk(house))),
    ];
  },
  { control: true, alone: true },
);
closings.play(
  'at one signer, to make room under a limit at the other',
  'velocity',
  async (house) => {
    await onePaymentADay(house);
    const first = await admit(house, payAsk(house));
    const [one] = house.pair.places;
    if (one) await closeAt(house, one, first);
    return tried(house, payAsk(house));
  },
  { alone: true },
);
closings.play(
  'once signed, to make room under a limit',
  ['part has left', 'velocity'],
  async (house) => {
    await onePaymentADay(house);
    const first = payAsk(house);
    await tried(house, first);
    return [...(await closeAll(house, first)), ...(await sendToEach(house, payAsk(house)))];
  },
  { alone: true },
);

export const closingAttacks = closings.attacks;
