import { type BookEntry, callText, entryHash, type Intent } from '@holdfast/policy';
import { evmPlan, usdc } from '@holdfast/testkit/signer';
import { admit, family } from '../attack.ts';
import { entries, type Fixture, payees, vault, vaultMethod } from '../fixture.ts';
import { signing } from '../relay.ts';
import { type Ask, bookAsk, payment, send, transferAsk } from '../requests.ts';
import { ask, dataOf, edited, lawfully, leaves, rule, to, under } from './calls.ts';

/**
 * A contract that runs other code by the time of the signature than when members were shown what it does. Signers see no chain, so none of them can know it. What
 * they hold is all that such code has to work with: the very call, what it says that leaves, what the contract was allowed to take, and which methods it has.
 */
const proxies = family('a proxy that changes');

const proxy = to(vault, entries.vault);
const method = (name: string): string => `${name}(uint256 shares)`;
const calling = (units = 5_000_000n): string => callText(dataOf(vaultMethod, 5n), leaves(units));
const called = (fixture: Fixture, changes: Partial<Intent> = {}, units?: bigint): Ask =>
  ask(fixture, calling(units), { outputs: [proxy], ...changes });
/** What the contract may take of the token, asked for as that. */
function allowed(fixture: Fixture, amount: string): Ask {
  const intent = payment(fixture, 'usdc', { kind: 'allowance', outputs: [{ ...proxy, amount }] });
  return { ...transferAsk(fixture, intent), kind: 'allowance' };
}
/** No more of the token than so much within a day, however it leaves. */
const atMost = (units: string) =>
  rule('payments', 'transfer', 'refuse', {
    assets: { mode: 'only', list: [{ chain: 'evm:31337', contract: usdc }] },
    amount: { unit: 'coin', over: units, upTo: '', hours: '24', scope: 'wallet' },
  });
const play = (title: string, expect: string, run: (fixture: Fixture) => Promise<readonly string[]>): void =>
  proxies.play(title, expect, run, { alone: true, control: expect === 'admitted' });

proxies.control('called as members agreed to', (fixture) => called(fixture));
play('allowed what may be paid, and called', 'admitted', async (fixture) => {
  const made = await under(fixture, atMost('9000000'));
  await admit(made, allowed(made, '4000000'));
  return lawfully(made, called(made));
});
proxies.play('called, relayed as it should be', 'signed', (fixture) => signing(fixture, { ask: called(fixture) }), {
  control: true,
});

// The server sees what the new code would do, and fits the call to it.
proxies.refused('with more that leaves by now, written into the call', 'initiatorMissing', (fixture) =>
  edited(called(fixture), { call: calling(6_000_000n) }),
);
proxies.refused('with nothing that leaves, so that no window counts it', 'initiatorMissing', (fixture) =>
  edited(called(fixture), { call: dataOf(vaultMethod, 5n) }),
);
proxies.refused('with an argument that its new code reads as another amount', 'initiatorMissing', (fixture) =>
  edited(called(fixture), { call: callText(dataOf(vaultMethod, 500n), leaves()) }),
);
proxies.refused('with coins along that its new code keeps', 'initiatorMissing', (fixture) =>
  edited(called(fixture), { outputs: [{ ...proxy, amount: '1' }] }),
);
proxies.refused('for its implementation, called itself', 'initiatorMissing', (fixture) =>
  edited(called(fixture), { outputs: [to(usdc, entries.token)] }),
);
proxies.refused('that is asked for anew, by what members agreed to before', 'initiatorMissing', (fixture) => {
  const before = called(fixture);
  return { ...called(fixture, {}, 6_000_000n), approvals: before.approvals };
});
proxies.refused('that members saw, made once more under another nonce', 'conflict', async (fixture) => {
  const first = await admit(fixture, called(fixture));
  return { ...first, plan: evmPlan(fixture.fresh()) };
});

// The new code has other methods.
proxies.refused('by a method of its new code that nobody agreed on', 'rawCall', (fixture) =>
  ask(fixture, dataOf(method('drain'), 5n), { outputs: [proxy] }),
);
/** Members list the contract once more, with what its new code has. */
const renewed = (name: string): BookEntry => ({ ...payees.vault, memo: 'new', methods: [vaultMethod, method(name)] });
play('by a method that members agreed on an hour ago', 'rawCall', async (fixture) => {
  await admit(fixture, bookAsk(fixture, { add: [renewed('drain')] }));
  return send(fixture, ask(fixture, dataOf(method('drain'), 5n), { outputs: [proxy] }));
});
play('by an entry that members have taken out of their book since', 'addressEntryUnknown', async (fixture) => {
  const before = called(fixture);
  await admit(fixture, bookAsk(fixture, { add: [], remove: [entryHash(payees.vault)] }));
  return send(fixture, before);
});

// What it was allowed to take counts when it is given, and what calls say counts again.
play('that may take more than may be paid', 'refusedByRule', async (fixture) => {
  const made = await under(fixture, atMost('8000000'));
  return send(made, allowed(made, '8000001'));
});
play('that may take so much, and is called for more on top', 'refusedByRule', async (fixture) => {
  const made = await under(fixture, atMost('8000000'));
  await admit(made, allowed(made, '4000000'));
  return send(made, called(made));
});
play('that is called again and again, for more than may be paid', 'refusedByRule', async (fixture) => {
  const made = await under(fixture, atMost('8000000'));
  await admit(made, called(made));
  return send(made, called(made));
});
play('that may take everything', 'endlessAllowance', async (fixture) =>
  send(fixture, allowed(fixture, String(2n ** 256n - 1n))),
);

export const proxyAttacks = proxies.attacks;
