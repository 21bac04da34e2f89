import type { Credential, Evaluation, Member, NodeState } from '@holdfast/policy';
import { expect, test } from 'vitest';
import { originFor } from './approval-link.ts';
import { actionOf } from './areas/todo/rules.ts';
import type { Signer } from './signers/client.ts';
import { createSignerMonitor } from './signers/monitor.ts';

const origins = ['https://one.example', 'https://two.example'];
const step = (kind: NodeState['kind'], approved: string[], through?: string[]): NodeState => ({
  name: kind,
  kind,
  threshold: kind === 'page' ? 1 : 2,
  eligible: ['ann', 'ben', 'cleo'],
  approved,
  ...(through ? { through } : {}),
});
const standing = (...nodes: NodeState[]): Evaluation => ({
  state: 'waiting',
  initiatorSigned: true,
  nodes,
  solo: false,
  action: 'flow',
});
const said = (...members: string[]) => members.map((member) => ({ member, decision: 'approve' as const }));

const [one = '', two = ''] = origins;
const signers = origins.map((origin, i) => ({ id: String(i + 1), origin }));
const credentialAt = (...at: string[]): Credential => ({
  id: `key of ${at.join()}`,
  type: 'passkey',
  publicKey: '',
  rpId: '',
  origins: at,
});
const device: Credential = { id: 'dk', type: 'device', publicKey: '' };
/** Where somebody with these keys is led while these signers are silent. */
function led(credentials: Credential[], evaluation?: Evaluation, silent: readonly string[] = []): string {
  const ann: Member = {
    id: 'ann',
    name: 'Ann',
    role: 'owner',
    status: 'active',
    keyHolder: 'yes',
    wallets: [],
    credentials,
  };
  const deps = { signers, monitor: { silent: () => new Set(silent) }, origin: 'https://console.example' };
  const policy = {
    members: [ann],
    signers: signers.map((signer) => ({ ...signer, name: '', identity: '', channel: '' })),
  };
  return originFor(deps, { policy, member: 'ann', ...(evaluation ? { evaluation } : {}) });
}
const missing = (...through: string[]): Evaluation => standing(step('sign', ['ben']), step('page', [], through));

test('a member is led to the page of a signer through which nobody approved yet, where the rules ask for that', () => {
  for (const keys of [[device], [credentialAt(one, two)], [credentialAt(one), credentialAt(two)]]) {
    expect(led(keys)).toBe(one);
    expect(led(keys, standing(step('sign', ['ann'])))).toBe(one);
    expect(led(keys, missing())).toBe(one);
    expect(led(keys, missing(one))).toBe(two);
    expect(led(keys, missing(two))).toBe(one);
    expect(led(keys, standing(step('sign', ['ann', 'ben']), step('page', ['ben'], [one, two])))).toBe(one);
  }
});

test('a member is led to a page where a passkey of theirs answers, whatever else is wished', () => {
  expect(led([credentialAt(two)])).toBe(two);
  expect(led([credentialAt(two), device], missing(two))).toBe(two);
  expect(led([credentialAt(one)], missing(one), ['1'])).toBe(one);
});

test('a member is led past a signer that does not answer, as long as another one does, but to no page where they would have to approve twice', () => {
  expect(led([device], undefined, ['1'])).toBe(two);
  expect(led([credentialAt(one), credentialAt(two)], missing(), ['1'])).toBe(two);
  expect(led([credentialAt(one), credentialAt(two)], missing(one), ['2'])).toBe(two);
  expect(led([device], missing(one), ['1', '2'])).toBe(two);
});

test('a signer that gave no answer is silent until it answers again', async () => {
  let alive = false;
  const call = async () => (alive ? {} : Promise.reject(new Error('no answer')));
  const signers = [
    { id: '1', call },
    { id: '2', call: async () => ({}) },
  ] as unknown as Signer[];
  const monitor = createSignerMonitor(signers, () => new Date());
  expect([...monitor.silent()]).toEqual([]);
  await monitor.look(0);
  expect([...monitor.silent()]).toEqual(['1']);
  alive = true;
  await monitor.look(0);
  expect([...monitor.silent()]).toEqual([]);
});

test('the place of a signer names its page, and the console stands where no signer is known', () => {
  const deps = { monitor: { silent: () => new Set<string>() }, origin: 'https://console.example' };
  expect(originFor({ ...deps, signers }, 1)).toBe(two);
  expect(originFor({ ...deps, signers: [] }, 0)).toBe(deps.origin);
});

test('where only another page is missing, it is the turn of everybody, of who has approved on the one page too', () => {
  const at = (evaluation: Evaluation, member: string) =>
    actionOf({ open: true, initiator: 'omar', approvals: said('ann', 'ben'), evaluation }, member);
  const last = standing(step('sign', ['ann', 'ben']), step('page', [], origins.slice(0, 1)));
  expect(['ann', 'ben', 'cleo', 'omar'].map((member) => at(last, member))).toEqual([1, 1, 1, 0]);
  const more = standing({ ...step('sign', ['ann', 'ben']), threshold: 3 }, step('page', [], origins.slice(0, 1)));
  expect(['ann', 'cleo'].map((member) => at(more, member))).toEqual([2, 1]);
});
