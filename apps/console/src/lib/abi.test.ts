import { methodOf } from '@holdfast/policy';
import { expect, it } from 'vitest';
import { dataOf, methodsIn, valueFrom } from './abi.ts';

const account = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';

it('methods are read from a JSON ABI, without what is only asked for, and from signatures', () => {
  const abi = [
    { type: 'function', name: 'deposit', stateMutability: 'nonpayable', inputs: [{ type: 'uint256', name: 'amount' }] },
    { type: 'function', name: 'balanceOf', stateMutability: 'view', inputs: [{ type: 'address', name: 'who' }] },
    { type: 'event', name: 'Deposit', inputs: [] },
    {
      type: 'function',
      name: 'swap',
      inputs: [
        {
          type: 'tuple[]',
          name: 'steps',
          components: [
            { type: 'address', name: 'to' },
            { type: 'bytes', name: '' },
          ],
        },
      ],
    },
  ];
  const texts = ['deposit(uint256 amount)', 'swap((address to,bytes)[] steps)'];
  expect(methodsIn(JSON.stringify(abi)).methods.map(({ text }) => text)).toEqual(texts);
  expect(methodsIn(JSON.stringify({ abi })).methods.map(({ text }) => text)).toEqual(texts);
  const { methods, strange } = methodsIn('function deposit(uint amount)\nnonsense\n\ndeposit(uint256)');
  expect(methods.map(({ signature }) => signature)).toEqual(['deposit(uint256)']);
  expect(strange).toEqual(['nonsense']);
});

it.each([
  ['uint8', '255', 255n],
  ['uint256', '1,000 000', 1_000_000n],
  ['int8', '-1', -1n],
  ['bool', 'true', true],
  ['bool', 'yes', undefined],
  ['address', account, account],
  ['address', account.slice(0, -1), undefined],
  ['bytes4', '0xabcd', '0xabcd'],
  ['string', ' as it is ', ' as it is '],
  ['uint256[]', '[1,"2"]', [1n, 2n]],
  ['(address,uint256)', `["${account}",5]`, [account, 5n]],
  ['uint256[]', '1,2', undefined],
])('an argument of the type %s is %s', (type, text, value) => {
  const [input] = methodOf(`f(${type})`)?.inputs ?? [];
  expect(input && valueFrom(input.type, text)).toEqual(value);
});

it('data is made where every argument is one, in its range', () => {
  const method = methodOf('deposit(uint8 amount,address to)');
  if (!method) throw new Error('no method');
  expect(dataOf(method, ['256', account]).faults).toEqual([0]);
  expect(dataOf(method, ['', 'x']).faults).toEqual([0, 1]);
  expect(dataOf(method, ['5', account]).data).toBe(
    `${method.selector}${'5'.padStart(64, '0')}${account.slice(2).toLowerCase().padStart(64, '0')}`,
  );
});
