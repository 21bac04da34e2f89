import { genesisDocument, newTestMember } from '@holdfast/testkit';
import { expect, it } from 'vitest';
import { addMember, brokenBy, removeMember, setHolder, setRoles } from './rules.ts';

const [ann, bob, cem] = [
  newTestMember('ann', 'owner'),
  newTestMember('bob', 'admin'),
  newTestMember('cem', 'approver'),
];
const team = genesisDocument([ann, bob, cem], []);
const byCem = {
  signProtection: 'off' as const,
  nodes: [{ kind: 'sign' as const, name: 'Cem', approvers: ['cem'], threshold: '1' }],
};
const idsOf = (flows: ReturnType<typeof brokenBy>): string[] => flows.map(({ level, id }) => `${level} ${id}`);

it('a flow about key material breaks when nobody with a key of equal rights could ask any more, others do not', () => {
  const doc = {
    ...team,
    members: team.members.map((one) => (one.id === 'bob' ? { ...one, keyHolder: 'no' as const } : one)),
    workspace: (['members', 'keyMaterial'] as const).map((op) => ({ op, ...byCem })),
  };
  expect(idsOf(brokenBy(doc, setHolder(doc, 'ann', 'no')))).toEqual(['workspace keyMaterial']);
  expect(idsOf(brokenBy(doc, setHolder(doc, 'cem', 'no')))).toEqual(['workspace members', 'workspace keyMaterial']);
});

it('a flow about the address book breaks when nobody who may ask is left, operators counted', () => {
  const doc = { ...team, workspace: [{ op: 'addressBook' as const, ...byCem }] };
  expect(idsOf(brokenBy(doc, removeMember(doc, 'cem')))).toEqual(['workspace addressBook']);
  expect(brokenBy(doc, setRoles(doc, 'bob', 'viewer', []))).toEqual([]);
});

it('a second member who decides lets the first go on approving their own, and says so', () => {
  const alone = genesisDocument([ann], []);
  const [, second] = team.members;
  if (!second) throw new Error('there are three');
  expect(addMember(alone, second).strategies?.map(({ signProtection }) => signProtection)).toEqual(['off']);
  expect(addMember(team, { ...second, id: 'dee' }).strategies).toBeUndefined();
});
