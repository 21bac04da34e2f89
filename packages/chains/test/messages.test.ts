import {
  type Intent,
  MessageError,
  parseTypedData,
  readMessage,
  textMessage,
  typedMessage,
  typedText,
} from '@holdfast/policy';
import { type Random, randomFrom } from '@holdfast/testkit/random';
import {
  getTypesForEIP712Domain,
  hashMessage,
  hashTypedData,
  recoverMessageAddress,
  recoverTypedDataAddress,
  type TypedDataDefinition,
} from 'viem';
import { describe, expect, it } from 'vitest';
import { familyOf } from '../src/index.ts';
import { bitcoinChain, evmChain, keyAt, signDigest, tronChain, usdc } from './support.ts';

const chain = evmChain;
const family = familyOf(chain);
const rules = family.messages;
if (!rules) throw new Error('the family signs messages');
const path = 'm/60/7/0/0';
const from = family.addressOf(chain, keyAt(path));
const spender = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const coin = { symbol: 'ETH', contract: '', decimals: '18' };

function intentOf(call: string, change: Partial<Intent> = {}): Intent {
  const read = readMessage({ call, chain: chain.id, from });
  const names = typeof read === 'string' ? [from] : read.names;
  return {
    ...{
      v: '1',
      domain: 'holdfast/intent/v1',
      kind: 'message',
      deployment: '0'.repeat(64),
      workspace: '1',
      wallet: '7',
    },
    ...{ keyGroup: '0'.repeat(32), path, chain: chain.id, asset: coin, from, maxFee: '0', feeAsset: coin, call },
    outputs: names.map((address) => ({
      address,
      amount: '0',
      memo: '',
      entry: '',
      path: address === from ? path : '',
    })),
    ...{ conflict: 'none', policy: { id: 'p', version: '1', hash: '0'.repeat(64) }, body: '', request: 'r' },
    ...{ id: '00000000-0000-4000-8000-000000000000', created: '1', notBefore: '0', expires: '2', initiator: 'm' },
    remarkHash: '',
    ...change,
  };
}
const sign = (digest: string) => signDigest({ scheme: 'ecdsa', path, digest });

const atoms = ['uint256', 'uint8', 'int64', 'int256', 'address', 'bool', 'string', 'bytes', 'bytes4', 'bytes32'];
const hexOf = (random: Random, bytes: number): `0x${string}` =>
  `0x${Array.from({ length: bytes }, () => random.between(0, 255).toString(16).padStart(2, '0')).join('')}`;

type Shapes = Record<string, { name: string; type: string }[]>;
/** Structs of which each is made of those before it, so that a value has an end. */
function typesOf(random: Random): Shapes {
  const shapes: Shapes = {};
  const names = ['Zed', 'Item', 'Mail', 'Atom'].slice(0, random.between(1, 4));
  for (const [at, name] of names.entries()) {
    const offered = [...atoms, ...names.slice(0, at), ...names.slice(0, at)];
    shapes[name] = Array.from({ length: random.between(1, 5) }, (_, i) => {
      const base = random.pick(offered.map((one) => [one, 1] as const));
      const list = random.pick([
        ['', 6],
        ['[]', 2],
        ['[2]', 1],
        ['[][]', 1],
      ] as const);
      return { name: `f${i}`, type: `${base}${list}` };
    });
  }
  return shapes;
}
function madeOf(random: Random, shapes: Shapes, type: string): unknown {
  const [, of, length] = /^(.+)\[(\d*)\]$/.exec(type) ?? [];
  if (of !== undefined)
    return Array.from({ length: length ? Number(length) : random.between(0, 2) }, () => madeOf(random, shapes, of));
  const fields = shapes[type];
  if (fields) return Object.fromEntries(fields.map((field) => [field.name, madeOf(random, shapes, field.type)]));
  const [, kind, size] = /^(u?int|bytes)(\d+)?$/.exec(type) ?? [];
  if (kind === 'bytes') return hexOf(random, size ? Number(size) : random.between(0, 40));
  if (kind === 'uint') return String(BigInt.asUintN(Number(size), BigInt(hexOf(random, 32))));
  if (kind === 'int') return String(BigInt.asIntN(Number(size), BigInt(hexOf(random, 32))));
  if (type === 'address') return hexOf(random, 20);
  if (type === 'bool') return random.next() < 0.5;
  return random.pick([
    ['', 1],
    ['Hello, "Bob"', 1],
    ['多签 ✓', 1],
    ['\u0000 </b>', 1],
  ] as const);
}
function domainOf(random: Random): Record<string, unknown> {
  const some = (): boolean => random.next() < 0.7;
  return {
    ...(some() ? { name: 'App' } : {}),
    ...(some() ? { version: '1' } : {}),
    ...(some() ? { chainId: 31337 } : {}),
    ...(some() ? { verifyingContract: hexOf(random, 20) } : {}),
    ...(random.next() < 0.2 ? { salt: hexOf(random, 32) } : {}),
  };
}
function madeBy(random: Random) {
  const shapes = typesOf(random);
  const primaryType = Object.keys(shapes).at(-1) ?? '';
  const domain = domainOf(random);
  const types = { EIP712Domain: getTypesForEIP712Domain({ domain }), ...shapes };
  return { types, primaryType, domain, message: madeOf(random, shapes, primaryType) };
}

