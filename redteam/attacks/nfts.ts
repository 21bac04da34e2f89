import type { PolicyDocument } from '@holdfast/policy';
import { evmPayee, otherEvmPayee, usdc } from '@holdfast/testkit/signer';
import { admit, family } from '../attack.ts';
import { entries, type Fixture, vault, vaultMethod } from '../fixture.ts';
import { type Ask, approvedBy, send } from '../requests.ts';
import { ask, dataOf, lawfully, own, rule, to, under } from './calls.ts';
import { named, typed } from './messages.ts';

/** NFTs that rules count, sent past the count: in a bundle, with coins along, by parts, by a method that nobody counts. The listed payee is a collection here. */
const counted = family('nft');
type Rule = PolicyDocument['senior'][number];
type Nfts = NonNullable<Rule['when']['nfts']>;

const collection = { ...to(evmPayee, entries.evm) };
const some = (fixture: Fixture, amount: bigint): string =>
  dataOf(
    'safeTransferFrom(address from,address to,uint256 id,uint256 amount,bytes data)',
    ...[own(fixture), evmPayee, 7n, amount, '0x'],
  );
const bundle = (...data: string[]): string => dataOf('multicall(bytes[] data)', data);
const counting = (action: Rule['action'], change: Partial<Nfts>, contract = evmPayee): Rule =>
  rule('nfts', 'web3', action, {
    nfts: {
      collections: [{ chain: 'evm:31337', contract }],
      over: '',
      upTo: '',
      hours: '0',
      scope: 'wallet',
      ...change,
    },
  });
/** Asked for by Omar alone: so a rule has to let it pass. */
function alone(fixture: Fixture, data: string, along = '0'): Ask {
  const made = ask(fixture, data, { outputs: [{ ...collection, amount: along }] });
  return { ...made, approvals: approvedBy(made.intent, fixture.crew.omar) };
}
const sending = (amount: bigint) => (fixture: Fixture) => alone(fixture, some(fixture, amount));
const play = (title: string, expect: string, senior: Rule, make: (fixture: Fixture) => Ask): void =>
  counted.play(
    title,
    expect,
    async (fixture) => {
      const made = await under(fixture, senior);
      return expect === 'admitted' ? lawfully(made, make(made)) : send(made, make(made));
    },
    { alone: true, control: expect === 'admitted' },
  );

play('as many as a rule lets pass', 'admitted', counting('pass', { upTo: '3' }), sending(3n));
play('more than a rule lets pass', 'approvalsMissing', counting('pass', { upTo: '3' }), sending(4n));
play(
  'of another collection than a rule lets pass',
  'approvalsMissing',
  counting('pass', { upTo: '3' }, vault),
  sending(1n),
);
play('by a number that may be an amount', 'approvalsMissing', counting('pass', { upTo: '3' }), (fixture) =>
  alone(
    fixture,
    dataOf('transferFrom(address from,address to,uint256 amountOrId)', own(fixture), evmPayee, 5n * 10n ** 20n),
  ),
);
play('with another call in one bundle', 'approvalsMissing', counting('pass', { upTo: '3' }), (fixture) =>
  alone(fixture, bundle(some(fixture, 1n), dataOf('renounceOwnership()'))),
);
play('behind a call of another contract', 'approvalsMissing', counting('pass', { upTo: '3' }, usdc), (fixture) => {
  const send = dataOf('safeTransferFrom(address from,address to,uint256 id)', vault, evmPayee, 7n);
  const data = dataOf('aggregate3((address target,bool allowFailure,bytes callData)[] calls)', [[usdc, false, send]]);
  const made = ask(fixture, data, { outputs: [collection, to(usdc, entries.token)] });
  return { ...made, approvals: approvedBy(made.intent, fixture.crew.omar) };
});
play('with coins along', 'approvalsMissing', counting('pass', { upTo: '3' }), (fixture) =>
  alone(fixture, some(fixture, 1n), '1'),
);
play('more in a bundle than a rule allows', 'refusedByRule', counting('refuse', { over: '3' }), (fixture) =>
  ask(fixture, bundle(some(fixture, 2n), some(fixture, 2n)), { outputs: [collection] }),
);
play('of which nobody can say how many leave', 'refusedByRule', counting('refuse', { over: '3' }, vault), (fixture) =>
  ask(fixture, dataOf(vaultMethod, 5n), { outputs: [to(vault, entries.vault)] }),
);
play('all of which somebody may take', 'refusedByRule', counting('refuse', { over: '9999' }), (fixture) =>
  ask(fixture, dataOf('setApprovalForAll(address operator,bool approved)', evmPayee, true), { outputs: [collection] }),
);
counted.play(
  'by parts, more in a day than a rule allows',
  'refusedByRule',
  async (fixture) => {
    const made = await under(fixture, counting('refuse', { over: '3', hours: '24' }));
    await admit(made, ask(made, some(made, 2n), { outputs: [collection] }));
    return send(made, ask(made, some(made, 2n), { outputs: [collection] }));
  },
  { alone: true },
);

/** Permit2 calls `transferFrom` of whatever it is told: of a collection the amount is the number of an NFT, and nothing is NFT 0. */
const permit = (fixture: Fixture, amount: string): Ask =>
  typed(fixture, {
    types: {
      PermitSingle: named('PermitDetails details', 'address spender', 'uint256 sigDeadline'),
      PermitDetails: named('address token', 'uint160 amount', 'uint48 expiration', 'uint48 nonce'),
    },
    primaryType: 'PermitSingle',
    domain: { name: 'Permit2', chainId: '31337', verifyingContract: vault },
    message: {
      details: { token: otherEvmPayee, amount, expiration: '9', nonce: '0' },
      ...{ spender: evmPayee, sigDeadline: '9' },
    },
  });
const permits = rule('permits', 'web3', 'pass', {
  messages: [{ chain: 'evm:31337', contract: vault, types: [] }],
});
const signing = (title: string, expect: string, amount: string, contract: string): void =>
  counted.play(
    title,
    expect,
    async (fixture) => {
      const made = await under(fixture, counting('refuse', { over: '0' }, contract), permits);
      const request = permit(made, amount);
      return expect === 'admitted' ? lawfully(made, request) : send(made, request);
    },
    { alone: true, control: expect === 'admitted' },
  );
signing('a permit of another contract, by a rule that names such permits', 'admitted', '7', usdc);
signing('one that a permit of another contract lets take', 'refusedByRule', '7', otherEvmPayee);
signing('number 0, by a permit of nothing', 'refusedByRule', '0', otherEvmPayee);

export const nftAttacks = counted.attacks;
