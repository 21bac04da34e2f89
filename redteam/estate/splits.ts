import { sendApproval } from '@holdfast/signer-ui/signer-api';
import { decide } from '@holdfast/testkit/signer';
import { type Change, propose } from './changes.ts';
import { decideAtPage, shownAt, until } from './desk.ts';
import type { Estate } from './estate.ts';
import { plays } from './play.ts';

/** Rules and address book at each signer: one of it when they agree. */
const standings = ({ house }: Estate): string[] => {
  const all = house.pair.places.map(({ signer }) => {
    const state = signer?.core.store.state;
    return `${state?.policy?.hash} ${state?.book.hash}`;
  });
  return [...new Set(all)];
};
const meet = async (estate: Estate): Promise<string[]> => {
  await until('the signers to agree', async () => standings(estate).length === 1, 60_000);
  return ['the same at both'];
};
const statusOf = async ({ sql }: Estate, { id }: Change): Promise<number> =>
  (await sql<{ status: number }>('select status from proposals where id = $1', [id]))[0]?.status ?? -1;
const agree = (estate: Estate, { url }: Change): Promise<void> =>
  decideAtPage(estate.house, url, ['olga', 'adam', 'anna']);

const splits = plays('splits: changes that one signer has and the other has not');
splits.alone(
  'two changes agreed to at the same moment, with two servers at work',
  'the same at both',
  async (estate) => {
    const both = [await propose(estate, 'policy'), await propose(estate, 'book')];
    await estate.second();
    for (const kind of ['policy', 'book'] as const) estate.truth.changes.add(kind);
    await Promise.all(both.map((change) => agree(estate, change)));
    await until(
      'one of them',
      async () => {
        const statuses = await Promise.all(both.map((change) => statusOf(estate, change)));
        return statuses.includes(1) && !statuses.includes(5);
      },
      60_000,
    );
    return meet(estate);
  },
);
splits.alone('a refusal at the second signer once the first has the change', 'the same at both', async (estate) => {
  const change = await propose(estate, 'policy');
  estate.truth.changes.add('policy');
  await estate.sql(
    `create function hold_taken() returns trigger language plpgsql as $$ begin raise exception 'held'; end $$`,
  );
  await estate.sql(`create trigger zz_taken before update of taken_by on proposals for each row
    when (old.taken_by is distinct from new.taken_by) execute function hold_taken()`);
  await agree(estate, change);
  await until('the first signer', async () => standings(estate).length === 2);
  const intent = await shownAt(estate.house, change.intent.id, 1);
  await sendApproval(estate.house.pair.places[1]?.url ?? '', decide(intent, estate.house.crew.anna, 'refuse'));
  await estate.sql('drop trigger zz_taken on proposals');
  return meet(estate);
});

export const splitPlays = splits.all;
