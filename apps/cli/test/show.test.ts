import {
  type BookChange,
  type BookEntry,
  bodyHash,
  canonicalText,
  codeHash,
  entryHash,
  type GraceRules,
  type Intent,
  type PolicyDocument,
  policyHash,
  policyText,
  readTypedData,
  textMessage,
  typedMessage,
  unconditional,
  writtenPolicy,
} from '@holdfast/policy';
import { openReview } from '@holdfast/review';
import {
  ada,
  bob,
  cleo,
  expectedOf,
  fixtureNow,
  messageOf,
  policyChangeOf,
  policyOf,
  recipient,
  replyOf,
  ruleOf,
  signed,
  transferOf,
} from '@holdfast/testkit/review';
import { expect, it } from 'vitest';
import { requestLines } from '../src/show.ts';

const policy = policyOf([ada, bob, cleo]);
const quiet = { exports: [], exported: [] };
const grouped = '0x90F7 9bf6 EB2c 4f87 0365 E785 982E 1f10 1E93 b906';
const entry: BookEntry = { chains: ['evm:31337'], address: recipient, memo: '7', assets: [], label: 'Rent\u200b' };

it('reads new rules out as sentences in the terminal', () => {
  const rule = ruleOf({ when: { ...ruleOf().when, initiators: [] }, signProtection: 'off' });
  const asked = { ...policy, senior: [rule], version: '2', prev: policyHash(policy) };
  const intent = policyChangeOf(policy, asked);
  const reply = replyOf(policy, intent, { attachments: { document: policyText(asked) } });
  const text = requestLines(openReview(reply, expectedOf(intent)), fixtureNow, quiet).join('\n');
  expect(text).toContain(
    '+ New advanced rule “Large transfers” at place 1: Transfers of more than 10,000 USD in 24 h, summed over the wallet, with the highest fees from wallet 7, to an address that is not listed: Desk: 2 of Ada, Bob, Cleo, then Release (last step): Ada, initiator may approve',
  );
  expect(text).toContain('id in the rules: large');
});

it('reads out in the terminal how many NFTs a rule lets leave, of which collection and in which window, before and after', () => {
  const collections = [{ chain: 'evm:31337', contract: recipient }];
  const nfts = { collections, over: '3', upTo: '', hours: '24', scope: 'workspace' as const };
  const refusing = (over: string) =>
    ruleOf({
      ...{ type: 'web3', action: 'refuse', nodes: [], signProtection: 'on' },
      when: { ...unconditional, nfts: { ...nfts, over } },
    });
  const before: PolicyDocument = { ...policy, v: '4', senior: [refusing('3')] };
  const asked = { ...before, senior: [refusing('5')], version: '2', prev: policyHash(before) };
  const intent = { ...policyChangeOf(before, asked), body: bodyHash(writtenPolicy(asked)) };
  const reply = replyOf(before, intent, { attachments: { document: policyText(asked) } });
  const text = requestLines(openReview(reply, expectedOf(intent)), fixtureNow, quiet).join('\n');
  const told = (sign: string, over: string): RegExp =>
    new RegExp(
      `^ *\\${sign} .*sending more than ${over} NFTs of ${grouped} on Local Ethereum evm:31337 in 24 h, counted over the workspace, or signing a message that tells of them`,
      'm',
    );
  expect(text).toMatch(told('-', '3'));
  expect(text).toMatch(told('+', '5'));
});

it('tells what fees have come to today, that the highest counts, and of a price that rose', () => {
  const intent = transferOf(policy);
  const fees = { spent: '250000000000000000', most: '1000000000000000000' };
  const review = openReview(replyOf(policy, intent, { fees }), expectedOf(intent));
  const evaluation = { ...review.evaluation, raised: true as const };
  const text = requestLines({ ...review, evaluation }, fixtureNow, quiet).join('\n');
  expect(text).toContain('0.002100000000000001 ETH; it counts in every limit');
  expect(text).toContain("0.25 of 1 ETH by this wallet's other payments");
  expect(text).toContain('! the price rose: more approvals are needed than before');
});

