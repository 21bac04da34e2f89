import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Canonical,
  canonicalText,
  digestWords,
  fromBase64Url,
  type Intent,
  intentDigest,
  intentDigestHex,
  intentText,
  PolicyError,
  parseCanonical,
  parseIntent,
  parseKeygenRequest,
  parsePolicy,
  policyHash,
  policyText,
  remarkHash,
  toBase64Url,
} from '../src/index.ts';
import { bitcoinTransfer, documentIntent, hashOf, keygenRequest, solo, team, transfer } from './fixtures.ts';

/** Every string in a document, as the path to it. */
function leaves(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value === 'string') return [path];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value ?? {});
  return entries.flatMap(([key, inner]) => leaves(inner, [...path, key]));
}

function changed<T>(value: T, path: readonly (string | number)[], change: (text: string) => string): T {
  if (path.length === 0) return change(String(value)) as T;
  const [key = '', ...rest] = path;
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[key] = changed(copy[key], rest, change);
  return copy as T;
}

const samples: Intent[] = [
  transfer(),
  bitcoinTransfer(),
  transfer({ wallet: '8', remarkHash: hashOf('remark') }),
  documentIntent('policy', policyHash(team)),
  documentIntent('keygen', hashOf('request')),
];

describe('intent digest', () => {
  it('changes with every field of every kind of intent', () => {
    for (const intent of samples) {
      const digests = leaves(intent).map((path) => intentDigestHex(changed(intent, path, (text) => `${text}0`)));
      expect(digests.length).toBeGreaterThanOrEqual(30);
      expect(new Set([intentDigestHex(intent), ...digests]).size).toBe(digests.length + 1);
    }
  });

  it('changes with any text put anywhere', () => {
    const paths = leaves(samples[0]);
    const [intent] = samples;
    if (!intent) throw new Error('a sample');
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.string({ unit: 'grapheme', maxLength: 20 }), (path, text) => {
        const other = changed(intent, path, () => text);
        const same = JSON.stringify(other) === JSON.stringify(intent);
        return same === (intentDigestHex(other) === intentDigestHex(intent));
      }),
    );
  });

  it('changes when outputs change places, are added or taken away', () => {
    const out = (amount: string) => ({ address: 'a', amount, memo: '', entry: '', path: '' });
    const digests = [['1', '2'], ['2', '1'], ['1'], ['1', '2', '2'], ['12']].map((amounts) =>
      intentDigestHex(bitcoinTransfer({ outputs: amounts.map(out) })),
    );
    expect(new Set(digests).size).toBe(digests.length);
  });

  it('does not depend on the order in which fields were written', () => {
    const backwards = Object.fromEntries(Object.entries(transfer()).reverse()) as unknown as Intent;
    expect(intentDigestHex(backwards)).toBe(intentDigestHex(transfer()));
    expect(intentText(backwards)).toBe(intentText(transfer()));
  });

  it('is not the digest of the same bytes as a policy document or a plain hash', () => {
    expect(policyHash(team)).not.toBe(intentDigestHex(team as unknown as Intent));
  });
});

describe('parsing', () => {
  it('gives back what was written, for every kind of document', () => {
    for (const intent of samples) expect(parseIntent(intentText(intent))).toEqual(intent);
    for (const policy of [team, solo]) expect(parsePolicy(policyText(policy))).toEqual(policy);
    expect(parseKeygenRequest(canonicalText(keygenRequest))).toEqual(keygenRequest);
  });

  it('answers any text with a document or a PolicyError', () => {
    const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.constant(intentText(transfer())));
    fc.assert(
      fc.property(texts, fc.nat(5_000), fc.string({ maxLength: 3 }), (text, at, put) => {
        for (const read of [parseIntent, parsePolicy, parseKeygenRequest]) {
          try {
            read(text.slice(0, at) + put + text.slice(at + 1));
          } catch (error) {
            if (!(error instanceof PolicyError)) throw error;
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('takes canonical text of any strings, lists and objects, and only that', () => {
    const { value } = fc.letrec<{ value: Canonical }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.string({ unit: 'grapheme' }),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.string({ unit: 'grapheme' }), tie('value'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(value, (document) => {
        const text = canonicalText(document);
        expect(canonicalText(parseCanonical(text, 1_000_000) as Canonical)).toBe(text);
        expect(() => parseCanonical(`${text} `, 1_000_000)).toThrow(PolicyError);
      }),
    );
  });
});

describe('digest words', () => {
  it('are eight, pronounceable, and stand for the first 128 bits', () => {
    const words = digestWords(intentDigest(transfer()));
    expect(words).toHaveLength(8);
    for (const word of words)
      expect(word).toMatch(/^[bdfghjklmnprstvz][aiou][bdfghjklmnprstvz][aiou][bdfghjklmnprstvz]$/);
  });

  it('differ whenever one of these bits differs', () => {
    const digest = intentDigest(transfer());
    const flipped = Array.from({ length: 128 }, (_, bit) =>
      digest.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte)),
    );
    const all = [digest, ...flipped].map((bytes) => digestWords(bytes).join(' '));
    expect(new Set(all).size).toBe(129);
  });

  it('agree with the published example: 127.0.0.1 is lusab babad', () => {
    const [first, second] = digestWords(Uint8Array.of(127, 0, 0, 1, ...new Uint8Array(28)));
    expect(`${first} ${second}`).toBe('lusab babad');
  });
});

describe('remark hash', () => {
  it('is empty for no remark and the same for one text written in two ways', () => {
    expect(remarkHash('')).toBe('');
    expect(remarkHash('é')).toBe(remarkHash('e\u0301'));
    expect(remarkHash('a')).not.toBe(remarkHash('b'));
  });
});

describe('base64url', () => {
  it('agrees with Node’s own', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64url');
        expect(toBase64Url(bytes)).toBe(text);
        expect(fromBase64Url(text)).toEqual(new Uint8Array(bytes));
      }),
    );
  });

  it.each(['a', 'ab=', 'a+b/', 'a b', 'ä'])('does not read %j', (text) => expect(fromBase64Url(text)).toBeUndefined());
});
