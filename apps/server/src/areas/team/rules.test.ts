import type { Credential } from '@holdfast/policy';
import { genesisDocument, newTestMember } from '@holdfast/testkit';
import { expect, it } from 'vitest';
import { addMember, brokenBy, fitsWallets, keyPages, maskEmail, removeMember, setHolder, setRoles } from './rules.ts';

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

it('keys are made on one page for each host name of the signers, and it is known where one answers already', () => {
  const signers = ['https://one.example', 'https://one.example:8443', 'https://two.example'].map((origin, i) => ({
    name: `Signer ${i + 1}`,
    origin,
  }));
  const visit = { name: 'Ann', email: 'a@example.org', return: 'https://console.example' };
  const at = (...origins: string[]): Credential => ({ id: 'k', type: 'passkey', publicKey: '', rpId: '', origins });
  const pages = keyPages(signers, visit, [at('https://one.example:8443')]);
  expect(pages.map(({ host, signers: of, hasKey }) => [host, of.join(), hasKey])).toEqual([
    ['one.example', 'Signer 1,Signer 2', true],
    ['two.example', 'Signer 3', false],
  ]);
  expect(pages.map(({ url }) => new URL(url).origin)).toEqual(['https://one.example', 'https://two.example']);
  expect(keyPages(signers, visit, [{ id: 'dk', type: 'device', publicKey: '' }]).some(({ hasKey }) => hasKey)).toBe(
    false,
  );
});

it('a second member who decides lets the first go on approving their own, and says so', () => {
  const alone = genesisDocument([ann], []);
  const [, second] = team.members;
  if (!second) throw new Error('there are three');
  expect(addMember(alone, second).strategies?.map(({ signProtection }) => signProtection)).toEqual(['off']);
  expect(addMember(team, { ...second, id: 'dee' }).strategies).toBeUndefined();
});

it('owners and admins are that in every wallet, others may be something else in each', () => {
  const viewer = { wallet: '2', role: 'viewer' } as const;
  expect(fitsWallets({ role: 'admin', wallets: [] })).toBe(true);
  expect(fitsWallets({ role: 'admin', wallets: [viewer] })).toBe(false);
  expect(fitsWallets({ role: 'owner', wallets: [viewer] })).toBe(false);
  expect(fitsWallets({ role: 'operator', wallets: [viewer, { ...viewer, wallet: '3' }] })).toBe(true);
  expect(fitsWallets({ role: 'operator', wallets: [viewer, viewer] })).toBe(false);
});

it('a masked address says no more than tells it from the others it stands beside', () => {
  const all = [
    'olga@n.example',
    'Olivia@n.example',
    'ol@n.example',
    'bo@n.example',
    'olga@other.example',
    'a@n.example',
  ];
  const masked = all.map((one) => maskEmail(one, all));
  expect(masked).toEqual([
    'olg…@n.example',
    'Oli…@n.example',
    'ol…@n.example',
    'bo…@n.example',
    'ol…@other.example',
    'a…@n.example',
  ]);
  expect(maskEmail('olga@n.example', ['olga@n.example', 'olga2@n.example'])).toBe('olga…@n.example');
  expect(maskEmail('olga2@n.example', ['olga@n.example', 'olga2@n.example'])).toBe('olga2…@n.example');
  expect(maskEmail('nothing', all)).toBe('');
});
