import {
  type Approval,
  type BookEntry,
  emptyBook,
  entryHash,
  type Intent,
  intentDigestHex,
  type PolicyDocument,
  policyHash,
  type SignedQuote,
  signQuote,
  unconditional,
} from '@holdfast/policy';
import { decide, evmPayee, otherEvmPayee } from '@holdfast/testkit/signer';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import {
  addressOf,
  changing,
  draftOf,
  now,
  outcome,
  paying,
  payment,
  people,
  policy,
  type Scenario,
  under,
} from './scenario.ts';

type Rule = PolicyDocument['senior'][number];

const anything: Rule['when'] = unconditional;
const rule = (id: string, action: Rule['action'], when: Partial<Rule['when']> = {}): Rule => ({
  id,
  name: id,
  enabled: 'on',
  type: 'transfer',
  when: { ...anything, ...when },
  action,
  signProtection: 'on',
  nodes: action === 'flow' ? [{ kind: 'sign', name: 'board', approvers: ['olga', 'adam'], threshold: '2' }] : [],
});
const usd = (upTo: string, hours = '0'): Partial<Rule['when']> => ({
  amount: { unit: 'usd', over: '', upTo, hours, scope: 'workspace' },
});

const keys = { '1': ed25519.keygen(), '2': ed25519.keygen() };
const signers = policy.signers.map((signer) => ({
  ...signer,
  identity: bytesToHex(keys[signer.id as '1' | '2'].publicKey),
}));
const quoteOf = (signer: '1' | '2', price: string, at = now): SignedQuote =>
  signQuote(
    { deployment: policy.deployment, chain: 'evm:31337', contract: '', usd: price, at: String(at), signer },
    keys[signer].secretKey,
  );

/** Omar alone asks for 0.001 ETH (by default) under these rules. */
function asksAlone(
  senior: Rule[],
  changes: Partial<Intent> = {},
  quotes: SignedQuote[] = [],
  doc: Partial<PolicyDocument> = {},
): Scenario {
  return under({ senior, signers, ...doc }, (ref) => {
    const intent = payment('evm', { ...ref, ...changes });
    const s = paying(intent, [decide(intent, people.omar, 'initiate')]);
    return { ...s, request: { ...s.request, quotes } };
  });
}
const to = (address: string, more: Partial<Intent['outputs'][number]> = {}): Partial<Intent> => ({
  outputs: [{ address, amount: '1000000000000000', memo: '', entry: '', path: '', ...more }],
});

describe('the first rule that matches decides', () => {
  test('a rule that passes needs the initiator only', async () => {
    expect(await outcome(asksAlone([rule('small', 'pass')]))).toBe('admitted');
  });
  test('a rule that refuses before it wins', async () => {
    expect(await outcome(asksAlone([rule('never', 'refuse'), rule('small', 'pass')]))).toBe('refusedByRule');
  });
  test('a rule that is switched off, or of another type, is passed over', async () => {
    const off: Rule = { ...rule('off', 'pass'), enabled: 'off' };
    expect(await outcome(asksAlone([off, { ...rule('web3', 'pass'), type: 'web3' }]))).toBe('approvalsMissing');
  });
  test('without one, the basic strategy stands behind', async () => {
    expect(await outcome(asksAlone([rule('others', 'pass', { wallets: ['8'] })]))).toBe('approvalsMissing');
  });
});

