import { type ChainFamily, familyOf } from '@holdfast/chains';
import { callText, encodeArguments, type Intent, methodOf } from '@holdfast/policy';
import { btcPlan, evmPayee, evmPlan, otherEvmPayee, usdc } from '@holdfast/testkit/signer';
import { bytesToHex } from '@noble/hashes/utils.js';
import { apply } from '../../src/state/apply.ts';
import { accountOf } from '../../src/state/open.ts';
import { addressOf, coinOf, laneOf, now, outpointOf, paying, payment, remember, type Scenario } from '../scenario.ts';
import { after, asking, refusals, withIntent } from './refusals.ts';

/** What the transaction would do, and what it would be paid with. */
const { all: ofPayments, refuses } = refusals();

export { ofPayments };

refuses('keyGroup', 'badIntent', "a class of conflict that is not its chain family's", () =>
  paying(payment('evm', { conflict: 'evm-inputs' })),
);
refuses('rebuild', 'badPlan', 'a plan of another chain family', () =>
  asking(paying(), { plan: btcPlan([coinOf(1)], '') }),
);
refuses('rebuild', 'badPlan', 'a plan with a number where text belongs', () =>
  asking(paying(), { plan: { ...evmPlan(5), nonce: 5 } }),
);
refuses('rebuild', 'badPlan', 'a bitcoin input whose previous transaction is another', () => {
  const intent = payment('bitcoin');
  const lied = { ...coinOf(1), prevTx: coinOf(2, 8_000_000n).prevTx };
  return asking(paying(intent), { plan: btcPlan([lied], 'm/0/7/1/0') });
});
refuses('rebuild', 'badPlan', 'change at an index that nobody would ever look at', () =>
  asking(paying(payment('bitcoin')), { plan: btcPlan([coinOf(1)], 'm/0/7/1/100001') }),
);
refuses('rebuild', 'feeAboveCap', 'a fee above what the members signed', () =>
  asking(paying(), { plan: evmPlan(5, 101) }),
);

/** A builder gone wrong: what it makes is not what the intent says. The steps after it must notice. */
const withBuilder = (build: (rules: ChainFamily) => ChainFamily['build'], s = paying()): Scenario => ({
  ...s,
  familyOf: (chain) => ({ ...familyOf(chain), build: build(familyOf(chain)) }),
});
const lies: Record<string, (intent: Intent) => Intent> = {
  payee: (intent) => ({ ...intent, outputs: intent.outputs.map((output) => ({ ...output, address: otherEvmPayee })) }),
  amount: (intent) => ({
    ...intent,
    outputs: intent.outputs.map((output) => ({ ...output, amount: `${output.amount}0` })),
  }),
  asset: (intent) => ({
    ...intent,
    asset: { symbol: 'USDC', contract: '0x5FbDB2315678afecb367f032d93F642f64180aa3', decimals: '6' },
  }),
};
for (const [what, lie] of Object.entries(lies))
  refuses('decodeAndCompare', 'txMismatch', `a transaction with another ${what} than the intent`, () =>
    withBuilder((rules) => (chain, intent, plan, keyAt) => rules.build(chain, lie(intent), plan, keyAt)),
  );
for (const [whose, path] of [
  ['another sub-wallet', 'm/60/8/0/0'],
  ['another coin', 'm/0/7/0/0'],
] as const)
  refuses('rebuild', 'unknownWallet', `a builder that takes a key of ${whose}`, () =>
    withBuilder((rules) => (chain, intent, plan, keyAt) => rules.build(chain, intent, plan, () => keyAt(path))),
  );
refuses('decodeAndCompare', 'txMismatch', 'a signature by the key of another curve', () =>
  withBuilder((rules) => (...all) => {
    const tx = rules.build(...all);
    return { ...tx, sighashes: tx.sighashes.map(({ path }) => ({ path, scheme: 'ed25519', message: '88' })) };
  }),
);
refuses('decodeAndCompare', 'txMismatch', 'a digest that is not of the transaction', () =>
  withBuilder((rules) => (...all) => {
    const tx = rules.build(...all);
    return { ...tx, sighashes: tx.sighashes.map((entry) => ({ ...entry, digest: '88'.repeat(32) })) };
  }),
);
const blindToCaps =
  (rules: ChainFamily): ChainFamily['build'] =>
  (chain, intent, plan, keyAt) =>
    rules.build({ ...chain, maxFee: '9'.repeat(30) }, { ...intent, maxFee: '9'.repeat(30) }, plan, keyAt);
