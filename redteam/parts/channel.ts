import { signHello } from '../../packages/channel/test/hello.ts';
import { parts, without } from './part.ts';
import type { Program } from './program.ts';

type Channel = typeof import('../../packages/channel/src/index.ts');

/** What a relay can do with the hellos of a session that it carries. */
const exchanged = parts('keys of a session exchanged by who relays it');
const removed = without('packages/channel');
const context = new TextEncoder().encode('intent digest and sighash');

/** What two parties are shown: the first sees one hello of the second, the second sends another. */
async function shown(program: Program, exchange: (hello: Hello, other: Hello) => Hello) {
  const channel: Channel = await program.load('packages/channel/src/index.ts');
  const { newIdentity, openSession, publicKeysOf, startHello } = channel;
  const identities = { 1: newIdentity(), 2: newIdentity() };
  const peers = { 1: publicKeysOf(identities[1]), 2: publicKeysOf(identities[2]) };
  const one = startHello(identities[1], '1', context);
  const [two, again] = [startHello(identities[2], '2', context), startHello(identities[2], '2', context)];
  const changed = exchange(two.hello, again.hello);
  const id = (other: Hello) =>
    Buffer.from(openSession({ me: '1', secret: one.secret, hellos: [one.hello, other], peers, context }).id).toString(
      'hex',
    );
  return { id, hello: two.hello, changed, signed: signHello(identities[2], changed, context) };
}
type Hello = ReturnType<Channel['startHello']>['hello'];

exchanged.control('the same hellos, opened twice', 'the same session', async (program) => {
  const { id, hello } = await shown(program, (one) => one);
  const [first, second] = [id(hello), id(hello)];
  return [first === second ? 'the same session' : 'another session'];
});
for (const [field, line] of [
  ['ephemeral', '    hexToBytes(ephemeral),\n'],
  ['nonce', '    hexToBytes(nonce),\n  ]);'],
] as const)
  exchanged.attack(
    `another ${field}, the rest as it was`,
    'another session',
    removed(`${field} in the id of a session`, 'session.ts', line, field === 'nonce' ? '  ]);' : ''),
    async (program) => {
      const made = await shown(program, (one, other) => ({ ...one, [field]: other[field] }));
      return [made.id(made.signed) === made.id(made.hello) ? 'the same session' : 'another session'];
    },
  );
exchanged.attack(
  'another key in a hello, without its party',
  'badSignature',
  removed(
    'signature of a hello',
    'session.ts',
    "if (!isSigned(hello, opening.context, peer)) throw new ChannelError('badSignature');",
  ),
  async (program) => {
    const made = await shown(program, (one, other) => ({ ...one, ephemeral: other.ephemeral }));
    try {
      made.id(made.changed);
      return ['taken'];
    } catch (error) {
      return [(error as { code?: string }).code ?? String(error)];
    }
  },
);

export const channelAttacks = exchanged.all;
