import { type BookEntry, entryHash } from '@holdfast/policy';
import {
  ada,
  bob,
  cleo,
  expectedOf,
  fixtureNow,
  person,
  policyOf,
  recipient,
  replyOf,
  ruleOf,
  testChains,
  transferOf,
} from '@holdfast/testkit/review';
import { describe, expect, it } from 'vitest';
import { blocksOf } from '../src/format.ts';
import { flowText, memberName, type Naming, openReview, payeeOf, ruleText, sayEn } from '../src/index.ts';

const policy = policyOf([ada, bob, cleo]);
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const entry: BookEntry = {
  chains: ['evm:31337'],
  address: recipient,
  memo: '',
  assets: [],
  label: 'Rent',
};
const naming: Naming = { policy, chains: testChains, entries: new Map([[entryHash(entry), { entry, since: 0 }]]) };
const { when } = ruleOf();
const contractBlocks = blocksOf(recipient).join(' ');

describe('a rule as a sentence', () => {
  it('says what, how much, from where, by whom, to whom and who decides', () => {
    expect(ruleText(sayEn, naming, ruleOf())).toBe(
      'Transfers of more than 10,000 USD in 24 h, summed over the wallet, with the highest fees from wallet 7, asked by any operator, to an address that is not listed: Desk: 2 of Ada, Bob, Cleo, then Release (last step): Ada, initiator excluded',
    );
  });

  it('says what arguments of calls have to be, by their names, and which bytecode is deployed', () => {
    const method = 'setCap(uint256 cap,(address who,int64 from)[] for)';
    const bound = { method, at: '0', least: '', most: '', in: [] };
    const args = [
      { ...bound, least: '10', most: '250' },
      { ...bound, at: '1.0', in: [recipient] },
      { ...bound, at: '1.1', least: '-5' },
    ];
    const of = (change: object) => ruleText(sayEn, naming, ruleOf({ type: 'web3', when: { ...when, ...change } }));
    const said = of({ args });
    for (const part of [
      `where the argument cap of ${method} is from 10 to 250`,
      `, and the argument for.who of ${method} is 0x90F7`,
      `, and the argument for.from of ${method} is -5 or more`,
    ])
      expect(said).toContain(part);
    const code = 'ab'.repeat(32);
    expect(of({ deploys: [{ chain: 'evm:31337', code, inputs: '(address owner)' }] })).toContain(
      `, deploying the bytecode 0x${code} with constructor(address owner) on Local Ethereum evm:31337`,
    );
  });

  it('says how many NFTs of which collections leave, in which window', () => {
    const collections = [{ chain: 'evm:31337', contract: recipient }];
    const nfts = { collections, over: '', upTo: '', hours: '0', scope: 'wallet' as const };
    const of = (change: object) =>
      ruleText(sayEn, naming, ruleOf({ type: 'web3', when: { ...when, nfts: { ...nfts, ...change } } }));
    const place = `${contractBlocks} on Local Ethereum evm:31337`;
    expect(of({})).toContain(`, sending NFTs of ${place}`);
    expect(of({ over: '3' })).toContain(`, sending more than 3 NFTs of ${place}`);
    expect(of({ upTo: '5', hours: '24', scope: 'member' })).toContain(
      `, sending at most 5 NFTs of ${place} in 24 h, counted over who asks`,
    );
    expect(of({ over: '1', upTo: '5', collections: [...collections, ...collections] })).toContain(
      `, sending more than 1 and at most 5 NFTs of ${place} or ${place} together`,
    );
    // A signature may give some away, and nobody can say how many: so who refuses or asks for more speaks of that too, and who lets pass does not.
    expect(of({ over: '3' })).toContain(', or signing a message that tells of them');
    const passing = ruleOf({
      type: 'web3',
      action: 'pass',
      nodes: [],
      when: { ...when, nfts: { ...nfts, upTo: '5' } },
    });
    expect(ruleText(sayEn, naming, passing)).not.toContain('signing');
  });

  it('gives amounts exactly, with the decimals of an asset that the signer knows, else in smallest units', () => {
    const amount = {
      unit: 'coin' as const,
      over: '1234567',
      upTo: '2500000000001',
      hours: '0',
      scope: 'wallet' as const,
    };
    const known = {
      ...when,
      amount,
      assets: { mode: 'only' as const, list: [{ chain: 'evm:31337', contract: token }] },
    };
    expect(ruleText(sayEn, naming, ruleOf({ when: known }))).toContain(
      'of more than 1.234567 USDC and at most 2,500,000.000001 USDC in USDC (0x5FbD B231',
    );
    const small = {
      ...known,
      assets: { mode: 'only' as const, list: [{ chain: 'evm:31337', contract: token.toLowerCase() }] },
    };
    expect(ruleText(sayEn, naming, ruleOf({ when: small }))).toContain(
      '0aa3 on Local Ethereum evm:31337 (in this spelling no asset)',
    );
    const unknown = { ...known, assets: { mode: 'only' as const, list: [{ chain: 'evm:1', contract: token }] } };
    const text = ruleText(sayEn, naming, ruleOf({ when: unknown }));
    expect(text).toContain('of more than 1234567 smallest units and at most 2500000000001 smallest units');
    expect(text).toContain('on the unknown network evm:1');
    expect(text).not.toContain('USDC');
  });

  it('says of calls what goes along and which contract is called, and that a rule lets pass nothing but what it names', () => {
    const calls = [{ chain: 'evm:31337', contract: token, methods: ['0xd0e30db0'] }];
    const amount = { unit: 'usd' as const, over: '', upTo: '10000', hours: '0', scope: 'wallet' as const };
    const bare = { ...when, initiators: [], wallets: [], amount, calls };
    const called = '0x5FbD B231 5678 afec b367 f032 d93F 642f 6418 0aa3 on Local Ethereum evm:31337 by 0xd0e30db0';
    const text = (change: Parameters<typeof ruleOf>[0]): string =>
      ruleText(sayEn, naming, ruleOf({ when: bare, nodes: [], ...change }));
    expect(text({ type: 'web3', action: 'pass' })).toBe(
      `Web3 calls with a value of at most 100 USD, to an address that is not listed, calling nothing but ${called}: nobody has to approve`,
    );
    expect(text({ type: 'trade', action: 'refuse' })).toBe(
      `Trades of at most 100 USD, to an address that is not listed, calling ${called}: refused, nobody can approve`,
    );
  });

  it('names entries by label and whole address, and by the hash where nothing is known of them', () => {
    const entries = [entryHash(entry), 'e'.repeat(64)];
    const text = ruleText(sayEn, naming, ruleOf({ when: { ...when, destinations: { mode: 'listed', entries } } }));
    expect(text).toContain(`“Rent” (0x90F7 9bf6 EB2c 4f87 0365 E785 982E 1f10 1E93 b906), ${'e'.repeat(64)}`);
  });

  it('says that nobody approves, that nobody can, and that a rule is off', () => {
    expect(ruleText(sayEn, naming, ruleOf({ action: 'pass', nodes: [] }))).toMatch(/: nobody has to approve$/);
    expect(ruleText(sayEn, naming, ruleOf({ action: 'refuse', nodes: [] }))).toMatch(/: refused, nobody can approve$/);
    expect(ruleText(sayEn, naming, ruleOf({ enabled: 'off' }))).toMatch(/^\(switched off\) Transfers/);
  });

  it('lets no name pass for two people, for another one, or for part of the sentence', () => {
    const two = person('m-two', 'Bob, Cleo', 'approver', 4);
    const twin = person('m-twin', 'ＢＯＢ', 'approver', 5);
    const either = person('m-or', 'Ada or Cleo', 'approver', 6);
    const rules = policyOf([ada, bob, cleo, two, twin, either]);
    const [strategy] = rules.strategies;
    if (!strategy) throw new Error('no strategy');
    expect(flowText(sayEn, { policy: rules }, strategy)).toBe(
      'Approvers (last step): Ada or “Bob (m-bob)” or Cleo or “Bob, Cleo” or “ＢＯＢ (m-twin)” or “Ada or Cleo”, initiator excluded',
    );
    expect(memberName({ policy: rules }, 'm-bob')).toBe('Bob (m-bob)');
  });
});

