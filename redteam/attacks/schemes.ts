import type { Scheme } from '@holdfast/chains';
import { brushed, inked, type NoteFamily, noteFields, notePayee, notePlan } from '@holdfast/testkit/notes';
import { call } from '@holdfast/testkit/signer';
import { family } from '../attack.ts';
import { entries, type House } from '../house.ts';
import { freezeAll, type Relay, signing } from '../relay.ts';
import { type Ask, payment, send, textOf, transferAsk } from '../requests.ts';

/** A server that knows its signers sign by other schemes than ECDSA too. */
const schemed = family('a payment by another scheme');

function noteAsk(house: House, of: NoteFamily = inked, schemes?: readonly Scheme[]): Ask {
  const intent = payment(house, 'evm', {
    ...noteFields(of, house.group),
    outputs: [{ address: notePayee, amount: '1000', memo: '', entry: entries.note, path: '' }],
  });
  return { ...transferAsk(house, intent), plan: notePlan(of, BigInt(house.fresh()), schemes) };
}
const relayed =
  (of: NoteFamily, relay: Relay = {}) =>
  (house: House): Promise<string[]> =>
    signing(house, { ...relay, ask: noteAsk(house, of) });

schemed.play('Ed25519, relayed as it should be', 'signed', relayed(inked), { control: true });
schemed.play('Schnorr, relayed as it should be', 'signed', relayed(brushed), { control: true });
for (const [title, of, plan] of [
  ['another message', inked, { nonce: '900000' }],
  ['another scheme for the same digest', brushed, { schemes: ['ecdsa'] }],
] as const)
  schemed.play(
    `${title} for the second signer`,
    'peerDisagrees',
    relayed(of, { second: (ask) => ({ ...ask, plan: { ...(ask.plan as object), ...plan } }) }),
  );
schemed.refused('a scheme of another curve than the chain’s', 'txMismatch', (house) =>
  noteAsk(house, inked, ['ecdsa']),
);
schemed.refused('a scheme nobody knows', 'badPlan', (house) => {
  const ask = noteAsk(house);
  return { ...ask, plan: { ...(ask.plan as object), schemes: ['bls'] } };
});
for (const round of [0, 1])
  schemed.play(
    `frozen before round ${round}`,
    'frozen',
    relayed(inked, { before: async (at, house) => (at === round ? freezeAll(house) : undefined) }),
    { alone: true },
  );

const closeAt = async (house: House, ids: readonly string[], ask: Ask): Promise<string[]> =>
  Promise.all(
    house.pair.places
      .filter(({ id }) => ids.includes(id))
      .map(async (place) => {
        const said = await call(house.pair, place, 'close', { intent: textOf(ask) });
        return said.error?.code ?? (said.closed ? 'given up' : 'part has left');
      }),
  );

/** What a signer says of a payment it was asked to give up, and whether one was signed that somebody gave up. */
for (const round of [0, 1, 2])
  for (const ids of [['1'], ['2'], ['1', '2']])
    schemed.play(
      `given up by signer ${ids.join(' and ')} before round ${round}`,
      round < 2 ? 'given up' : 'part has left',
      async (house) => {
        const ask = noteAsk(house);
        let said: string[] = [];
        const codes = await signing(house, {
          ask,
          before: async (at) => {
            if (at === round) said = await closeAt(house, ids, ask);
          },
        });
        return said.includes('given up') && codes.includes('signed') ? [...said, 'signed'] : said;
      },
    );
schemed.play('given up, and signed after all', 'intentClosed', async (house) => {
  const ask = noteAsk(house);
  await closeAt(house, ['1', '2'], ask);
  return send(house, ask);
});

export const schemeAttacks = schemed.attacks;