/** Of those that are not deeper than a message may be. */
function shallowBy(random: Random) {
  for (;;) {
    const made = madeBy(random);
    try {
      parseTypedData(JSON.stringify(made));
      typedMessage(parseTypedData(JSON.stringify(made)));
      return made;
    } catch (error) {
      if (!(error instanceof MessageError) || !/^tooDeep/.test(error.message)) throw error;
    }
  }
}

const permit = (value: bigint) => ({
  types: {
    Permit: ['owner address', 'spender address', 'value uint256', 'nonce uint256', 'deadline uint256'].map((one) => {
      const [name = '', type = ''] = one.split(' ');
      return { name, type };
    }),
  },
  primaryType: 'Permit',
  domain: { name: 'USD Coin', version: '2', chainId: 31337, verifyingContract: usdc },
  message: { owner: from, spender, value: String(value), nonce: '0', deadline: '99' },
});
const saying = (value: bigint, stated = value): Intent =>
  intentOf(
    typedMessage(
      parseTypedData(JSON.stringify(permit(value))),
      stated === 0n ? [] : [{ contract: usdc, units: stated, decimals: '6', symbol: 'USDC' }],
    ),
  );

describe('a message', () => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

  it('of random typed data has the digest that viem gives it, and one spelling', async () => {
    const random = randomFrom(seed);
    for (let i = 0; i < 150; i++) {
      const made = shallowBy(random);
      const said = `seed ${seed}, round ${i}`;
      const call = typedMessage(parseTypedData(JSON.stringify(made)));
      const built = rules.build(chain, intentOf(call), keyAt);
      expect(built.sighashes, said).toEqual([
        { scheme: 'ecdsa', path, digest: hashTypedData(made as unknown as TypedDataDefinition).slice(2) },
      ]);
      const text = typedText(parseTypedData(JSON.stringify(made)));
      expect(typedText(parseTypedData(text)), said).toBe(text);
    }
  }, 120_000);

  it('is hashed behind 0x19, as no transaction and no authorisation of an account is', () => {
    for (const intent of [saying(5n), intentOf(textMessage('Sign in'))])
      expect(rules.build(chain, intent, keyAt).bytes.slice(0, 2)).toBe('19');
  });

  it('signed is what viem says that the account has signed', async () => {
    const typed = saying(5n);
    const { conflict } = rules.build(chain, typed, keyAt);
    const { signature } = rules.attach(chain, typed, keyAt, [sign(conflict.message)]);
    const definition = permit(5n) as unknown as TypedDataDefinition;
    expect(await recoverTypedDataAddress({ ...definition, signature: signature as `0x${string}` })).toBe(from);
    const text = intentOf(textMessage('Sign in\nnonce 1 ✓'));
    const made = rules.build(chain, text, keyAt).conflict.message;
    expect(`0x${made}`).toBe(hashMessage('Sign in\nnonce 1 ✓'));
    const signed = rules.attach(chain, text, keyAt, [sign(made)]);
    expect(
      await recoverMessageAddress({ message: 'Sign in\nnonce 1 ✓', signature: signed.signature as `0x${string}` }),
    ).toBe(from);
  });

  it('is completed by no signature of another message or key', () => {
    const { conflict } = rules.build(chain, saying(6n), keyAt);
    expect(() => rules.attach(chain, saying(5n), keyAt, [sign(conflict.message)])).toThrow('badSignature');
    expect(() => rules.build(chain, saying(5n), () => keyAt('m/60/8/0/0'))).toThrow('notOurs');
  });

  it('says of every listed token what may be taken, and no less', () => {
    expect(() => rules.build(chain, saying(5n), keyAt)).not.toThrow();
    expect(() => rules.build(chain, saying(5n, 4n), keyAt)).toThrow('understatedMessage');
    expect(() => rules.build(chain, saying(5n, 0n), keyAt)).toThrow('nothing is said of');
  });

  it('is of its own network, of families that sign any, and never a transaction', () => {
    const elsewhere = { ...permit(5n), domain: { ...permit(5n).domain, chainId: 1 } };
    const call = typedMessage(parseTypedData(JSON.stringify(elsewhere)));
    expect(() => rules.build(chain, intentOf(call), keyAt)).toThrow('messageElsewhere');
    const plan = { family: 'evm', nonce: '0', gasLimit: '21000', maxFeePerGas: '1', maxPriorityFeePerGas: '0' };
    expect(() => family.build(chain, saying(5n), plan, keyAt)).toThrow('kind');
    for (const other of [bitcoinChain, tronChain]) expect(familyOf(other).messages).toBeUndefined();
  });
});