refuses('feeCaps', 'feeAboveCap', 'a fee above what the members signed, from a builder that does not look', () =>
  asking(withBuilder(blindToCaps), { plan: evmPlan(5, 101) }),
);
refuses('feeCaps', 'feeAboveCap', "a fee above the chain's own cap, whatever the members signed", () =>
  asking(withBuilder(blindToCaps, withIntent({ maxFee: '900000000000000000' })), { plan: evmPlan(5, 501) }),
);

refuses('conflict', 'conflict', 'a nonce that belongs to another intent', () =>
  remember(paying(), payment('evm'), { family: 'evm', lane: laneOf(5) }),
);
refuses('conflict', 'conflict', 'the same intent under another nonce', () => {
  const intent = payment('evm');
  return remember(paying(intent), intent, { family: 'evm', lane: laneOf(4) });
});
refuses('conflict', 'conflict', 'a nonce that another intent has taken from one that was given up', () => {
  const [given, next] = [payment('evm'), payment('evm')];
  const s = remember(paying(), given, { family: 'evm', lane: laneOf(5) });
  s.state.closed.add(given.id);
  return remember(s, next, { family: 'evm', lane: laneOf(5) });
});
export const expired = payment('evm', { created: '1000', notBefore: '1000', expires: String(now - 120_000) });
refuses('conflict', 'conflict', 'a nonce of an intent that expired only just now', () =>
  remember(paying(), { ...expired, expires: String(now - 119_999) }, { family: 'evm', lane: laneOf(5) }),
);
refuses('conflict', 'conflict', 'a nonce of a begun intent that expired only just now', () => {
  const lately = { ...expired, expires: String(now - 119_999) };
  return after(remember(paying(), lately, { family: 'evm', lane: laneOf(5) }), (s) => {
    s.state.exposed.add(lately.id);
  });
});
refuses('conflict', 'conflict', 'a nonce of an intent whose last transaction died only just now', () =>
  remember(paying(), payment('evm'), { family: 'evm', lane: laneOf(5), until: now - 119_999 }),
);
refuses('conflict', 'conflict', 'a nonce that a living intent has taken from one whose transactions were dead', () => {
  const [dead, next] = [payment('evm'), payment('evm')];
  const s = remember(paying(dead), dead, { family: 'evm', lane: laneOf(5), until: now - 120_000 });
  return remember(s, next, { family: 'evm', lane: laneOf(5), until: now });
});
refuses('conflict', 'conflict', 'another transaction of an intent whose last one may be signed, and is dead', () => {
  const intent = payment('evm');
  return after(remember(paying(intent), intent, { family: 'evm', lane: laneOf(5), until: now - 120_000 }), (s) => {
    s.state.exposed.add(intent.id);
  });
});
refuses('clock', 'clockBehind', 'an ended intent again, by a clock put back after another took its nonce', () => {
  const intent = payment('evm');
  return after(remember(paying(intent), intent, { family: 'evm', lane: laneOf(5) }), (s) => {
    s.state.lastAt = Number(intent.expires) + 120_000;
  });
});
const ended = payment('bitcoin', { created: '1000', notBefore: '1000', expires: String(now - 120_000) });
/** An ended bitcoin intent whose signature may exist: over {1, 2} and {1, 3}. */
const begun = (s: Scenario): Scenario => {
  s.state.bound.set(outpointOf(2), ended.id);
  s.state.exposed.add(ended.id);
  return remember(s, ended, { family: 'bitcoin', fixed: [outpointOf(1)], inputs: [outpointOf(1), outpointOf(3)] });
};
export const spending = (
  salts: number[],
  intent = payment('bitcoin'),
  before?: Parameters<typeof remember>[2],
): Scenario => {
  const plan = btcPlan(
    salts.map((salt) => coinOf(salt)),
    'm/0/7/1/0',
  );
  const s = asking(paying(intent), { plan });
  return begun(before ? remember(s, intent, before) : s);
};
refuses('conflict', 'conflict', 'a later transaction without the input taken over from an ended intent', () => {
  const inputs = [outpointOf(1), outpointOf(4)];
  return spending([4], payment('bitcoin'), { family: 'bitcoin', fixed: inputs, inputs, kept: [outpointOf(1)] });
});
refuses('conflict', 'conflict', 'an ended intent replaced by the second transaction only of another', () => {
  const inputs = [outpointOf(4)];
  return spending([1, 4], payment('bitcoin'), { family: 'bitcoin', fixed: inputs, inputs });
});
refuses('conflict', 'conflict', 'an input that belongs to another intent', () => {
  const inputs = [outpointOf(1)];
  return remember(paying(payment('bitcoin')), payment('bitcoin'), { family: 'bitcoin', fixed: inputs, inputs });
});
refuses('conflict', 'conflict', 'the same intent from inputs that share none with before', () => {
  const intent = payment('bitcoin');
  const inputs = [outpointOf(2)];
  return remember(paying(intent), intent, { family: 'bitcoin', fixed: inputs, inputs });
});
refuses('conflict', 'conflict', 'inputs that overlap with the first transaction but not with the second', () => {
  const intent = payment('bitcoin');
  // First {1, 2}, then {2, 3}: common is 2. A third {1} would let the second and the third both be mined.
  return remember(paying(intent), intent, {
    family: 'bitcoin',
    fixed: [outpointOf(2)],
    inputs: [outpointOf(2), outpointOf(3)],
  });
});

