import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MessageError,
  messageFaultOf,
  messageIn,
  parseIntent,
  parseTypedData,
  readMessage,
  readTypedData,
  textMessage,
  typedMessage,
  typedText,
} from '../src/index.ts';
import { ownAccount, permitIntent, permitOf, router, stranger, textIntent, typedIntent, usdc } from './fixtures.ts';

const at = { chain: 'evm:31337', from: ownAccount };
const read = (call: string) => readMessage({ call, ...at });
const hex = (text: string): string => Buffer.from(text).toString('hex');
const isRefused = (made: () => unknown): boolean => {
  try {
    made();
    return false;
  } catch (error) {
    if (error instanceof MessageError) return true;
    throw error;
  }
};
const struct = (fields: readonly (readonly [string, string])[]) => fields.map(([type, name]) => ({ type, name }));
const data = (type: string, value: unknown, types: object = {}) => ({
  types: { Thing: struct([[type, 'it']]), ...types },
  primaryType: 'Thing',
  domain: { name: 'App', chainId: 31337, verifyingContract: usdc },
  message: { it: value },
});

describe('typed data', () => {
  it('of the standard’s own example has its digest', () => {
    // EIP-712, "Example": the digest of Mail from Cow to Bob, as the standard's Example.js gives it.
    const person = struct([
      ['string', 'name'],
      ['address', 'wallet'],
    ]);
    const mail = struct([
      ['Person', 'from'],
      ['Person', 'to'],
      ['string', 'contents'],
    ]);
    const example = {
      types: { Person: person, Mail: mail },
      primaryType: 'Mail',
      domain: {
        ...{ name: 'Ether Mail', version: '1', chainId: 1 },
        verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
      },
      message: {
        from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
        to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
        contents: 'Hello, Bob!',
      },
    };
    const found = readMessage({ call: typedMessage(readTypedData(example)), chain: 'evm:1', from: ownAccount });
    const digest = typeof found === 'string' ? found : Buffer.from(found.digest).toString('hex');
    expect(digest).toBe('be609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2');
  });

  it.each<[string, string, unknown, object?]>([
    ['a number out of range', 'uint8', 256],
    ['a negative one where there is none', 'uint256', -1],
    ['one below the least', 'int8', -129],
    ['a number that lost digits', 'uint256', 2 ** 60],
    ['a fraction', 'uint256', 1.5],
    ['a number with noughts before it', 'uint256', '007'],
    ['no number', 'uint256', 'many'],
    ['neither true nor false', 'bool', 1],
    ['bytes of another length', 'bytes4', '0x112233'],
    ['half a byte', 'bytes', '0x1'],
    ['an address with another checksum', 'address', usdc.replace('A', 'a')],
    ['an address that is short', 'address', '0x11'],
    ['a list of another length', 'uint8[2]', [1]],
    ['no list', 'uint8[]', '1'],
    ['half a character', 'string', '\ud800'],
    ['nothing', 'string', undefined],
    ['a type that there is none of', 'Nothing', {}],
    ['a type in another spelling', 'uint', 1],
    ['a type of a function', 'function', '0x'],
    ['a struct with a field more', 'Inner', { a: 1, b: 2 }, { Inner: struct([['uint8', 'a']]) }],
    ['a struct with a field less', 'Inner', {}, { Inner: struct([['uint8', 'a']]) }],
    ['a struct of the domain', 'EIP712Domain', {}, { EIP712Domain: struct([['string', 'name']]) }],
    ['a struct called like a type', 'uint9', {}, { uint9: struct([['uint8', 'a']]) }],
  ])('is refused with %s', (_, type, value, types) => {
    expect(isRefused(() => readTypedData(data(type, value, types)))).toBe(true);
  });

  it('is bounded: many values, deep ones, many types and many bytes are refused', () => {
    const deep = (levels: number): unknown => (levels === 0 ? [] : [deep(levels - 1)]);
    expect(isRefused(() => readTypedData(data('bool[]', Array(2_000).fill(true))))).toBe(true);
    expect(isRefused(() => readTypedData(data(`bool${'[]'.repeat(20)}`, deep(20))))).toBe(true);
    const self = { Node: struct([['Node[]', 'next']]) };
    const node = (levels: number): object => ({ next: levels === 0 ? [] : [node(levels - 1)] });
    expect(isRefused(() => readTypedData(data('Node', node(3), self)))).toBe(false);
    expect(isRefused(() => readTypedData(data('Node', node(30), self)))).toBe(true);
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`T${i}`, struct([['bool', 'a']])]));
    expect(isRefused(() => readTypedData(data('bool', true, many)))).toBe(true);
    expect(() => parseIntent(JSON.stringify(textIntent({ call: `text ${'61'.repeat(12_289)}` })))).toThrow();
  });

  it('is signed in one spelling: what is not used, and where it stands, says nothing', () => {
    const plain = typedText(readTypedData(permitOf()));
    const unused = {
      ...permitOf(),
      types: { ...(permitOf() as { types: object }).types, Other: struct([['bool', 'a']]) },
    };
    const [first, ...rest] = Object.entries(permitOf()).reverse();
    for (const other of [unused, Object.fromEntries([...rest, first ?? ['', '']])])
      expect(typedText(parseTypedData(JSON.stringify(other)))).toBe(plain);
    expect(read(`typed ${hex(` ${plain}`)}`)).toBe('unreadableMessage');
    expect(read(`typed ${hex(plain.replace(usdc, usdc.toLowerCase()))}`)).toBe('unreadableMessage');
  });

  it('of another network, or that the account would check itself, is read by nobody', () => {
    const domain = (change: object) => ({ domain: { chainId: '31337', verifyingContract: usdc, ...change } });
    expect(read(typedMessage(readTypedData(permitOf('5', domain({ chainId: '1' })))))).toBe('messageElsewhere');
    expect(read(typedMessage(readTypedData(permitOf('5', domain({ verifyingContract: ownAccount })))))).toBe(
      'unreadableMessage',
    );
  });
});

