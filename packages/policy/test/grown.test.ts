import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import * as ours from '../src/index.ts';
import { crew, rule } from './cases/crew.ts';
import { corpus } from './corpus/read.ts';
import { refOf, transfer } from './fixtures.ts';
import { grow } from './grown/grow.ts';

const { library: grown, remove } = await grow();
afterAll(remove);

const output = { address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72', amount: '1', memo: '', entry: '', path: '' };
const when = { ...ours.unconditional, wallets: ['7'], payees: '2' };
const limited = rule('pass', when, { id: 'few', name: 'Few payees' });
const stopping = rule('refuse', {}, { id: 'stop' });
const made = { ...crew, senior: [limited, stopping] };
const drafted = grown.draftPolicy(made);
const text = grown.policyText(drafted);
const codeOf = (read: () => unknown): string => {
  try {
    read();
  } catch (error) {
    return String((error as Error).message);
  }
  return 'no refusal';
};

describe('with a condition more', () => {
  it('everything that was ever signed reads, hashes and is judged as before', () => {
    for (const { name, expected, found } of corpus(grown))
      expect({ name, found: found() }).toEqual({ name, found: expected });
  });

  it('a document that does not use it stays in the version it had, byte for byte', () => {
    const { senior: _, ...rest } = made;
    const plain = { ...rest, senior: [stopping, { ...limited, when: { ...when, payees: '' } }] };
    expect(grown.policyText(grown.draftPolicy(plain))).toBe(
      ours.policyText({
        ...rest,
        senior: [stopping, rule('pass', { wallets: ['7'] }, { id: 'few', name: 'Few payees' })],
      }),
    );
  });

  it('a document that uses it is of the next version, says nothing but its conditions, and comes back as it was', () => {
    expect(JSON.parse(text)).toMatchObject({
      v: '5',
      senior: [{ when: { wallets: ['7'], payees: '2' } }, { when: {} }],
    });
    expect(Object.keys(JSON.parse(text).senior[0].when)).toEqual(['payees', 'wallets']);
    const read = grown.parsePolicy(text);
    expect(read.senior[0]?.when).toEqual(when);
    expect(grown.policyText(read)).toBe(text);
    const hash = createHash('sha256').update(`holdfast/policy/v1\0${text}`).digest('hex');
    expect([grown.policyHash(read), grown.policyHash({ ...made, v: '5' as '1' })]).toEqual([hash, hash]);
    expect(grown.checkPolicy(read)).toEqual([]);
  });

  it('it counts where rules are matched, and where a change is compared', () => {
    const read = grown.parsePolicy(text);
    const of = (payees: number) => {
      const intent = transfer({
        policy: refOf(crew),
        initiator: 'cem',
        outputs: Array.from({ length: payees }, () => output),
      });
      return grown.rulingOn(read, intent, grown.nothingKnown, {})?.rule.id;
    };
    expect([of(1), of(2), of(3)]).toEqual(['few', 'few', 'stop']);
    const before = { ...crew, senior: [rule('pass', { wallets: ['7'] }, { id: 'few', name: 'Few payees' })] };
    expect(grown.isTightening(before, { ...before, senior: [stopping, ...before.senior] })).toBe(true);
    expect(grown.isTightening(before, { ...before, senior: [limited] })).toBe(false);
  });

  it('a rules file has it only where it is used', () => {
    const written = grown.rulesFileText(drafted, []);
    expect(grown.rulesOfFile(drafted, grown.parseRulesFile(written)).senior).toEqual(made.senior);
    expect(written.match(/"payees"/g)).toHaveLength(1);
    expect(codeOf(() => ours.parseRulesFile(written))).toBe('unknownField at senior.0.when.payees');
  });

  it('whoever does not know it refuses the document by its version', () => {
    expect(codeOf(() => ours.parsePolicy(text))).toBe('badField at v');
    expect(codeOf(() => ours.parsePolicy(text.replace('"v":"5"', '"v":"4"')))).toBe(
      'unknownField at senior.0.when.payees',
    );
  });

  it('no version says what it has no words for, and none says a thing in two ways', () => {
    expect(codeOf(() => grown.policyText(made))).toBe('inconsistent at payees');
    const spelled = text.replace('"payees":"2"', '"initiators":[],"payees":"2"');
    expect(codeOf(() => grown.parsePolicy(spelled))).toBe('badField at senior.0.when.initiators');
  });
});
