import { parseIntent } from '@holdfast/policy';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bare, startBare } from '../test/bare.ts';
import { createProposals } from './service.ts';

let bare: Bare;
beforeAll(async () => {
  bare = await startBare(1);
});
afterAll(() => bare?.close());

const now = Date.now();
/** When an unfreeze says that it was asked for, given when the signers say that they stopped. */
async function askedAt(since: number): Promise<number> {
  const { workspaceId, userId } = bare.books;
  const deps = {
    ...bare.deps(),
    clock: () => new Date(now),
    refreshPolicy: async () => undefined,
    frozen: async () => true,
  };
  const by = { workspaceId, userId, memberId: bare.owner.id };
  const shown = { itemType: 1, subject: {}, remark: '' };
  const { id } = await createProposals(deps, () => undefined).proposeUnfreeze(by, shown, since);
  const { intent } = await bare.database.db
    .selectFrom('proposals')
    .select('intent')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(parseIntent(intent).created) - now;
}

it.each<[string, number, number]>([
  ['an hour ago', -3_600_000, 0],
  ['now', 0, 0],
  ['in a second, by a clock that is ahead of ours', 1_000, 1_000],
  ['in a minute', 60_000, 60_000],
  // Signers take nothing that is from further ahead than clocks may differ: neither a wrong clock nor a signer that lies makes us ask in vain.
  ['in a minute and a moment', 60_001, 60_000],
  ['next year', 31_536_000_000, 60_000],
])(
  'an unfreeze of a freeze that began %s is dated after it, and never further ahead than clocks may differ',
  async (_, since, created) => {
    expect(await askedAt(now + since)).toBe(created);
  },
);
