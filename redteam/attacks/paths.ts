import type { Intent } from '@holdfast/policy';
import { addressAt, ask, call } from '@holdfast/testkit/signer';
import { family } from '../attack.ts';
import type { Fixture } from '../fixture.ts';
import { type Ask, codeOf, payment, transferAsk } from '../requests.ts';

/** Payees that are ours by key, at places where nobody will ever look for coins. */
const paths = family('path range');
const coin = 60;
const payTo =
  (path: string) =>
  (fixture: Fixture): Ask => {
    const intent = payment(fixture, 'evm');
    const address = addressAt(fixture.group, 'evm', path);
    const outputs = intent.outputs.map((output): Intent['outputs'][number] => ({
      ...output,
      address,
      path,
      entry: '',
    }));
    return transferAsk(fixture, { ...intent, outputs });
  };
const far = {
  'the last index there is': `m/${coin}/7/0/2147483647`,
  'an index past all lists': `m/${coin}/7/0/100001`,
  'change of nobody, as far as it goes': `m/${coin}/2000000000/1/2147483647`,
  'a sub-wallet that there cannot be': `m/${coin}/1000001/0/0`,
};

paths.control('an own address of another sub-wallet', payTo(`m/${coin}/8/0/0`), true);
paths.control('the last one that is looked for', payTo(`m/${coin}/1000000/0/100000`), true);
for (const [title, path] of Object.entries(far)) {
  paths.refused(`paid as an own address: ${title}`, 'unknownWallet', payTo(path));
  paths.play(`vouched for to the server: ${title}`, 'unknownWallet', (fixture) =>
    Promise.all(
      fixture.pair.places.map(async (place) =>
        codeOf(await call(fixture.pair, place, 'address', { chain: 'evm:31337', path, keyGroup: fixture.group.id })),
      ),
    ),
  );
  paths.play(`shown on the signer’s page: ${title}`, 'unknownWallet', (fixture) =>
    Promise.all(
      fixture.pair.places.map(async (place) => {
        const query = new URLSearchParams({ chain: 'evm:31337', path, keyGroup: fixture.group.id });
        const { body } = await ask(place, 'GET', `/api/address?${query}`);
        return body.error?.code ?? 'shown';
      }),
    ),
  );
}

for (const branch of [2, 3])
  paths.play(`vouched for in a form that the chain’s keys have not: branch ${branch}`, 'unknownWallet', (fixture) =>
    Promise.all(
      fixture.pair.places.map(async (place) => {
        const asked = { chain: 'evm:31337', path: `m/${coin}/7/${branch}/0`, keyGroup: fixture.group.id };
        return codeOf(await call(fixture.pair, place, 'address', asked));
      }),
    ),
  );

export const pathAttacks = paths.attacks;