describe('a payee', () => {
  const of = (change: Partial<BookEntry>, since: number, told = true) => {
    const one = { ...entry, ...change };
    const outputs = [{ address: recipient, amount: '1', memo: '', entry: entryHash(one), path: '' }];
    const intent = transferOf(policy, { outputs });
    const entries = told ? [{ entry: one, since }] : [];
    const review = openReview(replyOf(policy, intent, { entries }), expectedOf(intent));
    const [output] = review.intent.outputs;
    return output && payeeOf(review, output, fixtureNow);
  };
  const day = 24 * 3_600_000;

  it('is an entry with its label, once it has cooled down', () => {
    expect(of({}, fixtureNow - day)).toEqual({ kind: 'entry', label: 'Rent', state: 'active', from: fixtureNow });
    expect(of({}, fixtureNow - day + 1)).toMatchObject({ state: 'cooling' });
  });

  it('is not an entry that is for another address, network, memo or asset', () => {
    for (const change of [{ address: token }, { chains: ['evm:1'] }, { memo: '7' }, { assets: [token] }])
      expect(of(change, 0)).toMatchObject({ kind: 'entry', state: 'other' });
  });

  it('waits as long as the signer holds it to, and nobody in the book is told until when', () => {
    const held = [{ mode: 'on' as const, coolingHours: '48', until: fixtureNow + 30 * 3_600_000 }];
    const named = { address: recipient, amount: '1', memo: '', entry: entryHash(entry), path: '' };
    const at = (output: typeof named, since: number) => {
      const intent = transferOf(policy, { outputs: [output] });
      const reply = replyOf(policy, intent, { entries: [{ entry, since }], held });
      const review = openReview(reply, expectedOf(intent));
      const [paid] = review.intent.outputs;
      return paid && payeeOf(review, paid, fixtureNow);
    };
    expect(at(named, fixtureNow - 2 * day)).toMatchObject({ state: 'active', from: fixtureNow });
    expect(at(named, fixtureNow - 2 * day + 1)).toMatchObject({ state: 'cooling', from: fixtureNow + 1 });
    expect(at(named, fixtureNow)).toMatchObject({ state: 'cooling', from: held[0]?.until });
    expect(at({ ...named, entry: '' }, 0)).toEqual({ kind: 'nobody', from: held[0]?.until });
  });

  /** What the page says where the book has this entry, and the request names none. */
  const toldAt = (since: number, change: Partial<BookEntry> = {}) => {
    const outputs = [{ address: recipient, amount: '1', memo: '', entry: '', path: '' }];
    const intent = transferOf(policy, { outputs });
    const entries = [{ entry: { ...entry, ...change }, since }];
    const review = openReview(replyOf(policy, intent, { entries }), expectedOf(intent));
    const [paid] = review.intent.outputs;
    return paid && payeeOf(review, paid, fixtureNow);
  };

  it('is told of by the book though the request names no entry: cooling down, or listed since', () => {
    expect(toldAt(fixtureNow - day + 1)).toEqual({
      kind: 'entry',
      label: 'Rent',
      state: 'cooling',
      from: fixtureNow + 1,
      // The whitelist is off: it is paid at once.
      paidFrom: fixtureNow,
    });
    expect(toldAt(fixtureNow - day)).toMatchObject({ label: 'Rent', state: 'unnamed' });
    expect(toldAt(0, { chains: ['evm:1'] })).toEqual({ kind: 'nobody', from: undefined });
  });

  it('is told of by the book as listed with a memo alone, where the payment has none', () => {
    expect(toldAt(0, { memo: '7' })).toMatchObject({ label: 'Rent', state: 'other' });
  });

  it('is untold when the signer sends no entry, or one of another hash', () => {
    expect(of({}, 0, false)).toMatchObject({ kind: 'untold' });
    const outputs = [{ address: recipient, amount: '1', memo: '', entry: 'e'.repeat(64), path: '' }];
    const intent = transferOf(policy, { outputs });
    const entries = [{ entry, since: 0 }, { entry: { ...entry, more: 'x' }, since: 0 }, null, 'nonsense'];
    const review = openReview(replyOf(policy, intent, { entries }), expectedOf(intent));
    expect([...review.entries.keys()]).toEqual([entryHash(entry)]);
    const [output] = review.intent.outputs;
    expect(output && payeeOf(review, output, fixtureNow)).toEqual({ kind: 'untold', hash: 'e'.repeat(64) });
  });
});