describe('a text', () => {
  it.each([
    ['nothing', ' \n'],
    ['a hash', `0x${'ab'.repeat(32)}`],
    ['a hash between blanks', ` ${'AB'.repeat(32)}\n`],
    ['bytes in hex', `0x${'ab'.repeat(65)}`],
    ['what turns the direction', 'pay \u202eRUE'],
    ['a control character', 'a\u0007b'],
    ['a line end of its own', 'a\rb'],
    ['a mark before it', '\ufeffHi'],
  ])('is none: %s', (_, text) => {
    expect(isRefused(() => textMessage(text))).toBe(true);
    expect(read(`text ${hex(text)}`)).toBe('unreadableMessage');
  });

  it('is signed as it is, with its lines', () => {
    for (const text of ['Hi', 'a\nb\r\nc\td', `${'ab'.repeat(32)}!`, '签名 ✓'])
      expect(messageIn({ call: textMessage(text), ...at })?.said).toEqual({ form: 'text', text });
  });
});

describe('a message', () => {
  it('names contract and spender, or the account itself where it concerns nobody else', () => {
    expect(messageIn(permitIntent())?.names).toEqual([usdc, stranger]);
    expect(messageIn(textIntent())?.names).toEqual([ownAccount]);
    expect(messageFaultOf(permitIntent())).toBeUndefined();
    expect(messageFaultOf({ ...permitIntent(), outputs: permitIntent().outputs.slice(0, 1) })).toBe(
      'understatedMessage',
    );
  });

  it('of a Safe shows the call in it, and whom it calls', () => {
    const fields = ['to address', 'value uint256', 'data bytes', 'operation uint8', 'safeTxGas uint256'];
    const more = ['baseGas uint256', 'gasPrice uint256', 'gasToken address', 'refundReceiver address', 'nonce uint256'];
    const types = {
      SafeTx: [...fields, ...more].map((one) => {
        const [name = '', type = ''] = one.split(' ');
        return { name, type };
      }),
    };
    const nobody = `0x${'0'.repeat(40)}`;
    const data = `0xf2fde38b${stranger.slice(2).toLowerCase().padStart(64, '0')}`;
    const message = {
      ...{ to: usdc, value: 0, operation: 0, safeTxGas: 0, baseGas: 0, gasPrice: 0, nonce: 0 },
      ...{ gasToken: nobody, refundReceiver: nobody, data },
    };
    const domain = { chainId: 31337, verifyingContract: router };
    const read = (changed: object) =>
      messageIn(typedIntent({ types, primaryType: 'SafeTx', domain, message: { ...message, ...changed } }));
    const found = read({});
    expect(found).toMatchObject({ deed: 'safe', raw: true, names: [router, usdc, stranger] });
    expect(found?.call?.outer).toMatchObject({ source: 'standard', method: { name: 'transferOwnership' } });
    // Foreign code that runs as the Safe is named by nothing; who is paid for carrying it out is named; what nobody can read is not signed.
    expect(read({ operation: 1 })?.call?.outer.source).toBe('raw');
    expect(read({ gasPrice: 1, refundReceiver: stranger, data: '0x' })?.names).toEqual([router, usdc, stranger]);
    expect(read({ data: `${data}00` })).toBeUndefined();
  });

  it('of thirty-two bytes is no text: contracts take the signature of one for that of a hash', () => {
    for (const text of ['a'.repeat(32), 'é'.repeat(16)]) expect(() => textMessage(text)).toThrow();
    for (const text of ['a'.repeat(31), 'a'.repeat(33)]) expect(() => textMessage(text)).not.toThrow();
  });

  it('of any bytes is read, or refused, and never breaks the reader', () => {
    fc.assert(
      fc.property(fc.constantFrom('text', 'typed'), fc.uint8Array({ minLength: 1, maxLength: 200 }), (form, bytes) => {
        const found = read(`${form} ${Buffer.from(bytes).toString('hex')}`);
        if (typeof found !== 'string') expect(found.preimage[0]).toBe(0x19);
      }),
    );
    fc.assert(
      fc.property(fc.json(), (text) => {
        const found = read(`typed ${hex(text)}`);
        expect(typeof found === 'string' || createHash('sha256').update(found.digest).digest().length === 32).toBe(
          true,
        );
      }),
    );
  });
});
