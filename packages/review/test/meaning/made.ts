import { type PolicyDocument, type SeniorRule, unconditional } from '@holdfast/policy';
import type { Random } from '@holdfast/testkit/random';
import { person, policyOf, testChains } from '@holdfast/testkit/review';
import type { Deed, Past } from './reading.ts';

/** Few of everything, so that much collides; and every spelling of the one token there is. */
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const upper = `0x${token.slice(2).toUpperCase()}`;
const unknownToken = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512';
const local = 'evm:31337';
const places = [
  { chain: local, contract: '' },
  { chain: local, contract: token },
  { chain: local, contract: token.toLowerCase() },
  { chain: local, contract: upper },
  { chain: local, contract: unknownToken },
  { chain: 'bitcoin:regtest', contract: '' },
  { chain: 'evm:1', contract: token },
  { chain: 'evm:1', contract: '' },
];
const methods = ['0xa9059cbb', '0x095ea7b3'];
const entries = ['e', 'f', '1'].map((digit) => digit.repeat(64));
const listedEntries = entries.slice(0, 2);
const types = ['transfer', 'transfer', 'web3', 'trade'] as const;
const people = ['m-ada', 'm-bob', 'm-cleo'];
const bounds = ['', '', '100', '5000000', '2000000000000000000'];
const hours = ['0', '0', '1', '24'];

const one = <T>(random: Random, list: readonly T[]): T => random.pick(list.map((each) => [each, 1] as const));
const some = <T>(random: Random, list: readonly T[], least = 0): T[] => {
  const chosen = list.filter(() => random.next() < 0.3);
  return chosen.length >= least ? chosen : [one(random, list)];
};
const rarely = (random: Random): boolean => random.next() < 0.35;

function amountOf(random: Random, single: boolean): SeniorRule['when']['amount'] {
  const unit = one(random, single ? (['coin', 'usd', 'none'] as const) : (['usd', 'none'] as const));
  if (unit === 'none') return unconditional.amount;
  const [a, b] = [one(random, bounds), one(random, bounds)];
  const [over, upTo] =
    a !== '' && b !== '' && BigInt(a) >= BigInt(b) ? [b, ''] : a === '' && b === '' ? ['100', ''] : [a, b];
  return {
    unit,
    over,
    upTo,
    hours: one(random, hours),
    scope: one(random, ['wallet', 'workspace', 'member'] as const),
  };
}

function whenOf(random: Random, type: SeniorRule['type'], action: SeniorRule['action']): SeniorRule['when'] {
  const offered = type === 'web3' ? places.filter(({ contract }) => contract === '') : places;
  const mode = rarely(random) ? one(random, ['only', 'except'] as const) : 'any';
  const list = mode === 'any' ? [] : random.next() < 0.5 ? [one(random, offered)] : some(random, offered, 1);
  const to = {
    pass: ['any', 'internal', 'known', 'listed'],
    refuse: ['any', 'unknown'],
    flow: ['any', 'internal', 'known', 'listed', 'unknown'],
  } as const;
  const place = rarely(random) ? one<SeniorRule['when']['destinations']['mode']>(random, to[action]) : 'any';
  const called = places.filter(({ contract }) => contract !== '');
  return {
    initiators: rarely(random) ? some(random, ['role:owner', 'role:operator', 'member:m-bob', 'member:m-cleo'], 1) : [],
    wallets: rarely(random) ? [one(random, ['7', '8'])] : [],
    assets: { mode, list },
    amount: rarely(random) ? amountOf(random, mode === 'only' && list.length === 1) : unconditional.amount,
    destinations: { mode: place, entries: place === 'listed' ? some(random, entries, 1) : [] },
    calls:
      type !== 'transfer' && random.next() < 0.6
        ? some(random, called, 1).map((named) => ({ ...named, methods: some(random, methods) }))
        : [],
    ...(type === 'web3' && random.next() < 0.2
      ? { messages: [{ chain: local, contract: one(random, ['', token]), types: some(random, ['Permit', 'Login']) }] }
      : {}),
    ...(type === 'trade' && random.next() < 0.5 ? { loss: lossOf(random, action) } : {}),
  };
}

function lossOf(random: Random, action: SeniorRule['action']) {
  const upTo = one(random, ['0', '100', '101', '9999']);
  const over = one(random, ['50', '199', '9950']);
  return action === 'pass' || random.next() < 0.5 ? { over: '', upTo } : { over, upTo: '' };
}

const flowOf = (random: Random) => ({
  signProtection: one(random, ['on', 'off'] as const),
  nodes: [
    { name: 'Desk', kind: 'approve' as const, approvers: some(random, people, 1), threshold: '1' },
    { name: 'Release', kind: 'sign' as const, approvers: some(random, people, 1), threshold: one(random, ['1', '2']) },
  ].slice(random.between(0, 1)),
  ...(random.next() < 0.3 ? { pages: 'different' as const } : {}),
});

