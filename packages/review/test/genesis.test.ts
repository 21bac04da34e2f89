import { checkGenesis, parsePolicy, policyHash, policyText } from '@holdfast/policy';
import type { SignerFacts } from '@holdfast/review/facts';
import { ada, policyOf, signed, transferOf } from '@holdfast/testkit/review';
import { describe, expect, it } from 'vitest';
import { firstPolicy, genesisStatement, isMemberName, mismatches, readGenesis, signerInfos } from '../src/genesis.ts';

const { signers } = policyOf([ada]);
const [credential] = ada.member.credentials;
if (!credential) throw new Error('no credential');

const facts = (id: '1' | '2', change: object = {}): SignerFacts =>
  ({
    ...signers.find((signer) => signer.id === id),
    signer: id,
    peers: signers.filter((signer) => signer.id !== id),
    keyGroups: [],
    chains: [],
    ...change,
  }) as never;

describe('the first rules', () => {
  it('are sound: the owner alone, for every wallet, in an installation of their own', () => {
    const one = firstPolicy('Ada', credential, signers);
    expect(checkGenesis(parsePolicy(policyText(one)))).toEqual([]);
    expect(one.members.map((member) => [member.name, member.role])).toEqual([['Ada', 'owner']]);
    expect(firstPolicy('Ada', credential, signers).deployment).not.toBe(one.deployment);
    expect(genesisStatement(one)).toMatchObject({ intent: policyHash(one), decision: 'approve' });
  });

  it('take names as people write them, and none that hide or reorder characters', () => {
    for (const name of ['Ada', 'Ada Lovelace', '王小明', 'José <b>', 'שרה'])
      expect([name, isMemberName(name, signers)]).toEqual([name, true]);
    for (const name of ['', 'a\nb', 'x\u202ey', 'z'.repeat(101)])
      expect([name, isMemberName(name, signers)]).toEqual([name, false]);
  });
});

describe('the signers among themselves', () => {
  it('are listed by id, whoever serves the page', () => {
    expect(signerInfos([facts('2'), facts('1')]).map((signer) => signer.id)).toEqual(['1', '2']);
  });

  it('are told apart from somebody who stands between them', () => {
    expect(mismatches([facts('1'), facts('2')])).toEqual([]);
    expect(mismatches([facts('1'), facts('2', { identity: 'c'.repeat(64) })])).toEqual(['Signer 2']);
    expect(mismatches([facts('1', { channel: 'c'.repeat(64) }), facts('2')])).toEqual(['Signer 1']);
  });
});

describe('a set-up that was begun before', () => {
  it('is taken up only when its signature holds over exactly its rules', () => {
    const rules = policyOf([ada]);
    const other = signed(ada, transferOf(rules), 'approve');
    expect(readGenesis(null)).toBeUndefined();
    expect(readGenesis('nonsense')).toBeUndefined();
    expect(readGenesis(JSON.stringify({ document: policyText(rules), proof: other }))).toBeUndefined();
  });
});
