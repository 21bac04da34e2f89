import { callText, type Intent, nftKey, readCall, type SeniorRule } from '../../src/index.ts';
import { callData, hashOf, named, ownAccount, router, stranger, usdc, type usdcLeaves } from '../fixtures.ts';
import { asked, basic, type Case, hour, type KnownFacts, now, rule, senior } from './crew.ts';

/** How many NFTs of which collections leave, by one call and in a window. The contract that is called is a collection here. */

const chain = 'evm:31337';
const collection = router;
const entry = hashOf('collection');
type Nfts = NonNullable<SeniorRule['when']['nfts']>;
const none: Nfts = {
  ...{ collections: [{ chain, contract: collection }], over: '', upTo: '', hours: '0', scope: 'wallet' },
};
const known: KnownFacts = { listed: [entry], prices: {}, spendings: [] };
const sent = (id: string, units: string, change: object = {}) => ({
  ...{ id, at: now - hour, wallet: '7', member: 'cem', asset: nftKey(chain, collection), units, cents: '0' },
  ...change,
});

const calling = (
  data: string,
  tokens: ReturnType<typeof usdcLeaves>[] = [],
  along = '0',
  called = collection,
): Partial<Intent> => {
  const to = readCall({ call: data, from: ownAccount, outputs: named(called) })?.to ?? [];
  const [contract, ...others] = named(called, ...to).map((output) => ({ ...output, entry }));
  const outputs = contract ? [{ ...contract, amount: along }, ...others] : [];
  return { kind: 'call', outputs, call: callText(data, tokens) };
};
const one = (from = ownAccount): string =>
  callData('safeTransferFrom(address from,address to,uint256 id)', from, stranger, 77n);
const some = (amount: bigint): string =>
  callData(
    'safeTransferFrom(address from,address to,uint256 id,uint256 amount,bytes data)',
    ...[ownAccount, stranger, 7n, amount, '0x'],
  );
const many = (...amounts: bigint[]): string =>
  callData(
    'safeBatchTransferFrom(address from,address to,uint256[] ids,uint256[] amounts,bytes data)',
    ...[ownAccount, stranger, amounts.map((_, i) => BigInt(i)), amounts, '0x'],
  );
const allOf = (approved: boolean): string =>
  callData('setApprovalForAll(address operator,bool approved)', stranger, approved);
const oneOf = (to: string, id = 5n): string => callData('approve(address spender,uint256 amountOrId)', to, id);
const older = callData('transfer(address to,uint256 amount)', stranger, 3n);
const plain = callData('transferFrom(address from,address to,uint256 amountOrId)', ownAccount, stranger, 900n);
const bundle = (...inner: string[]): string => callData('multicall(bytes[] data)', inner);
/** By a contract that was approved to take of the collection. */
const taking = 'take(address from,address to,uint256 id,address collection)';
const told = callData(taking, ownAccount, stranger, 7n, collection);
const taker = usdc;
const aside = callData('renounceOwnership()');
const burn = 'burn(uint256 id)';
const nobody = `0x${'0'.repeat(40)}`;

const counting = (action: SeniorRule['action'], change: Partial<Nfts>, id = 'n1'): SeniorRule =>
  rule(action, { nfts: { ...none, ...change } }, { id, name: 'NFTs', type: 'web3' });
const judged = (data: string, rules: SeniorRule[], is: Case['is'], facts = known, called = collection): Case => ({
  policy: { ...senior(...rules), v: '4' },
  ...{ intent: calling(data, [], '0', called), votes: asked, facts, is },
});
const toldFacts: KnownFacts = { ...known, methods: { [taker]: [taking] } };
const passed: Case['is'] = ['satisfied', 'senior n1'];
const stays: Case['is'] = ['waiting', basic];
const stopped: Case['is'] = ['unsatisfiable', 'senior n1', 'refusedByRule'];
const upTo = (most: string, change: Partial<Nfts> = {}) => [counting('pass', { upTo: most, ...change })];
const above = (over: string, change: Partial<Nfts> = {}) => [counting('refuse', { over, ...change })];
const inDay = { hours: '24' } as const;
const filled = (...spendings: NonNullable<KnownFacts['spendings']>): KnownFacts => ({ ...known, spendings });

