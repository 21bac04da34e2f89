import { encodeErrorResult, parseAbi } from 'viem';
import { expect, it } from 'vitest';
import { reasonIn } from '../src/evm/node/reverts.ts';

const somebody = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const said = (error: string, args: readonly unknown[] = []) =>
  encodeErrorResult({ abi: parseAbi([`error ${error}`] as readonly string[]), args } as never);

it.each([
  ['a text', said('Error(string text)', ['not taken']), 'not taken'],
  ['an overflow', said('Panic(uint256 code)', [17n]), 'arithmetic overflow'],
  [
    'too few tokens',
    said('ERC20InsufficientBalance(address sender,uint256 balance,uint256 needed)', [somebody, 5n, 7n]),
    `ERC20InsufficientBalance(sender ${somebody}, balance 5, needed 7)`,
  ],
  [
    'numbers that no line holds whole',
    said('ERC1155InsufficientBalance(address sender,uint256 balance,uint256 needed,uint256 tokenId)', [
      somebody,
      ...Array(3).fill(2n ** 255n),
    ]),
    'ERC1155InsufficientBalance',
  ],
  ['a paused contract', said('EnforcedPause()'), 'EnforcedPause()'],
  [
    'a role that is missing',
    said('AccessControlUnauthorizedAccount(address account,bytes32 neededRole)', [somebody, `0x${'ab'.repeat(32)}`]),
    `AccessControlUnauthorizedAccount(account ${somebody}, neededRole 0x${'ab'.repeat(32)})`,
  ],
  [
    'an error that nobody declared here',
    said('Unheard(uint256 what)', [1n]),
    said('Unheard(uint256 what)', [1n]).slice(0, 10),
  ],
  ['a declared one with other data behind it', `${said('EnforcedPause()')}00`, said('EnforcedPause()')],
  [
    'an account that is none',
    `${said('OwnableInvalidOwner(address owner)', [somebody]).replace('0'.repeat(24), 'f'.repeat(24))}`,
    '0x1e4fbdf7',
  ],
  ['nothing', '0x', ''],
  ['less than a selector', '0x08c3', ''],
  ['no data at all', 'execution reverted', ''],
])('a failure is told in its contract’s words: %s', (_what, data, reason) => {
  expect(reasonIn(data)).toBe(reason);
});

it('no more of a text is told than a line holds, whatever length it claims', () => {
  expect(reasonIn(said('Error(string text)', ['a'.repeat(10_000)]))).toBe('a'.repeat(200));
  const claimed = said('Error(string text)', ['short']).replace(`${'0'.repeat(62)}05`, 'f'.repeat(64));
  expect(reasonIn(claimed).length).toBeLessThanOrEqual(200);
});
