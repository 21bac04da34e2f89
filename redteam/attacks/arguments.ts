import {
  callText,
  encodeArguments,
  type Intent,
  methodOf,
  type PolicyDocument,
  readCall,
  readMessage,
  readTypedData,
  typedMessage,
  unconditional,
  type Value,
} from '@holdfast/policy';
import { evmPayee, usdc } from '@holdfast/testkit/signer';
import { admit, family } from '../attack.ts';
import { entries, type Fixture, vault, vaultMethod } from '../fixture.ts';
import { type Ask, approvedBy, nextPolicy, payment, policyAsk, send, transferAsk } from '../requests.ts';

/** What rules ask of arguments and amounts, walked around: a number beyond its bound, an address of somebody else, data that nobody can read. */
const bound = family('argument');
type Rule = PolicyDocument['senior'][number];
type Bound = NonNullable<Rule['when']['args']>[number];
const chain = 'evm:31337';
const coin = { symbol: 'ETH', contract: '', decimals: '18' };

const dataOf = (signature: string, ...values: Value[]): string => {
  const method = methodOf(signature);
  if (!method) throw new Error(`no method: ${signature}`);
  return `${method.selector}${Buffer.from(encodeArguments(method.inputs, values)).toString('hex')}`;
};
const selectorOf = (signature: string): string => methodOf(signature)?.selector ?? '';
const multicall = 'multicall(bytes[] data)';
const allow = 'safeTransferFrom(address from,address to,uint256 id)';
const many = 'safeBatchTransferFrom(address from,address to,uint256[] ids,uint256[] amounts,bytes data)';
const listedAs: Readonly<Record<string, string>> = {
  [evmPayee]: entries.evm,
  [vault]: entries.vault,
  [usdc]: entries.token,
};
const to = (address: string) => ({ address, amount: '0', memo: '', entry: listedAs[address] ?? '', path: '' });

const released: Rule['nodes'] = [{ kind: 'sign', name: 'Release', approvers: ['anna'], threshold: '1' }];
const rule = (action: Rule['action'], when: Partial<Rule['when']>): Rule => ({
  ...{ id: 'bound', name: 'Bound', enabled: 'on', type: 'web3', action, signProtection: 'on' },
  nodes: action === 'flow' ? released : [],
  when: { ...unconditional, ...when },
});
const most = (method: string, at: string, change: Partial<Bound>): Bound => ({
  ...{ method, at, least: '', most: '', in: [] },
  ...change,
});
const naming = (contract: string, args: Bound[], ...methods: string[]): Partial<Rule['when']> => ({
  calls: [{ chain, contract, methods: methods.map(selectorOf) }],
  args,
});
async function under(fixture: Fixture, senior: readonly Rule[]): Promise<Fixture> {
  const v = senior.some(({ when }) => when.args) ? '4' : '3';
  const policy = nextPolicy(fixture, { v, senior: [...senior] });
  await admit(fixture, policyAsk(fixture, policy));
  return { ...fixture, policy };
}
/** Asked for by Omar alone: so a rule has to let it pass. */
const alone = (fixture: Fixture, intent: Intent): Ask => ({
  ...transferAsk(fixture, intent, approvedBy(intent, fixture.crew.omar)),
  kind: intent.kind,
});
function calling(fixture: Fixture, contract: string, data: string): Ask {
  const { from } = payment(fixture, 'evm');
  const others = readCall({ call: data, from, outputs: [to(contract)] })?.to ?? [];
  const outputs = [to(contract), ...others.map(to)];
  return alone(fixture, payment(fixture, 'evm', { kind: 'call', outputs, call: callText(data, []) }));
}
const play = (title: string, expect: string, senior: Rule, make: (fixture: Fixture) => Ask): void =>
  bound.play(
    title,
    expect,
    async (fixture) => {
      const made = await under(fixture, [senior]);
      const request = make(made);
      if (expect === 'admitted') fixture.lawful.add(request.intent.id);
      return send(made, request);
    },
    { alone: true, control: expect === 'admitted' },
  );