export const nftRulings: Record<string, Case> = {
  'an NFT as many as a rule lets pass': judged(one(), upTo('1'), passed),
  'an NFT of a collection in another case': judged(
    one(),
    upTo('1', { collections: [{ chain, contract: collection.toLowerCase() }] }),
    passed,
  ),
  'an NFT of another collection': judged(one(), upTo('1', { collections: [{ chain, contract: usdc }] }), stays),
  'an NFT of such a collection on another chain': judged(
    one(),
    upTo('1', { collections: [{ chain: 'evm:1', contract: collection }] }),
    stays,
  ),
  'more of one NFT than a rule lets pass': judged(some(4n), upTo('3'), stays),
  'NFTs of several numbers together': judged(many(1n, 2n), upTo('3'), passed),
  'NFTs of several numbers, more together': judged(many(2n, 2n), upTo('3'), stays),
  'an NFT by a method whose number may be an amount': judged(plain, upTo('1'), stays),
  'an NFT by a method whose number may be an amount, above what a rule allows': judged(plain, above('0'), stopped),
  'an NFT of a collection older than the standard': judged(older, upTo('1'), stays),
  'an NFT that somebody may take': judged(oneOf(stranger), upTo('1'), stays),
  'an NFT that another contract is told to take': judged(told, above('0'), stopped, toldFacts, taker),
  'an NFT that another contract is told to take, where some may leave': judged(
    told,
    upTo('9'),
    stays,
    toldFacts,
    taker,
  ),
  'an NFT that somebody may take, where none may leave': judged(oneOf(stranger), above('0'), stopped),
  'an NFT that nobody may take any more': judged(oneOf(nobody), above('0'), stays),
  'all NFTs that somebody may take': judged(allOf(true), upTo('9999'), ['unsatisfiable', basic, 'endlessAllowance']),
  'all NFTs that somebody may take, above any number': judged(allOf(true), above('9999'), stopped),
  'all NFTs that somebody may take no more': judged(allOf(false), above('0'), stays),
  'NFTs that a rule refuses whatever their number': judged(one(), [counting('refuse', {})], stopped),
  'NFTs above what a rule allows': judged(some(4n), above('3'), stopped),
  'as many NFTs as a rule allows': judged(some(3n), above('3'), stays),
  'an NFT with another call in one bundle': judged(bundle(one(), aside), upTo('9'), stays),
  'NFTs in a bundle, more together than a rule allows': judged(bundle(some(2n), some(2n)), above('3'), stopped),
  'NFTs in a bundle with another call, more than a rule allows': judged(bundle(some(4n), aside), above('3'), stopped),
  'a method of a collection that no standard has': judged(callData(burn, 5n), above('3'), stopped, {
    ...known,
    methods: { [collection]: [burn] },
  }),
  'a method of a collection that no standard has, where some may leave': judged(callData(burn, 5n), upTo('3'), stays, {
    ...known,
    methods: { [collection]: [burn] },
  }),
  'coins along with an NFT': {
    ...judged(one(), upTo('1'), stays),
    intent: calling(one(), [], '5'),
  },
  'an NFT in a window that has room': judged(one(), upTo('3', inDay), passed, filled(sent('a', '2'))),
  'an NFT in a window that is full': judged(one(), upTo('3', inDay), stays, filled(sent('a', '3'))),
  'an NFT in a window that is full where more is refused': judged(
    one(),
    above('3', inDay),
    stopped,
    filled(sent('a', '3')),
  ),
  'NFTs that left before the window': judged(
    one(),
    upTo('3', inDay),
    passed,
    filled(sent('a', '3', { at: now - 24 * hour })),
  ),
  'NFTs that left another wallet': judged(one(), upTo('3', inDay), passed, filled(sent('a', '3', { wallet: '9' }))),
  'NFTs that left another wallet of the workspace': judged(
    one(),
    upTo('3', { ...inDay, scope: 'workspace' }),
    stays,
    filled(sent('a', '3', { wallet: '9' })),
  ),
  'NFTs that another member sent': judged(
    one(),
    upTo('3', { ...inDay, scope: 'member' }),
    passed,
    filled(sent('a', '3', { member: 'ann' })),
  ),
  'NFTs of another collection in the window': judged(
    one(),
    upTo('3', inDay),
    passed,
    filled(sent('a', '3', { asset: nftKey(chain, usdc) })),
  ),
  'coins of a token at the address of the collection': judged(
    one(),
    upTo('3', inDay),
    passed,
    filled(sent('a', '3', { asset: `${chain}|${collection}` })),
  ),
  'an NFT where nobody counted': judged(one(), upTo('3', inDay), stays, { listed: [entry], prices: {} }),
  'an NFT that is in the window already': judged(
    one(),
    upTo('1', inDay),
    passed,
    filled(sent('6f1c1f5e-8f0f-4c39-9a55-1f0f3e0f9a01', '1')),
  ),
};
