import type { Intent, SeniorRule } from '../../src/index.ts';
import { callData, ownAccount, router, stranger, textIntent, typedIntent, usdc } from '../fixtures.ts';
import { asked, basic, type Case, type KnownFacts, rule, senior } from './crew.ts';

/** Messages by whose signature somebody may take of a collection. The contract that others call a router is a collection here. */

const chain = 'evm:31337';
const collection = router;
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const safe = usdc;
const known: KnownFacts = { listed: [], prices: {}, spendings: [] };
type Nfts = NonNullable<SeniorRule['when']['nfts']>;
const counting = (action: SeniorRule['action'], bound: Partial<Nfts>, when: Partial<SeniorRule['when']> = {}) => {
  const collections = [{ chain, contract: collection.toLowerCase() }];
  const nfts: Nfts = { collections, over: '', upTo: '', hours: '0', scope: 'wallet', ...bound };
  return rule(action, { ...when, nfts }, { id: 'n1', name: 'NFTs', type: 'web3' });
};
const to = (contract: string, ...types: string[]) => ({ messages: [{ chain, contract, types }] });
const signed = (when: Partial<SeniorRule['when']>): SeniorRule =>
  rule('pass', when, { id: 'm1', name: 'Messages', type: 'web3' });
const judged = (intent: Intent, rules: SeniorRule[], is: Case['is']): Case => {
  const { kind, outputs, call, asset, maxFee, conflict } = intent;
  return {
    policy: { ...senior(...rules), v: '4' },
    ...{ intent: { kind, outputs, call, asset, maxFee, conflict }, votes: asked, facts: known, is },
  };
};

const fields = (...list: string[]) =>
  list.map((one) => {
    const [type = '', name = ''] = one.split(' ');
    return { name, type };
  });
/** Permit2 calls `transferFrom` of whatever it is told: of a collection the amount is a number of an NFT. */
const permit = (token: string, units = '7'): Intent =>
  typedIntent({
    types: {
      PermitSingle: fields('PermitDetails details', 'address spender', 'uint256 sigDeadline'),
      PermitDetails: fields('address token', 'uint160 amount', 'uint48 expiration', 'uint48 nonce'),
    },
    primaryType: 'PermitSingle',
    domain: { name: 'Permit2', chainId: '31337', verifyingContract: permit2 },
    message: {
      details: { token, amount: units, expiration: '9', nonce: '0' },
      ...{ spender: stranger, sigDeadline: '9' },
    },
  });
const safeTransaction = (data: string): Intent =>
  typedIntent({
    types: {
      SafeTx: fields(
        ...['address to', 'uint256 value', 'bytes data', 'uint8 operation', 'uint256 safeTxGas', 'uint256 baseGas'],
        ...['uint256 gasPrice', 'address gasToken', 'address refundReceiver', 'uint256 nonce'],
      ),
    },
    primaryType: 'SafeTx',
    domain: { chainId: '31337', verifyingContract: safe },
    message: {
      ...{ to: permit2, value: '0', data, operation: '0', safeTxGas: '0', baseGas: '0', gasPrice: '0' },
      ...{ gasToken: `0x${'0'.repeat(40)}`, refundReceiver: `0x${'0'.repeat(40)}`, nonce: '0' },
    },
  });
const within = safeTransaction(
  callData('transferFrom(address from,address to,uint160 amount,address token)', ownAccount, stranger, 7n, collection),
);
const beside = safeTransaction(
  callData('transferFrom(address from,address to,uint160 amount,address token)', ownAccount, stranger, 7n, stranger),
);

const stopped: Case['is'] = ['unsatisfiable', 'senior n1', 'refusedByRule'];
const passed: Case['is'] = ['satisfied', 'senior m1'];
const permits = signed(to(permit2));
const safes = signed(to(safe, 'SafeTx'));
const none = counting('refuse', { over: '0' });

export const nftMessageRulings: Record<string, Case> = {
  'a permit of Permit2 over a collection, where none of it may leave': judged(
    permit(collection),
    [none, permits],
    stopped,
  ),
  // Its number is 0, and so is what may be taken: Permit2 takes no more than that, which is this one.
  'a permit of Permit2 over NFT 0 of a collection, where none of it may leave': judged(
    permit(collection, '0'),
    [none, permits],
    stopped,
  ),
  'a permit of Permit2 over something else, where none of a collection may leave': judged(
    permit(stranger),
    [none, permits],
    passed,
  ),
  'a permit of Permit2 over a collection, behind the rule that lets such permits pass': judged(
    permit(collection),
    [permits, none],
    passed,
  ),
  'a permit of Permit2 over a collection, where somebody is asked above some': judged(
    permit(collection),
    [counting('flow', { over: '9' }), permits],
    ['waiting', 'senior n1'],
  ),
  'a permit of Permit2 over a collection, where some may leave': judged(
    permit(collection),
    [counting('pass', { upTo: '9' })],
    ['unsatisfiable', basic, 'messageNotAllowed'],
  ),
  'a permit of Permit2 over a collection, where some may leave by such permits': judged(
    permit(collection),
    [counting('pass', { upTo: '9' }, to(permit2))],
    ['unsatisfiable', basic, 'messageNotAllowed'],
  ),
  'a permit of Permit2 over a collection, where such permits of it are refused': judged(
    permit(collection),
    [counting('refuse', { over: '9' }, to(permit2)), permits],
    stopped,
  ),
  'a transaction of a Safe whose data names a collection, where none of it may leave': judged(
    within,
    [none, safes],
    stopped,
  ),
  'a transaction of a Safe whose data names a collection, where somebody is asked': judged(
    within,
    [counting('flow', { over: '0' }), safes],
    ['waiting', 'senior n1'],
  ),
  'a transaction of a Safe whose data names none, where none of a collection may leave': judged(
    beside,
    [none, safes],
    passed,
  ),
  'a text, where none of a collection may leave': judged(
    textIntent(),
    [none, signed({ messages: [{ chain, contract: '', types: [] }] })],
    passed,
  ),
};