it('tells whom it pays for the first time, by the record of the signer that was asked', () => {
  const intent = transferOf(policy);
  const told = (newPayees: readonly number[], state: 'open' | 'signed' = 'open'): string =>
    requestLines(
      openReview({ ...replyOf(policy, intent, { newPayees }), state }, expectedOf(intent)),
      fixtureNow,
      quiet,
    ).join('\n');
  const words = 'by this signer’s record never paid before on this network';
  expect(told([0])).toContain(words);
  for (const text of [told([]), told([0], 'signed')]) expect(text).not.toContain(words);
});

it('lists every entry of a change of the address book whole, and those taken out by what the signer proves of them', () => {
  const gone = { ...entry, label: 'Old' };
  const remove = [entryHash(gone), 'e'.repeat(64)];
  const book: BookChange = {
    v: '1',
    domain: 'holdfast/book/v1',
    deployment: policy.deployment,
    prev: '',
    add: [entry],
    remove,
  };
  const intent: Intent = { ...policyChangeOf(policy, policy), kind: 'book', body: bodyHash(book) };
  const entries = [{ entry: gone, since: 1 }];
  const reply = replyOf(policy, intent, { attachments: { book: canonicalText(book) }, entries });
  const text = requestLines(openReview(reply, expectedOf(intent)), fixtureNow, quiet).join('\n');
  expect(text.split(grouped)).toHaveLength(3);
  for (const part of ['"Rent⟨U+200B⟩"', '"Old"', '"7"', 'e'.repeat(64), 'whitelist off, new entries wait 24 h'])
    expect(text).toContain(part);
});

it('tells of tokens that are to be paid with what they could be taken for', () => {
  const add = [{ chain: 'evm:31337', contract: recipient, symbol: 'Usdc', decimals: '7' }];
  const book: BookChange = {
    ...{ v: '3', domain: 'holdfast/book/v1', deployment: policy.deployment, prev: '', add: [], remove: [] },
    tokens: { add, remove: [] },
  };
  const intent: Intent = { ...policyChangeOf(policy, policy), kind: 'book', body: bodyHash(book) };
  const reply = replyOf(policy, intent, { attachments: { book: canonicalText(book) } });
  const text = requestLines(openReview(reply, expectedOf(intent)), fixtureNow, quiet).join('\n');
  for (const part of ['+ new token to pay with', grouped, 'is called USDC too', 'compare contract and decimals'])
    expect(text).toContain(part);
});

it('says from when a looser address book counts, and that a payee nobody listed is not paid until then', () => {
  const strict: PolicyDocument = { ...policy, book: { mode: 'on', coolingHours: '24' } };
  const next: PolicyDocument = {
    ...strict,
    book: { mode: 'off', coolingHours: '24' },
    version: '2',
    prev: policyHash(strict),
  };
  const change = policyChangeOf(strict, next);
  const asked = replyOf(strict, change, { attachments: { document: policyText(next) } });
  expect(requestLines(openReview(asked, expectedOf(change)), fixtureNow, quiet).join('\n')).toContain(
    '! Payments to unknown payees become possible 24 h after the members agree.',
  );
  const pay = transferOf(policy, { outputs: [{ address: recipient, amount: '1', memo: '', entry: '', path: '' }] });
  const held = [{ mode: 'on' as const, coolingHours: '24', until: fixtureNow + 60_000 }];
  expect(
    requestLines(openReview(replyOf(policy, pay, { held }), expectedOf(pay)), fixtureNow, quiet).join('\n'),
  ).toContain('the whitelist was switched off lately, to be paid only from');
});

