import type { Scheme } from '@holdfast/chains';
import { brushed, inked, type NoteFamily, noteFields, notePayee, notePlan } from '@holdfast/testkit/notes';
import { call } from '@holdfast/testkit/signer';
import { family } from '../attack.ts';
import { entries, type Fixture } from '../fixture.ts';
import { freezeAll, type Relay, signing } from '../relay.ts';
import { type Ask, payment, send, textOf, transferAsk } from '../requests.ts';

/** A server that knows its signers sign by other schemes than ECDSA too. */
const schemed = family('a payment by another scheme');

function noteAsk(fixture: Fixture, of: NoteFamily = inked, schemes?: readonly Scheme[]): Ask {
  const intent = payment(fixture, 'evm', {
    ...noteFields(of, fixture.group),
    outputs: [{ address: notePayee, amount: '1000', memo: '', entry: entries.note, path: '' }],
  });
  return { ...transferAsk(fixture, intent), plan: notePlan(of, BigInt(fixture.fresh()), schemes) };
}
const relayed =
  (of: NoteFamily, relay: Relay = {}) =>
  (fixture: Fixture): Promise<string[]> =>
    signing(fixture, { ...relay, ask: noteAsk(fixture, of) });

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
schemed.refused('a scheme of another curve than the chain’s', 'txMismatch', (fixture) =>
  noteAsk(fixture, inked, ['ecdsa']),
);
schemed.refused('a scheme nobody knows', 'badPlan', (fixture) => {
  const ask = noteAsk(fixture);
  return { ...ask, plan: { ...(ask.plan as object), schemes: ['bls'] } };
});
for (const round of [0, 1])
  schemed.play(
    `frozen before round ${round}`,
    'frozen',
    relayed(inked, { before: async (at, fixture) => (at === round ? freezeAll(fixture) : undefined) }),
    { alone: true },
  );

const closeAt = async (fixture: Fixture, ids: readonly string[], ask: Ask): Promise<string[]> =>
  Promise.all(
    fixture.pair.places
      .filter(({ id }) => ids.includes(id))
      .map(async (place) => {
        const said = await call(fixture.pair, place, 'close', { intent: textOf(ask) });
        return said.error?.code ?? (said.closed ? 'given up' : 'part has left');
      }),
  );

/** What a signer says of a payment it was asked to give up, and whether one was signed that somebody gave up. */
for (const round of [0, 1, 2])
  for (const ids of [['1'], ['2'], ['1', '2']])
    schemed.play(
      `given up by signer ${ids.join(' and ')} before round ${round}`,
      round < 2 ? 'given up' : 'part has left',
      async (fixture) => {
        const ask = noteAsk(fixture);
        let said: string[] = [];
        const codes = await signing(fixture, {
          ask,
          before: async (at) => {
            if (at === round) said = await closeAt(fixture, ids, ask);
          },
        });
        return said.includes('given up') && codes.includes('signed') ? [...said, 'signed'] : said;
      },
    );
schemed.play('given up, and signed after all', 'intentClosed', async (fixture) => {
  const ask = noteAsk(fixture);
  await closeAt(fixture, ['1', '2'], ask);
  return send(fixture, ask);
});

export const schemeAttacks = schemed.attacks;
