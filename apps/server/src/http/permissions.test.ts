import { callerRoles, contract, type Endpoint, permissionRoles } from '@holdfast/contract';
import { type IntentKind, lacksOwner, mayFreeze, mayInitiate } from '@holdfast/policy';
import { genesisDocument, newTestMember } from '@holdfast/testkit';
import { expect, test } from 'vitest';

const endpoints = Object.entries(contract).flatMap(([area, all]) =>
  Object.entries(all).map(([name, endpoint]): [string, Endpoint] => [`${area}.${name}`, endpoint]),
);
/** What the calls of a permission ask the signers for. */
const asksFor = {
  'withdraw.create': 'transfer',
  'strategy.edit': 'policy',
  'team.edit': 'policy',
  'apiClient.edit': 'policy',
  'addressBook.mode': 'policy',
  'signing.unfreeze': 'policy',
  'addressBook.edit': 'book',
  'keyMaterial.apply': 'export',
} as const satisfies Partial<Record<keyof typeof permissionRoles, IntentKind>>;

const cells = Object.entries(asksFor).flatMap(([permission, kind]) =>
  callerRoles.map((role) => [role, permission as keyof typeof asksFor, kind] as const),
);

const memberOf = (role: (typeof callerRoles)[number]) => {
  const { credential, key } = newTestMember('m-1', role);
  return {
    id: 'm-1',
    name: 'M',
    role,
    status: 'active' as const,
    keyHolder: 'yes' as const,
    wallets: [],
    credentials: [{ id: credential, type: 'device' as const, publicKey: key.publicKey }],
  };
};

test.each(callerRoles)(
  '%s: the server lets exactly those freeze whom the signers would take the order from',
  (role) => {
    const holders: readonly string[] = permissionRoles['signing.freeze'];
    expect(holders.includes(role)).toBe(mayFreeze(memberOf(role)));
  },
);

test.each(cells)(
  '%s and %s: the server takes what the rules let them ask for (%s), and nothing else',
  (role, permission, kind) => {
    const holders: readonly string[] = permissionRoles[permission];
    expect(holders.includes(role)).toBe(mayInitiate(memberOf(role), kind));
  },
);

test.each(callerRoles)(
  '%s: the server lets exactly those ask that signature protection ends whom signers let',
  (role) => {
    const on = genesisDocument([newTestMember('m-1', role)], []);
    const off = { ...on, strategies: on.strategies.map((flow) => ({ ...flow, signProtection: 'off' as const })) };
    const holders: readonly string[] = permissionRoles['signProtect.edit'];
    expect(holders.includes(role)).toBe(!lacksOwner(on, off, { initiator: 'm-1' }));
  },
);

test('every call that makes a proposal or an order is among those', () => {
  const asking = endpoints.filter(([, { output }]) => {
    const shape = 'shape' in output ? (output.shape as object) : {};
    return ('instant' in shape && 'approval_url' in shape) || 'need_sign' in shape;
  });
  expect(asking.length).toBeGreaterThan(15);
  expect(
    asking.filter(([, { access }]) => !(access in asksFor || access === 'signProtect.edit')).map(([name]) => name),
  ).toEqual([]);
});
