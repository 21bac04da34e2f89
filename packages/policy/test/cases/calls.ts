import { callText, type Intent, readCall, type SeniorRule } from '../../src/index.ts';
import {
  callData,
  callIntent,
  hashOf,
  named,
  ownAccount,
  router,
  stranger,
  swapData,
  swapMethod,
  usdc,
  usdcLeaves,
  weth,
} from '../fixtures.ts';
import { amount, asked, basic, type Case, eth, type KnownFacts, rule, senior, under } from './crew.ts';

/** Calls of contracts: judged as that, and as the payment of all that leaves by them. */

const chain = 'evm:31337';
const key = `${chain}|${usdc}`;
const entry = hashOf('router');
const known: KnownFacts = { listed: [entry], prices: { [key]: '1', [eth]: '2000' }, spendings: [] };
const of = (change: Partial<Intent> = {}): Partial<Intent> => {
  const { kind, outputs, call } = callIntent(change);
  return { kind, outputs, call };
};
/** What such data does, said as it has to be. */
function saying(data: string, tokens = [usdcLeaves()], contract = router, listed = ''): Partial<Intent> {
  const to = readCall({ call: data, from: ownAccount, outputs: named(contract) })?.to ?? [];
  const outputs = named(contract, ...to).map((output) => ({ ...output, entry: listed }));
  return { kind: 'call', outputs, call: callText(data, tokens) };
}
const calls = (methods: string[] = ['0x38ed1739']) => ({ calls: [{ chain, contract: router, methods }] });
const toRouter: Pick<SeniorRule['when'], 'destinations'> = { destinations: { mode: 'listed', entries: [entry] } };
const tokens = (...contracts: string[]): Pick<SeniorRule['when'], 'assets'> => ({
  assets: { mode: 'only', list: contracts.map((contract) => ({ chain, contract })) },
});
const called = (action: SeniorRule['action'], when: Partial<SeniorRule['when']> = {}): SeniorRule =>
  rule(action, when, { id: 'c1', name: 'Calls', type: 'web3' });
const paid = (action: SeniorRule['action'], when: Partial<SeniorRule['when']> = {}): SeniorRule =>
  rule(action, when, { id: 'p1', name: 'Payments' });
const usd = (change: Parameters<typeof amount>[0]) => amount({ unit: 'usd', ...change });
const spentBefore: KnownFacts['spendings'] = [
  { id: 'other', at: 1_763_700_000_000, wallet: '7', member: 'cem', asset: key, units: '200000000', cents: '20000' },
];
const multicall = (...inner: string[]): string => callData('multicall(bytes[] data)', inner);
const transferOf = (to: string, units: bigint): string => callData('transfer(address to,uint256 amount)', to, units);
const raw = '0xdeadbeef00';
const along = (value: string): Partial<Intent> => ({
  outputs: named(router).map((output) => ({ ...output, amount: value })),
});

const judged = (intent: Partial<Intent>, rules: SeniorRule[], is: Case['is'], facts = known): Case => ({
  ...{ policy: senior(...rules), intent, votes: asked, facts, is },
});
const refused = (id: string, problem: string): Case['is'] => ['unsatisfiable', id, problem];