const few = rule('pass', naming(vault, [most(vaultMethod, '0', { least: '10', most: '250' })], vaultMethod));
const staking = (shares: bigint) => (fixture: Fixture) => calling(fixture, vault, dataOf(vaultMethod, shares));
play('a number within its bounds', 'admitted', few, staking(250n));
play('a number above its bound', 'approvalsMissing', few, staking(251n));
play('a number below its bound', 'approvalsMissing', few, staking(9n));
play('a number that only as a text is below its bound', 'approvalsMissing', few, staking(1000n));
play(
  'a number from which on a rule refuses',
  'refusedByRule',
  rule('refuse', naming(vault, [most(vaultMethod, '0', { least: '251' })], vaultMethod)),
  staking(251n),
);
play(
  'a number of which nobody can read whose it is',
  'rawCall',
  rule('pass', naming(vault, [most('stakeAll(uint256 shares)', '0', { most: '250' })], 'stakeAll(uint256 shares)')),
  (fixture) => calling(fixture, vault, dataOf('stakeAll(uint256 shares)', 5n)),
);

const ofPayee = [most(allow, '1', { in: [evmPayee] })];
const sending = (receiver: string) => (fixture: Fixture) => calling(fixture, usdc, dataOf(allow, vault, receiver, 5n));
const toPayee = rule('pass', naming(usdc, ofPayee, allow));
play('an address of the list', 'admitted', toPayee, sending(evmPayee));
play('an address that is not on the list', 'approvalsMissing', toPayee, sending(vault));

const bundle = rule('pass', naming(evmPayee, [most(allow, '2', { most: '7' })], multicall, allow));
const bundled =
  (...ids: bigint[]) =>
  (fixture: Fixture) =>
    calling(
      fixture,
      evmPayee,
      dataOf(
        multicall,
        ids.map((id) => dataOf(allow, vault, evmPayee, id)),
      ),
    );
play('a bundle of which every call is within its bound', 'admitted', bundle, bundled(5n, 7n));
play('a bundle of which one call is beyond its bound', 'approvalsMissing', bundle, bundled(5n, 8n));

const list = rule('pass', naming(usdc, [most(many, '3', { most: '7' }), most(many, '1', { in: [evmPayee] })], many));
const batch =
  (amounts: bigint[], receiver = evmPayee) =>
  (fixture: Fixture) =>
    calling(
      fixture,
      usdc,
      dataOf(
        many,
        vault,
        receiver,
        amounts.map((_, id) => BigInt(id)),
        amounts,
        '0x',
      ),
    );
play('a list of which every number is within its bound', 'admitted', list, batch([1n, 7n]));
play('a list of which one number is beyond its bound', 'approvalsMissing', list, batch([1n, 8n]));
play('a list within its bound, for somebody else', 'approvalsMissing', list, batch([1n], vault));

/** Typed data that no standard has: what it is worth nobody can say. */
const deal = {
  types: { Deal: [{ name: 'price', type: 'uint256' }] },
  primaryType: 'Deal',
  domain: { chainId: '31337', verifyingContract: usdc },
  message: { price: '5' },
};
function signing(fixture: Fixture): Ask {
  const { from, path } = payment(fixture, 'evm');
  const call = typedMessage(readTypedData(deal));
  const read = readMessage({ call, chain, from });
  const outputs = (typeof read === 'string' ? [from] : read.names).map(to).map((one) => ({
    ...one,
    path: one.address === from ? path : '',
  }));
  const free = { asset: coin, maxFee: '0', conflict: 'none' };
  const intent = payment(fixture, 'evm', { kind: 'message', call, outputs, ...free });
  const { omar, adam, anna } = fixture.crew;
  return { ...transferAsk(fixture, intent, approvedBy(intent, omar, adam, anna)), plan: null, kind: intent.kind };
}
const upTo = (upToCents: string, hours = '0'): Partial<Rule['when']> => ({
  messages: [{ chain, contract: usdc, types: ['Deal'] }],
  amount: { unit: 'usd', over: '', upTo: upToCents, hours, scope: 'wallet' },
});
play(
  'a message that nobody can bound, by a rule without an amount',
  'admitted',
  rule('flow', { messages: [{ chain, contract: usdc, types: ['Deal'] }] }),
  signing,
);
play(
  'a message that nobody can bound, by a rule up to an amount',
  'messageNotAllowed',
  rule('flow', upTo('100')),
  signing,
);
play(
  'a message that nobody can bound, by a rule up to an amount of a day',
  'messageNotAllowed',
  rule('flow', upTo('100', '24')),
  signing,
);

export const argumentAttacks = bound.attacks;