/** A payment that ended, and of which this signer's part has left. */
export const keptBack = (s: Scenario, nonce = 4, intent = expired): Scenario => {
  const { workspace, wallet, chain, keyGroup } = intent;
  remember(s, intent, { family: 'evm', lane: laneOf(nonce) });
  s.state.open.of.set(accountOf({ chain, keyGroup, wallet }), new Set([intent.id]));
  s.state.exposed.add(intent.id);
  s.state.workspaces.set(wallet, workspace);
  return s;
};
refuses('earlierPayments', 'earlierOpen', 'a payment beside one that ended and may still be made', () =>
  keptBack(paying()),
);
refuses(
  'earlierPayments',
  'earlierOpen',
  'a payment to another own sub-wallet beside one that may still be made',
  () => {
    const { outputs } = payment('evm');
    const [path, own] = ['m/60/8/0/0', addressOf('evm', 'm/60/8/0/0')];
    return keptBack(paying(payment('evm', { outputs: outputs.map((output) => ({ ...output, address: own, path })) })));
  },
);
refuses('earlierPayments', 'earlierNotReplaced', 'a payment beside one that members were told it replaces', () => {
  const s = keptBack(paying());
  const at = s.now - 1_000;
  apply(s.state, { type: 'announced', intent: s.request.intent, attachments: {}, remark: '', at }, 0);
  apply(s.state, { type: 'settled', ids: [expired.id], at }, 1);
  return s;
});

refuses(
  'earlierPayments',
  'earlierNotReplaced',
  'a payment shown just before one to the same payee ended, and beside it',
  () => {
    const s = keptBack(paying());
    apply(s.state, { type: 'announced', intent: s.request.intent, attachments: {}, remark: '', at: now - 120_001 }, 0);
    apply(s.state, { type: 'settled', ids: [expired.id], at: s.now }, 1);
    return s;
  },
);

export const limit = { wallet: '*', chain: 'evm:31337', contract: '' };
export const spent = (s: Scenario, at: number): void => {
  s.state.spent.set('7|evm:31337|', [
    { id: 'a', at, amount: 10n ** 15n },
    { id: 'b', at, amount: 10n ** 15n },
  ]);
};
/** The same payment on a chain where it dies. */
const dying = (s: Scenario, until: number): Scenario => ({
  ...s,
  familyOf: (chain) => {
    const family = s.familyOf(chain);
    return { ...family, decode: (...of) => ({ ...family.decode(...of), until }) };
  },
});
refuses(
  'lifetime',
  'livesTooLong',
  'what could be made a moment longer than is allowed, by a clock that may be off',
  () => dying(paying(), now + 660_001),
);

/** 5 USDC for at least 1 unit of the chain's coin, through a router that this signer lists. */
export function swapping({ to = '', until = swapEnd, comes = 1n, least = 1n, through = otherEvmPayee } = {}): Scenario {
  const own = payment('evm').from;
  const method = methodOf(
    'swapExactTokensForETH(uint256 amountIn,uint256 amountOutMin,address[] path,address to,uint256 deadline)',
  );
  const values = [5_000_000n, least, [usdc, otherEvmPayee], to || own, until];
  const data = `${method?.selector}${bytesToHex(encodeArguments(method?.inputs ?? [], values))}`;
  const call = callText(data, [{ contract: usdc, units: 5_000_000n, decimals: '6', symbol: 'USDC' }], {
    ...{ contract: '', units: comes, decimals: '18', symbol: 'ETH' },
  });
  const outputs = [through, ...(to === '' ? [] : [to])].map((address) => ({
    ...{ address, amount: '0', memo: '', entry: '', path: '' },
  }));
  const s = paying(payment('evm', { kind: 'call', outputs, call }));
  const chains = new Map(
    [...s.chains].map(([id, chain]) => [id, { ...chain, routers: [{ kind: 'v2', contract: otherEvmPayee } as const] }]),
  );
  return { ...asking(s, { purpose: 'call' }), chains };
}
const swapEnd = BigInt(Math.floor(Number(payment('evm').expires) / 1000));
refuses('thresholds', 'unsoundTrade', 'a swap whose receiver is another than the account', () =>
  swapping({ to: evmPayee }),
);
refuses('thresholds', 'unsoundTrade', 'a swap that may bring less than it says', () => swapping({ comes: 2n }));
refuses('thresholds', 'unsoundTrade', 'a swap that may bring nothing', () => swapping({ least: 0n }));
refuses('thresholds', 'unsoundTrade', 'a swap that outlasts its intent', () => swapping({ until: swapEnd + 1n }));
refuses('rebuild', 'badPlan', 'a swap through a router that this signer does not list', () =>
  swapping({ through: evmPayee }),
);
refuses('inTime', 'tradeLate', 'a swap whose time is over', () => swapping({ until: BigInt(Math.floor(now / 1000)) }));