export const contractCalls: Record<string, Case> = {
  'a call, by no rule of its own': judged(of(), [], ['waiting', basic]),
  'a call that a rule about calls lets pass': judged(of(), [called('pass', calls())], ['waiting', basic]),
  'a call that rules about both let pass': judged(
    of(),
    [called('pass', calls()), paid('pass')],
    ['satisfied', 'senior c1'],
  ),
  'a call that a rule about payments refuses': judged(
    of(),
    [called('pass', calls()), paid('refuse', usd({ over: '20000' }))],
    refused('senior p1', 'refusedByRule'),
  ),
  'a call that a rule names with its payees': judged(
    saying(swapData(), [usdcLeaves()], router, entry),
    [called('pass', { ...calls(), ...toRouter }), paid('refuse')],
    ['satisfied', 'senior c1'],
  ),
  'a call counts in windows': judged(
    of(),
    [called('pass', { ...calls(), ...usd({ upTo: '40000', hours: '24' }) }), paid('pass')],
    ['waiting', basic],
    { ...known, spendings: spentBefore },
  ),
  'a call within windows': judged(
    of(),
    [called('pass', { ...calls(), ...usd({ upTo: '45000', hours: '24' }) }), paid('pass')],
    ['satisfied', 'senior c1'],
    { ...known, spendings: spentBefore },
  ),
  'a call by which a token leaves earns nothing by a rule about the coin': judged(
    of(along('1')),
    [called('pass', { ...calls(), ...tokens('') }), paid('pass')],
    ['waiting', basic],
  ),
  'a call by which a token leaves escapes no rule about the coin': judged(
    of(along('1')),
    [called('refuse', { ...calls(), ...tokens('') }), paid('pass')],
    refused('senior c1', 'refusedByRule'),
  ),
  'a call is worth all that leaves': judged(
    of(along('1000000000000000')),
    [called('refuse', usd({ over: '25100' })), paid('pass')],
    refused('senior c1', 'refusedByRule'),
  ),
  'a call whose worth nobody knows': judged(
    saying(swapData(), [usdcLeaves(), { contract: weth, units: 5n, decimals: '18', symbol: 'WETH' }]),
    [called('refuse', usd({ over: '25000000' })), paid('pass')],
    refused('senior c1', 'refusedByRule'),
  ),
  'a call by which nothing leaves is no payment': judged(
    saying(callData('refundETH()'), []),
    [called('pass', calls(['0x12210e8a'])), paid('refuse')],
    ['satisfied', 'senior c1'],
  ),
  'calls in a call, of which a rule names all': judged(
    saying(multicall(swapData())),
    [called('pass', calls(['0xac9650d8', '0x38ed1739'])), paid('pass')],
    ['satisfied', 'senior c1'],
  ),
  'calls in a call, of which a rule names some': judged(
    saying(multicall(swapData())),
    [called('pass', calls(['0xac9650d8'])), paid('pass')],
    ['waiting', basic],
  ),
  'calls in a call, of which a rule refuses one': judged(
    saying(multicall(swapData())),
    [called('refuse', calls()), paid('pass')],
    refused('senior c1', 'refusedByRule'),
  ),
  'a call that nobody explains': judged(of({ call: raw }), [], refused(basic, 'rawCall')),
  'a call that nobody explains, by a rule about all': judged(
    of({ call: raw }),
    [called('pass')],
    refused('senior c1', 'rawCall'),
  ),
  'a call that nobody explains, by a rule that names it': judged(
    of({ call: raw }),
    [called('pass', calls(['0xdeadbeef']))],
    ['satisfied', 'senior c1'],
  ),
  'a call that nobody explains, in one that a rule names': judged(
    saying(multicall(raw), []),
    [called('pass', calls(['0xac9650d8']))],
    refused(basic, 'rawCall'),
  ),
  'a call by an agreed method': judged(
    of({ call: callData('stake(uint256 shares,address for_)', 5n, ownAccount) }),
    [],
    ['waiting', basic],
    { ...known, methods: { [router]: ['stake(uint256 shares,address for_)'] } },
  ),
  'a call by a standard, of a contract of which other methods are agreed': judged(of(), [], refused(basic, 'rawCall'), {
    ...known,
    methods: { [router]: ['stake(uint256 shares,address for_)'] },
  }),
  'a call of an agreed method in another spelling': judged(
    of({ call: `${callData('stake(uint256 shares)', 5n)}00` }),
    [],
    refused(basic, 'unreadableCall'),
    { ...known, methods: { [router]: ['stake(uint256 shares)'] } },
  ),
  'a call by an agreed method does what a standard says': judged(
    of({ call: callText(swapData(), [usdcLeaves(1n)]) }),
    [],
    refused(basic, 'understatedCall'),
    { ...known, methods: { [router]: [swapMethod] } },
  ),
  'a call with bytes behind its end': judged(
    of({ call: callText(`${swapData()}00`, [usdcLeaves()]) }),
    [],
    refused(basic, 'unreadableCall'),
  ),
  'a call by which less leaves, as it says': judged(
    of({ call: callText(swapData(), [usdcLeaves(249_999_999n)]) }),
    [],
    refused(basic, 'understatedCall'),
  ),
  'a call by which more leaves, as it says': judged(
    of({ call: callText(swapData(), [usdcLeaves(300_000_000n)]) }),
    [],
    ['waiting', basic],
  ),
  'a call that pays somebody whom it does not name': judged(
    of({ call: callText(swapData(stranger), [usdcLeaves()]) }),
    [],
    refused(basic, 'understatedCall'),
  ),
  'a call that pays a stranger, where payees are to be listed': {
    ...judged(saying(swapData(stranger), [usdcLeaves()], router, entry), [], ['waiting', basic]),
    policy: under({ book: { mode: 'on', coolingHours: '24' } }),
  },
  'a call of a stranger, where payees are to be listed': {
    ...judged(of(), [], refused(basic, 'destinationNotListed')),
    policy: under({ book: { mode: 'on', coolingHours: '24' } }),
  },
  'calls within calls that all pay': judged(
    saying(
      callData('aggregate3((address target,bool allowFailure,bytes callData)[] calls)', [
        [usdc, false, transferOf(stranger, 5n)],
        [usdc, true, callData('transferFrom(address from,address to,uint256 amountOrId)', ownAccount, stranger, 7n)],
      ]),
      [usdcLeaves(7n)],
    ),
    [called('flow'), paid('refuse', { ...tokens(usdc), ...amount({ unit: 'coin', over: '6' }) })],
    refused('senior p1', 'refusedByRule'),
  ),
  'foreign code that a Safe is to run as itself': judged(
    saying(
      callData(
        'execTransaction(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,bytes signatures)',
        ...[usdc, 0n, transferOf(stranger, 1n), 1n, 0n, 0n, 0n, ownAccount, stranger, '0x'],
      ),
      [],
    ),
    [],
    refused(basic, 'rawCall'),
  ),
  'a call that lets somebody take everything': judged(
    saying(callData('setApprovalForAll(address operator,bool approved)', stranger, true), []),
    [called('pass', calls(['0xa22cb465']))],
    refused('senior c1', 'endlessAllowance'),
  ),
  'a call that lets somebody take everything, by a rule that names both': judged(
    saying(callData('setApprovalForAll(address operator,bool approved)', stranger, true), [], router, entry),
    [called('pass', { ...calls(['0xa22cb465']), ...toRouter })],
    ['satisfied', 'senior c1'],
  ),
  'a call that lets Permit2 be taken of without limit': judged(
    saying(
      callData(
        'approve(address token,address spender,uint160 amount,uint48 expiration)',
        usdc,
        stranger,
        2n ** 160n - 1n,
        9n,
      ),
      [usdcLeaves(2n ** 160n - 1n)],
    ),
    [called('pass', calls(['0x87517c45'])), paid('pass')],
    refused('senior c1', 'endlessAllowance'),
  ),
};
