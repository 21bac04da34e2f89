import type { PolicyDocument } from '@holdfast/policy';
import { genesisDocument, newTestMember } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/index.ts';
import { createRecorder, theSystem } from '../../audit/service.ts';
import { inTransaction } from '../../db/transaction.ts';
import { makeBooks } from '../../ledger/test/books.ts';
import { followPolicy } from './follow.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database?.close());

it('whom the members make an API client is no member of the console any more, and the rules are followed all the same', async () => {
  const { db } = database;
  const { workspaceId: workspace_id, userId: user_id } = await makeBooks(db);
  await db.insertInto('members').values({ workspace_id, user_id, member_id: 'ann', role: 'operator' }).execute();
  const people = genesisDocument([newTestMember('owner', 'owner'), newTestMember('ann', 'operator')], []);
  const record = createRecorder('program.makerRemoved', theSystem, () => new Date());
  const follow = (document: PolicyDocument) => inTransaction(db, (tx) => followPolicy(tx, document, record));
  const ann = () =>
    db.selectFrom('members').select(['role', 'status']).where('member_id', '=', 'ann').executeTakeFirst();
  const turned = people.members.map((one) => (one.id === 'ann' ? { ...one, role: 'api' as const } : one));
  await follow({ ...people, members: turned });
  expect((await ann())?.status).toBe('removed');
  await follow(people);
  expect(await ann()).toEqual({ role: 'operator', status: 'active' });
});