describe('values are counted by the signers\u2019 own quotes', () => {
  const cheap = [rule('small', 'pass', usd('500'))];
  test('within the bound, to the cent', async () => {
    expect(await outcome(asksAlone(cheap, {}, [quoteOf('1', '5000'), quoteOf('2', '4999')]))).toBe('admitted');
    expect(await outcome(asksAlone(cheap, {}, [quoteOf('1', '5000.01'), quoteOf('2', '4000')]))).toBe(
      'approvalsMissing',
    );
  });
  test.each([
    ['no quote at all', []],
    ['one signer\u2019s quote only', [quoteOf('1', '1')]],
    ['an old quote', [quoteOf('1', '1'), quoteOf('2', '1', now - 16 * 60_000)]],
    ['a quote that nobody signed', [quoteOf('1', '1'), { ...quoteOf('2', '9000'), usd: '1' }]],
    ['one signer\u2019s quote twice', [quoteOf('1', '1'), quoteOf('1', '2')]],
  ] as const)('%s is no price, and then the bound is passed', async (_, quotes) => {
    expect(await outcome(asksAlone(cheap, {}, [...quotes]))).toBe('approvalsMissing');
  });
  const minutes = 60_000;
  const both = (price: string, at = now): SignedQuote[] => [quoteOf('1', price, at), quoteOf('2', price, at)];
  /** Shown three days ago, when ether was worth that; and signed for with these. */
  function shownAt(price: string, quotes: SignedQuote[], senior = cheap): Scenario {
    const s = asksAlone(senior, {}, quotes);
    const intent = JSON.parse(s.request.intent) as Intent;
    const at = now - 3 * 86_400_000;
    s.state.announced.set(intent.id, {
      stops: 0,
      replaces: [],
      beside: [],
      intent,
      text: s.request.intent,
      digest: '',
      attachments: {},
      remark: '',
      approvals: [],
      at,
      quotes: both(price, at),
    });
    return s;
  }
  test('of the announcement and of now the highest counts', async () => {
    expect(await outcome(shownAt('5000', both('1')))).toBe('admitted');
    expect(await outcome(shownAt('5001', both('1')))).toBe('approvalsMissing');
    expect(await outcome(shownAt('1', both('5000')))).toBe('admitted');
    expect(await outcome(shownAt('1', both('5001')))).toBe('approvalsMissing');
  });
  test('without quotes of now, by this signer\u2019s clock, it waits, however little it was worth', async () => {
    expect(await outcome(shownAt('1', both('1', now - 5 * minutes)))).toBe('admitted');
    for (const at of [now - 5 * minutes - 1, now + 5 * minutes + 1, now - 3 * 86_400_000])
      expect(await outcome(shownAt('1', both('1', at)))).toBe('pricesMissing');
    expect(await outcome(shownAt('1', [quoteOf('1', '1')]))).toBe('pricesMissing');
    expect(await outcome(shownAt('1', [], [rule('any', 'pass')]))).toBe('admitted');
  });
  test('a rule that asks for less where more is paid does not come by a price that rose', async () => {
    const amount = { unit: 'usd', over: '500', upTo: '1000', hours: '0', scope: 'workspace' } as const;
    const inverse = [rule('more', 'pass', { amount })];
    expect(await outcome(shownAt('6000', both('6000'), inverse))).toBe('admitted');
    expect(await outcome(shownAt('5000', both('6000'), inverse))).toBe('approvalsMissing');
  });
  test('what a rule refuses at the price of now is refused', async () => {
    const amount = { unit: 'usd', over: '500', upTo: '', hours: '0', scope: 'workspace' } as const;
    const refusing = [rule('never', 'refuse', { amount }), rule('any', 'pass')];
    expect(await outcome(shownAt('5000', both('5000'), refusing))).toBe('admitted');
    expect(await outcome(shownAt('5000', both('5001'), refusing))).toBe('refusedByRule');
    expect(await outcome(shownAt('5000', [], refusing))).toBe('pricesMissing');
  });
  test('where a signature may exist, the prices count by which it was let go', async () => {
    const s = shownAt('1', both('5001'));
    const intent = JSON.parse(s.request.intent) as Intent;
    const [{ id }, digest] = [intent, intentDigestHex(intent)];
    const { conflict } = await draftOf(shownAt('1', both('1')));
    if (!conflict) throw new Error('no class');
    const [workspace, wallet, asset] = ['1', '7', 'evm:31337|'];
    const prices = { [asset]: '1' };
    s.state.decided.set(id, { id, digest, conflict, workspace, wallet, asset, amount: '1', expires: now, prices });
    expect(await outcome(s)).toBe('approvalsMissing');
    s.state.exposed.add(id);
    expect(await outcome(s)).toBe('admitted');
    // What this signer is told of since is for its pages: another signer asks for more by it.
    Object.assign(s.state.announced.get(id) ?? {}, { risen: { [asset]: '5001' } });
    expect(await outcome(s)).toBe('admitted');
  });
});

