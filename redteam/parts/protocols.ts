import { frost } from '../../packages/mpc/src/index.ts';
import { type Attack, type Library, libraryIn } from '../../packages/mpc/test/copies/copy.ts';
import { onResumed } from '../../packages/mpc/test/copies/resumed.ts';
import { covered, onUnbound } from '../../packages/mpc/test/copies/unbound.ts';
import { frostAll, generate, pairAll, signAll } from '../../packages/mpc/test/net.ts';
import { parts, without } from './part.ts';
import type { Program } from './program.ts';

/** The threshold protocols, by who keeps to the wire and not to the protocol: what the tests of `packages/mpc` try on the library and on copies of it. */
const resumed = parts('a memory of a signer that is resumed twice');
const unbound = parts('a message of the protocols used for something else');
const removed = without('packages/mpc');
const library = (program: Program): Promise<Library> => libraryIn(program.path('packages/mpc'));

function take(into: typeof resumed, attacks: readonly Attack[]): void {
  for (const { name, without: change, succeeds } of attacks)
    into.attack(
      `a peer ${name}`,
      'nothing',
      removed(`what stops that a peer ${name}`, change.file, change.find, change.replace),
      async (program) => [succeeds(await library(program)) ? 'all of it' : 'nothing'],
    );
}
take(resumed, onResumed);
take(unbound, onUnbound);

for (const { name, without: change, end } of covered)
  unbound.attack(
    `another share than its own, and ${name}`,
    'cheat',
    removed(name, change.file, change.find, change.replace, 'another check refuses the same'),
    async (program) => [end(await library(program))],
  );

resumed.control('a signature by both, neither of them resumed', 'signed', async () => {
  const keys = generate('secp256k1', 2, 2);
  const made = signAll(keys, pairAll(keys, [1, 2]), [1, 2], new Uint8Array(32).fill(7));
  return Object.values(made).map(({ r }) => (r > 0n ? 'signed' : 'not'));
});
unbound.control('a signature by both, each for the same', 'signed', async () => {
  const keys = generate('ed25519', 2, 2);
  const made = frostAll(frost.ed25519, keys, [1, 2], new Uint8Array(32).fill(7));
  return Object.values(made).map((signature) => (signature.length === 64 ? 'signed' : 'not'));
});

export const protocolAttacks = [...resumed.all, ...unbound.all];
