import { describe, expect, it } from 'vitest';
import { allowances } from '../src/index.ts';
import { eip55, selectorOf } from '../src/selector.ts';

describe('the selector of a method', () => {
  it.each([
    // ERC-20, ERC-721, ERC-1155, ERC-2612, WETH9; the ABI specification's own examples.
    ['transfer(address,uint256)', '0xa9059cbb'],
    ['function transfer(address to, uint256 amount)', '0xa9059cbb'],
    [' transfer ( address payable to , uint amount ) ', '0xa9059cbb'],
    ['transferFrom(address,address,uint256)', '0x23b872dd'],
    ['deposit()', '0xd0e30db0'],
    ['withdraw(uint256)', '0x2e1a7d4d'],
    ['baz(uint32,bool)', '0xcdcd77c0'],
    ['bar(bytes3[2])', '0xfce353f6'],
    ['sam(bytes,bool,uint256[])', '0xa5643bf2'],
    ['f(uint256,uint32[],bytes10,bytes)', '0x8be65246'],
    // Uniswap V3 SwapRouter: a tuple.
    ['exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160) params)', '0x414bf389'],
    [
      'exactInputSingle(tuple(address tokenIn, address, uint24, address, uint, uint, uint, uint160) calldata params)',
      '0x414bf389',
    ],
    ['multicall(bytes[] calldata data)', '0xac9650d8'],
    ['0xA9059CBB', '0xa9059cbb'],
  ])('%s is %s', (text, selector) => {
    expect(selectorOf(text)).toBe(selector);
  });

  it.each([
    ['f(tuple(address a)[12] calldata x)', 'f((address)[12])'],
    ['f((address)[][3]  calldata   x)', 'f((address)[][3])'],
    ['f(tuple (address) x)', 'f((address))'],
    ['f(address  to)', 'f(address)'],
    ['f( )', 'f()'],
    ['f(int)', 'f(int256)'],
    ['function   f(bool)', 'f(bool)'],
  ])('%s is that of %s', (text, plain) => {
    expect(selectorOf(text)).toMatch(/^0x[0-9a-f]{8}$/);
    expect(selectorOf(text)).toBe(selectorOf(plain));
  });

  it('of every method that gives an allowance is known to the rules', () => {
    const methods = [
      'approve(address,uint256)',
      'increaseAllowance(address,uint256)',
      'setApprovalForAll(address,bool)',
      'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
      'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
      'approve(address,address,uint160,uint48)',
      'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)',
    ];
    expect(methods.map(selectorOf)).toEqual(allowances);
  });

  it.each([
    '',
    'transfer',
    '0xa9059cb',
    'transfer(',
    'transfer(address))',
    'transfer(address,)',
    'transfer(Token)',
    'f(uint7)',
    'f(bytes33)',
    'f((address)',
    'f()(address)',
    'f(address a b c)',
    '(address)',
    'f(uint256[)',
    'xx0xa9059cbb',
    '0xa9059cbb00',
    'f(address) x',
    '1 f(address)',
    'f(address))',
    'f((address)',
    'f(myuint)',
    'f(address !to)',
    'f(address to!)',
    'f((address)x[2])',
    'f((address) a b c)',
  ])('“%s” is none', (text) => {
    expect(selectorOf(text)).toBeUndefined();
  });
});

describe('the address of a contract', () => {
  // The examples of EIP-55.
  const spelled = [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ];
  it.each(spelled)('%s comes back as it is, from whatever case', (address) => {
    expect(eip55(address)).toBe(address);
    expect(eip55(` ${address.toLowerCase()} `)).toBe(address);
    expect(eip55(`0x${address.slice(2).toUpperCase()}`)).toBe(address);
  });
  it('may begin or end with a nought', () => {
    for (const digits of [`00${'1'.repeat(38)}`, `${'1'.repeat(38)}00`])
      expect(eip55(`0x${digits}`)).toBe(`0x${digits}`);
  });
  it.each([
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe',
    `0x${'0'.repeat(40)}`,
    'x0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0',
    `x0x${'5a'.repeat(20)}`,
    `0x${'5a'.repeat(20)}0`,
    'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    '',
  ])('“%s” is none', (text) => {
    expect(eip55(text)).toBeUndefined();
  });
});