it('says of a payee that cools down when it is paid, by whether the whitelist is on', () => {
  const rent: BookEntry = { chains: ['evm:31337'], address: recipient, memo: '', assets: [], label: 'Rent' };
  const outputs = [{ address: recipient, amount: '1', memo: '', entry: entryHash(rent), path: '' }];
  const shown = (rules: PolicyDocument, held: readonly GraceRules[] = []): string => {
    const pay = transferOf(rules, { outputs });
    const reply = replyOf(rules, pay, { entries: [{ entry: rent, since: fixtureNow }], held });
    return requestLines(openReview(reply, expectedOf(pay)), fixtureNow, quiet).join('\n');
  };
  const strict: PolicyDocument = { ...policy, book: { mode: 'on', coolingHours: '24' } };
  expect(shown(strict)).toContain('"Rent", to be paid only from');
  expect(shown(policy)).toContain('It can be paid before that too, since the whitelist is off');
  const held = [{ mode: 'on' as const, coolingHours: '24', until: fixtureNow + 60_000 }];
  expect(shown(policy, held)).toContain('"Rent"; the whitelist was switched off lately, to be paid only from');
});

it('warns of a payment without the memo that the address book has for its address', () => {
  const intent = transferOf(policy, { outputs: [{ address: recipient, amount: '1', memo: '', entry: '', path: '' }] });
  const reply = replyOf(policy, intent, { entries: [{ entry, since: 1 }] });
  expect(requestLines(openReview(reply, expectedOf(intent)), fixtureNow, quiet).join('\n')).toContain(
    'but that is for another address, memo, network or asset. Do not approve',
  );
});

it('says of a payee whether it is in the address book', () => {
  const outputs = [{ address: recipient, amount: '1', memo: '7', entry: entryHash(entry), path: '' }];
  const intent = transferOf(policy, { outputs });
  const lines = (entries: readonly unknown[]) =>
    requestLines(openReview(replyOf(policy, intent, { entries }), expectedOf(intent)), fixtureNow, quiet).join('\n');
  expect(lines([{ entry, since: 1 }])).toContain('"Rent⟨U+200B⟩", active');
  expect(lines([])).toContain(`entry ${entryHash(entry)}, of which the signer tells nothing`);
});

it('tells of everybody who refused in words of their own, not of the lowest id alone', () => {
  const intent = transferOf(policy);
  const approvals = [signed(cleo, intent, 'refuse', 'PHISHING: do not ask again'), signed(bob, intent, 'refuse', 'no')];
  const lines = requestLines(openReview(replyOf(policy, intent, { approvals }), expectedOf(intent)), fixtureNow, quiet);
  expect(lines.filter((line) => line.includes('refused by')).map((line) => line.trim())).toEqual([
    'refused by      Cleo: "PHISHING: do not ask again"',
    'refused by      Bob: "no"',
  ]);
});

it('says of an allowance how much may be taken and by whom, and in plain words where that is everything', () => {
  const text = (amount: string): string => {
    const asset = { symbol: 'USDC', contract: recipient, decimals: '6' };
    const outputs = [{ address: recipient, amount, memo: '', entry: '', path: '' }];
    const intent = transferOf(policy, { kind: 'allowance', asset, outputs });
    return requestLines(openReview(replyOf(policy, intent), expectedOf(intent)), fixtureNow, quiet).join('\n');
  };
  expect(text('5000000')).toContain('may take        up to 5 USDC');
  expect(text('5000000')).toContain(`spender         ${grouped}`);
  expect(text(String(2n ** 256n - 1n))).toContain('EVERYTHING, without limit');
  expect(text('0')).toContain('nothing any more');
});

it('says of a contract call what is called, with every argument, and shows in whole what nobody can explain', () => {
  const text = (call: string): string => {
    const outputs = [{ address: recipient, amount: '0', memo: '', entry: '', path: '' }];
    const intent = transferOf(policy, { kind: 'call', outputs, call });
    return requestLines(openReview(replyOf(policy, intent), expectedOf(intent)), fixtureNow, quiet).join('\n');
  };
  const word = (text: string): string => text.replace('0x', '').toLowerCase().padStart(64, '0');
  const named = text(`0xf2fde38b${word(recipient)}`);
  expect(named).toContain('call 1          transferOwnership');
  expect(named).toContain('newOwner');
  expect(named).toContain('named by a standard');
  expect(text('0xdeadbeef0102')).toContain('NOBODY CAN SAY what this does');
  expect(text('0xdeadbeef0102')).toContain('0xdeadbeef0102');
  expect(text('0xf2fde38b01')).toContain('cannot be read');
});