refuses('velocity', 'velocity', 'one payment more than the count of a day', () =>
  after({ ...paying(), velocity: [{ ...limit, maxCount: 2 }] }, (s) => spent(s, now - 1_000)),
);
refuses('velocity', 'velocity', 'one payment more than the count of a day of its own wallet', () =>
  after({ ...paying(), velocity: [{ ...limit, wallet: '7', maxCount: 2 }] }, (s) => spent(s, now - 1_000)),
);
refuses('velocity', 'velocity', 'one unit more than the amount of a day', () =>
  after({ ...paying(), velocity: [{ ...limit, maxAmount: '12999999999999999' }] }, (s) => spent(s, now - 86_399_000)),
);
refuses('velocity', 'velocity', 'a token payment whose fee is one unit more than the amount of a day', () => {
  const token = { symbol: 'USDC', contract: usdc, decimals: '6' };
  return { ...paying(payment('evm', { asset: token })), velocity: [{ ...limit, maxAmount: '9999999999999999' }] };
});
export const costs = (s: Scenario, amount: bigint, at = now - 86_399_000): Scenario =>
  after(s, ({ state }) => state.fees.set('7|evm:31337', [{ id: 'a', at, amount }]));
refuses('feeBudget', 'feeBudget', 'fees one unit above ten times what one transaction may cost', () =>
  costs(paying(), 490_000_000_000_000_001n),
);
refuses('feeBudget', 'feeBudget', 'fees one unit above what the operator says of each wallet', () => ({
  ...paying(),
  feeBudget: [{ wallet: '*', chain: 'evm:31337', maxPerDay: '9999999999999999' }],
}));

/** A payment that offers so many gwei to whoever mines it, after so many payments that offered these. */
export const bidding = (gwei: bigint, signed: readonly bigint[] = [], max?: bigint): Scenario => {
  const wei = String(gwei * 10n ** 9n);
  const intent = payment('evm', { maxFee: '50000000000000000' });
  const plan = { ...evmPlan(5), gasLimit: '21000', maxFeePerGas: wei, maxPriorityFeePerGas: wei };
  const maxBid = max === undefined ? [] : [{ chain: 'evm:31337', max: String(max * 10n ** 9n) }];
  return after({ ...asking(paying(intent), { plan }), maxBid }, ({ state }) => {
    state.bids.set(
      'evm:31337',
      signed.map((bid, n) => ({ id: String(n), bid: bid * 10n ** 9n })),
    );
  });
};
const times = (count: number, gwei: bigint): bigint[] => Array.from({ length: count }, () => gwei);
refuses('bid', 'bidTooHigh', 'more than is usual, of the first payment ever', () => bidding(101n));
refuses('bid', 'bidTooHigh', 'more than is usual, after few payments', () => bidding(101n, times(9, 50n)));
refuses('bid', 'bidTooHigh', 'more than ten times what the middle of the last payments offered', () =>
  bidding(501n, [...times(5, 50n), ...times(4, 900n)].concat(1n)),
);
refuses('bid', 'bidTooHigh', 'more than the operator allows, though it is usual', () => bidding(3n, [], 2n));

for (const parties of [['1', '1'], ['2', '3'], ['1'], ['1', '2', '3'], ['1', '9']])
  refuses('quorum', 'badParties', `the parties ${parties.join()}`, () => asking(paying(), { parties }));

refuses('callback', 'callbackDenied', 'what the hook does not approve', () => ({
  ...paying(),
  callback: () => Promise.resolve(false),
}));