describe('windows are counted in this signer\u2019s own journal', () => {
  const day: Rule[] = [
    rule('day', 'pass', {
      assets: { mode: 'only', list: [{ chain: 'evm:31337', contract: '' }] },
      amount: { unit: 'coin', over: '', upTo: '13000000000000000', hours: '24', scope: 'wallet' },
    }),
  ];
  const spent = (s: Scenario, units: bigint, at: number, wallet = '7'): Scenario => {
    s.state.spendings.add({
      id: `x${at}${wallet}`,
      at,
      wallet,
      member: 'omar',
      asset: 'evm:31337|',
      units,
      cents: undefined,
    });
    return s;
  };
  // Each payment is 0.001 ETH and costs 0.01 ETH at most.
  test('up to the bound it passes with its highest fee, one unit more does not, and what is a day old is not counted', async () => {
    expect(await outcome(spent(asksAlone(day), 2_000_000_000_000_000n, now - 1))).toBe('admitted');
    expect(await outcome(spent(asksAlone(day), 2_000_000_000_000_001n, now - 1))).toBe('approvalsMissing');
    expect(await outcome(spent(asksAlone(day), 2_000_000_000_000_001n, now - 86_400_000))).toBe('admitted');
    expect(await outcome(spent(asksAlone(day), 2_000_000_000_000_001n, now - 1, '8'))).toBe('admitted');
  });
  test('the fee of a token payment counts in the windows of the coin', async () => {
    const s = asksAlone(day);
    const cost = { asset: 'evm:31337|', units: 2_000_000_000_000_001n, cents: undefined };
    s.state.spendings.add({
      id: 'x',
      at: now - 1,
      wallet: '7',
      member: 'omar',
      asset: 'token',
      units: 1n,
      cents: 1n,
      fee: cost,
    });
    expect(await outcome(s)).toBe('approvalsMissing');
    s.state.spendings.drop('x');
    expect(await outcome(s)).toBe('admitted');
  });
  test('an intent that was decided already is not counted against itself', async () => {
    const s = asksAlone(day);
    const { id } = JSON.parse(s.request.intent) as Intent;
    s.state.spendings.add({
      id,
      at: now - 1,
      wallet: '7',
      member: 'omar',
      asset: 'evm:31337|',
      units: 13n * 10n ** 15n,
      cents: undefined,
    });
    expect(await outcome(s)).toBe('admitted');
  });
  test('the value at the decision is what the next one finds', async () => {
    const draft = await draftOf(
      asksAlone([rule('small', 'pass', usd('2202', '24'))], {}, [quoteOf('1', '2000.005'), quoteOf('2', '1')]),
    );
    expect(draft.cents).toBe(201n);
    expect(draft.feeCents).toBe(2001n);
  });
});

describe('with the whitelist on', () => {
  const book: Partial<PolicyDocument> = { book: { mode: 'on', coolingHours: '24' } };
  const entry: BookEntry = { chains: ['evm:31337'], address: evmPayee, memo: '', assets: [], label: 'Payee' };
  const hash = entryHash(entry);
  const listed = (s: Scenario, since: number): Scenario => {
    s.state.book = { ...emptyBook, hash: 'x', entries: new Map([[hash, { entry, since }]]) };
    return s;
  };
  const pass = [rule('any', 'pass')];
  const day = 86_400_000;

  test('an address that is in no book is refused, whoever approved', async () => {
    expect(await outcome(asksAlone(pass, {}, [], book))).toBe('destinationNotListed');
  });
  test('an entry is good from the end of its cooling period on, not a millisecond before', async () => {
    expect(await outcome(listed(asksAlone(pass, to(evmPayee, { entry: hash }), [], book), now - day))).toBe('admitted');
    expect(await outcome(listed(asksAlone(pass, to(evmPayee, { entry: hash }), [], book), now - day + 1))).toBe(
      'addressEntryUnknown',
    );
  });
  test('an entry is good for its own address only', async () => {
    expect(await outcome(listed(asksAlone(pass, to(otherEvmPayee, { entry: hash }), [], book), 0))).toBe(
      'addressEntryUnknown',
    );
  });
  test('an own address is known by deriving it, not by being called so', async () => {
    const own = addressOf('evm', 'm/60/8/0/0');
    expect(await outcome(asksAlone(pass, to(own, { path: 'm/60/8/0/0' }), [], book))).toBe('admitted');
    expect(await outcome(asksAlone(pass, to(own), [], book))).toBe('destinationNotListed');
    expect(await outcome(asksAlone(pass, to(otherEvmPayee, { path: 'm/60/8/0/0' }), [], book))).toBe('unknownWallet');
    expect(await outcome(asksAlone(pass, to(own, { path: 'm/60/9/0/0' }), [], book))).toBe('unknownWallet');
  });
});