it('shows a message whole, with what a signature of it does, and none of its lines as one of ours', () => {
  const text = (call: string): string => {
    const intent = messageOf(policy, call);
    return requestLines(openReview(replyOf(policy, intent), expectedOf(intent)), fixtureNow, quiet).join('\n');
  };
  const said = text(textMessage('Sign in\n  fee             nothing'));
  expect(said).toContain('gives nobody anything by itself');
  expect(said).toContain('  |             Sign in');
  expect(said).toContain('  |               fee             nothing');
  const login = { types: { Login: [{ name: 'who', type: 'string' }] }, primaryType: 'Login', domain: { name: 'App' } };
  const typed = text(typedMessage(readTypedData({ ...login, message: { who: 'me' } })));
  for (const part of ['type            Login', 'domain name', 'who', 'NOBODY CAN SAY', 'NONE: a signature'])
    expect(typed).toContain(part);
  // A call that it lets somebody make, with every argument of it.
  const fields = ['from address', 'to address', 'value uint256', 'gas uint256', 'nonce uint256', 'data bytes'];
  const forward = {
    types: { ForwardRequest: fields.map((one) => ({ name: one.split(' ')[0], type: one.split(' ')[1] })) },
    primaryType: 'ForwardRequest',
    domain: { chainId: '31337', verifyingContract: recipient },
    message: {
      ...{ from: transferOf(policy).from, to: recipient, value: '0', gas: '1', nonce: '0' },
      data: `0xf2fde38b${recipient.slice(2).toLowerCase().padStart(64, '0')}`,
    },
  };
  const lets = text(typedMessage(readTypedData(forward)));
  for (const part of ['call 1          transferOwnership', 'newOwner', 'named by a standard'])
    expect(lets).toContain(part);
  expect(text('text ff')).toContain('cannot be read');
});

it('says of a deployment which bytecode it is and what its constructor is given, and that nobody can say what it does', () => {
  const word = (text: string): string => text.replace('0x', '').toLowerCase().padStart(64, '0');
  const text = (call: string): string => {
    const { from, path } = transferOf(policy);
    const outputs = [{ address: from, amount: '0', memo: '', entry: '', path }];
    const intent = transferOf(policy, { kind: 'deploy', outputs, call });
    return requestLines(openReview(replyOf(policy, intent), expectedOf(intent)), fixtureNow, quiet).join('\n');
  };
  const said = text(`create 6080604052 ${word(recipient)} (address owner)`);
  for (const part of [`0x${codeHash('6080604052')}, 5 bytes`, 'NOBODY CAN SAY', 'owner', grouped])
    expect(said).toContain(part);
  expect(said).toContain('no coins');
  expect(text(`create 6080604052 ${'ff'.repeat(32)} (address owner)`)).toContain('cannot be read');
});

it('names the account of what is done with stake by what it is to it, and tells a lock in time too', () => {
  const outputs = [{ address: recipient, amount: '5', memo: '', entry: '', path: '' }];
  const text = (kind: 'delegate' | 'reclaim', call: string): string => {
    const intent = transferOf(policy, { kind, call, outputs });
    const expected = expectedOf(intent);
    const chains = expected.chains.map((chain) => ({ ...chain, blockMs: 3_000 }));
    return requestLines(openReview(replyOf(policy, intent), { ...expected, chains }), fixtureNow, quiet).join('\n');
  };
  expect(text('delegate', 'energy lock 86400')).toContain('cannot be taken back for 86400 blocks, about 3 days');
  expect(text('delegate', 'energy lock 86400')).toContain(`used by         ${grouped}`);
  expect(text('reclaim', 'energy')).toContain(`taken back from ${grouped}`);
});
