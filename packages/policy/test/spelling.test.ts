import { describe, expect, it } from 'vitest';
import { type BookChange, checkPolicyChange, type PolicyDocument, policyHash, unconditional } from '../src/index.ts';
import { checkNewPolicy, isSpelled, misspelledIn } from '../src/spelling.ts';
import { crew, rule } from './cases/crew.ts';

const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const lower = token.toLowerCase();
const segwit = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const next = (senior: PolicyDocument['senior'], current: PolicyDocument): PolicyDocument => ({
  ...current,
  senior,
  version: String(Number(current.version) + 1),
  prev: policyHash(current),
});
const naming = (contract: string) => ({
  only: { ...unconditional, assets: { mode: 'only' as const, list: [{ chain: 'evm:31337', contract }] } },
  except: { ...unconditional, assets: { mode: 'except' as const, list: [{ chain: 'evm:31337', contract }] } },
  calls: { ...unconditional, calls: [{ chain: 'evm:31337', contract, methods: [] }] },
});
const before = { ...crew, senior: [] };

describe('an address has one spelling', () => {
  it.each(['', token, segwit, '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', '0x1', 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'])(
    'and %s is in it',
    (text) => expect(isSpelled(text)).toBe(true),
  );
  it.each([
    lower,
    `0x${lower.slice(2).toUpperCase()}`,
    token.replace('F', 'f'),
    `0x${'0'.repeat(40)}`,
    segwit.toUpperCase(),
  ])('and %s is not', (text) => expect(isSpelled(text)).toBe(false));
});

describe('a new document', () => {
  it.each(['only', 'except', 'calls'] as const)(
    'is refused where a rule names a contract in another spelling: %s',
    (kind) => {
      const with_ = (contract: string) => {
        const type = kind === 'calls' ? 'web3' : 'transfer';
        return next([rule('refuse', naming(contract)[kind], { type })], before);
      };
      expect(checkNewPolicy(before, with_(token))).toEqual([]);
      expect(checkNewPolicy(before, with_(lower))).toEqual(['addressSpelling']);
      // What was signed reads and is judged as on its day.
      expect(checkPolicyChange(before, with_(lower))).toEqual([]);
    },
  );

  it('may keep a rule as it was signed, and switch it, but not write its conditions so again', () => {
    const old = rule('refuse', naming(lower).only, { id: 'old' });
    const current = { ...crew, senior: [old] };
    expect(checkNewPolicy(current, next([{ ...old, enabled: 'off' }], current))).toEqual([]);
    const changed = { ...old, when: { ...old.when, wallets: ['7'] } };
    expect(checkNewPolicy(current, next([changed], current))).toEqual(['addressSpelling']);
    expect(checkNewPolicy(current, next([{ ...old, id: 'copy' }], current))).toEqual(['addressSpelling']);
  });

  it('is refused as the first one too', () => {
    const first = { ...crew, version: '1', prev: '', senior: [rule('refuse', naming(lower).only)] };
    expect(checkNewPolicy(undefined, first)).toContain('addressSpelling');
  });
});

it('a change of the address book names payees and assets in their one spelling', () => {
  const change = (address: string, assets: string[]): BookChange => ({
    v: '1',
    domain: 'holdfast/book/v1',
    deployment: 'a'.repeat(64),
    prev: '',
    add: [{ chains: ['evm:31337'], address, memo: '', assets, label: 'Rent' }],
    remove: [],
  });
  expect(misspelledIn(change(token, ['', token]))).toEqual([]);
  expect(misspelledIn(change(lower, ['', lower]))).toEqual([lower, lower]);
});