describe('with the whitelist switched off lately', () => {
  const off: Partial<PolicyDocument> = { book: { mode: 'off', coolingHours: '1' } };
  const entry: BookEntry = { chains: ['evm:31337'], address: evmPayee, memo: '', assets: [], label: 'Payee' };
  const hash = entryHash(entry);
  const pass = [rule('any', 'pass')];
  const hour = 3_600_000;
  /** Held for so long still; the entry was listed so long ago. */
  const held = (s: Scenario, forMs: number, ago = 0): Scenario => {
    s.state.held = [{ mode: 'on', coolingHours: '24', until: now + forMs }];
    s.state.book = { ...emptyBook, hash: 'x', entries: new Map([[hash, { entry, since: now - ago }]]) };
    return s;
  };

  test('an address that is in no book is refused up to the last millisecond, whoever approved', async () => {
    expect(await outcome(held(asksAlone(pass, {}, [], off), 1))).toBe('whitelistHeld');
    expect(await outcome(held(asksAlone(pass, {}, [], off), 0))).toBe('admitted');
    expect(await outcome(asksAlone(pass, {}, [], off))).toBe('admitted');
  });
  test('an entry is good when it has waited as long as is held to, and when that is over as the members have it now', async () => {
    const to24 = to(evmPayee, { entry: hash });
    expect(await outcome(held(asksAlone(pass, to24, [], off), 1, 24 * hour - 1))).toBe('addressEntryUnknown');
    expect(await outcome(held(asksAlone(pass, to24, [], off), 1, 24 * hour))).toBe('admitted');
    expect(await outcome(held(asksAlone(pass, to24, [], off), 0, hour))).toBe('admitted');
    expect(await outcome(held(asksAlone(pass, to24, [], off), 0, hour - 1))).toBe('addressEntryUnknown');
  });
  test('an own address is paid all the same', async () => {
    const own = addressOf('evm', 'm/60/8/0/0');
    expect(await outcome(held(asksAlone(pass, to(own, { path: 'm/60/8/0/0' }), [], off), 1))).toBe('admitted');
    expect(await outcome(held(asksAlone(pass, to(own), [], off), 1))).toBe('whitelistHeld');
  });
});

describe('roles by sub-wallet', () => {
  const member = (change: Partial<PolicyDocument['members'][number]>): Partial<PolicyDocument> => ({
    members: policy.members.map((one) => (one.id === 'omar' ? { ...one, ...change } : one)),
  });
  test('a viewer may ask where it is an operator, an operator not where it is a viewer', async () => {
    const operates = member({ role: 'viewer', wallets: [{ wallet: '7', role: 'operator' }] });
    expect(await outcome(asksAlone([rule('any', 'pass')], {}, [], operates))).toBe('admitted');
    const looks = member({ wallets: [{ wallet: '7', role: 'viewer' }] });
    expect(await outcome(asksAlone([rule('any', 'pass')], {}, [], looks))).toBe('initiatorMissing');
  });
});

test('a key of equal rights is granted only with the acceptance of its holder', async () => {
  const held = policy.members.map((one) => (one.id === 'vera' ? { ...one, keyHolder: 'no' as const } : one));
  const grant = (approvals: (intent: Intent) => Approval[]): Scenario => {
    const current = { ...policy, members: held };
    const next = { ...current, version: '4', prev: policyHash(current), members: policy.members };
    return under({ members: held }, (ref) => {
      const s = changing(next, ref);
      return { ...s, request: { ...s.request, approvals: approvals(JSON.parse(s.request.intent) as Intent) } };
    });
  };
  const agreed = (intent: Intent): Approval[] => [
    decide(intent, people.olga, 'initiate'),
    decide(intent, people.adam, 'approve'),
    decide(intent, people.anna, 'approve'),
  ];
  expect(await outcome(grant(agreed))).toBe('approvalsMissing');
  expect(await outcome(grant((intent) => [...agreed(intent), decide(intent, people.vera, 'approve')]))).toBe(
    'admitted',
  );
});
