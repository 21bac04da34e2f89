import { sendApproval } from '@holdfast/signer-ui/signer-api';
import { decide } from '@holdfast/testkit/signer';
import { type Change, propose } from './changes.ts';
import { decideAtPage, shownAt, until } from './desk.ts';
import type { Installation } from './installation.ts';
import { plays } from './play.ts';

/** Rules and address book at each signer: one of it when they agree. */
const standings = ({ fixture }: Installation): string[] => {
  const all = fixture.pair.places.map(({ signer }) => {
    const state = signer?.ctx.store.state;
    return `${state?.policy?.hash} ${state?.book.hash}`;
  });
  return [...new Set(all)];
};
const meet = async (installation: Installation): Promise<string[]> => {
  await until('the signers to agree', async () => standings(installation).length === 1, 60_000);
  return ['the same at both'];
};
const statusOf = async ({ sql }: Installation, { id }: Change): Promise<number> =>
  (await sql<{ status: number }>('select status from proposals where id = $1', [id]))[0]?.status ?? -1;
const agree = (installation: Installation, { url }: Change): Promise<void> =>
  decideAtPage(installation.fixture, url, ['olga', 'adam', 'anna']);

const splits = plays('splits: changes that one signer has and the other has not');
splits.alone(
  'two changes agreed to at the same moment, with two servers at work',
  'the same at both',
  async (installation) => {
    const both = [await propose(installation, 'policy'), await propose(installation, 'book')];
    await installation.second();
    for (const kind of ['policy', 'book'] as const) installation.truth.changes.add(kind);
    await Promise.all(both.map((change) => agree(installation, change)));
    await until(
      'one of them',
      async () => {
        const statuses = await Promise.all(both.map((change) => statusOf(installation, change)));
        return statuses.includes(1) && !statuses.includes(5);
      },
      60_000,
    );
    return meet(installation);
  },
);
splits.alone(
  'a refusal at the second signer once the first has the change',
  'the same at both',
  async (installation) => {
    const change = await propose(installation, 'policy');
    installation.truth.changes.add('policy');
    await installation.sql(
      `create function hold_taken() returns trigger language plpgsql as $$ begin raise exception 'held'; end $$`,
    );
    await installation.sql(`create trigger zz_taken before update of taken_by on proposals for each row
    when (old.taken_by is distinct from new.taken_by) execute function hold_taken()`);
    await agree(installation, change);
    await until('the first signer', async () => standings(installation).length === 2);
    const intent = await shownAt(installation.fixture, change.intent.id, 1);
    await sendApproval(
      installation.fixture.pair.places[1]?.url ?? '',
      decide(intent, installation.fixture.crew.anna, 'refuse'),
    );
    await installation.sql('drop trigger zz_taken on proposals');
    return meet(installation);
  },
);

export const splitPlays = splits.all;