function ruleOf(random: Random, at: number): SeniorRule {
  const [type, action] = [one(random, types), one(random, ['flow', 'pass', 'refuse'] as const)];
  const flow = flowOf(random);
  return {
    id: `r${at}`,
    name: `Rule ${at}`,
    enabled: random.next() < 0.9 ? 'on' : 'off',
    type,
    when: whenOf(random, type, action),
    action,
    ...(action === 'flow' ? flow : { ...flow, nodes: [] }),
  };
}

/** With a passkey for the page of every signer. */
const onPages = (one: ReturnType<typeof person>) => ({
  ...one,
  member: {
    ...one.member,
    credentials: [
      {
        id: `p-${one.member.id}`,
        type: 'passkey' as const,
        publicKey: `02${'4'.repeat(64)}`,
        rpId: 'localhost',
        origins: ['http://localhost:8701', 'http://localhost:8702'],
      },
    ],
  },
});
const crew = [
  person('m-ada', 'Ada', 'owner', 1),
  person('m-bob', 'Bob', 'operator', 2),
  person('m-cleo', 'Cleo', 'approver', 3),
].map(onPages);

export function madePolicy(random: Random): PolicyDocument {
  const senior = Array.from({ length: random.between(1, 4) }, (_, at) => ruleOf(random, at));
  return policyOf(crew, { v: '4', senior, strategies: [{ wallet: '*', ...flowOf(random) }] });
}

const assets = testChains.flatMap(({ id, assets: own }) =>
  own.map(({ contract, decimals, symbol }) => ({ chain: id, contract, decimals, symbol })),
);

function pastOf(random: Random): Past {
  const { chain, contract } = one(random, assets);
  return {
    hoursAgo: one(random, [0, 1, 23, 24, 30]),
    wallet: one(random, ['7', '8']),
    member: one(random, people),
    chain,
    contract,
    units: one(random, [50n, 4_999_950n, 10n ** 18n]),
    cents: one(random, [undefined, 60n, 60n, 4_000_000n]),
    fee: { units: one(random, [0n, 1n, 50n]), cents: one(random, [undefined, 0n, 40n, 40n]) },
  };
}

/** Of another asset of the same chain, or, where nobody says it, nothing. */
function broughtBy(random: Random, given: (typeof assets)[number], ofCoin: string | undefined): Deed['brings'] {
  const others = assets.filter(({ chain, contract }) => chain === given.chain && contract !== given.contract);
  if (others.length === 0 || random.next() < 0.1) return undefined;
  const { contract, decimals } = one(random, others);
  const units = one(random, [99n, 100n, 4_900_000n, 4_950_000n, 5_000_000n, 2n * 10n ** 18n]);
  return { contract, decimals, units, price: contract === '' ? ofCoin : one(random, [undefined, '1', '0.01', '3000']) };
}

/** A payment of an asset that the signer knows, as its chain list writes it: no other can be admitted. */
export function madeDeed(random: Random): Deed {
  const type = one(random, types);
  const asset = one(random, type === 'web3' ? assets.filter(({ contract }) => contract === '') : assets);
  const initiator = one(random, people);
  const price = one(random, [undefined, '1', '0.01', '3000']);
  const coin = assets.find(({ chain, contract }) => chain === asset.chain && contract === '');
  const feeUnits = one(random, [0n, 1n, 100n, 10n ** 18n]);
  const feePrice = asset === coin ? price : one(random, [undefined, '1', '3000']);
  const payee = () => {
    const own = random.next() < 0.3;
    const entry = own || random.next() < 0.5 ? '' : one(random, entries);
    return { own, entry, listed: listedEntries.includes(entry) };
  };
  const called = [token, token, unknownToken];
  const call = () => ({ contract: one(random, called), method: one(random, ['', ...methods]) });
  return {
    type,
    initiator,
    role: crew.find(({ member }) => member.id === initiator)?.member.role ?? '',
    wallet: one(random, ['7', '8']),
    chain: asset.chain,
    contract: asset.contract,
    decimals: asset.decimals,
    units: one(random, [100n, 101n, 5_000_000n, 5_000_001n, 2n * 10n ** 18n, 2n * 10n ** 18n + 1n]),
    price,
    fee: { units: feeUnits, decimals: coin?.decimals ?? 0, price: feePrice },
    brings: type === 'trade' ? broughtBy(random, asset, feePrice) : undefined,
    staked: type === 'web3' && random.next() < 0.3,
    payees: Array.from({ length: random.between(1, 2) }, payee),
    calls:
      type === 'transfer' ? [] : random.next() < 0.2 ? undefined : Array.from({ length: random.between(1, 3) }, call),
    past: Array.from({ length: random.between(0, 3) }, () => pastOf(random)),
  };
}
