// @vitest-environment jsdom

import {
  type Credential,
  codeHash,
  digestWords,
  type Evaluation,
  policyHash,
  policyText,
  readTypedData,
  textMessage,
  typedMessage,
} from '@holdfast/policy';
import { credentialFingerprint, openReview, ReviewError } from '@holdfast/review';
import {
  ada,
  bob,
  cleo,
  expectedOf,
  fixtureNow,
  messageOf,
  person,
  policyChangeOf,
  policyOf,
  recipient,
  replyOf,
  signed,
  transferOf,
  withRemark,
} from '@holdfast/testkit/review';
import { bytesToHex } from '@noble/hashes/utils.js';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { kindsOnPage } from '../src/kinds/index.ts';
import { warningsOf } from '../src/lazy-sections.ts';
import { peopleCard } from '../src/request/people.ts';
import { listFor, type RecipientList } from '../src/request/recipients.ts';
import { refusedParts, requestParts } from '../src/request/screen.ts';
import * as told from '../src/request/told.ts';
import { placesOf, tables, testScreen } from './screen.ts';

beforeAll(() => Promise.all(Object.values(kindsOnPage).map((kind) => kind.fetch?.())));
beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(fixtureNow);
});
afterEach(() => {
  vi.useRealTimers();
});

const policy = policyOf([ada, bob, cleo]);
const bare = { amount: '1', memo: '', entry: '', path: '' };

function drawn(
  intent = transferOf(policy),
  reply = replyOf(policy, intent),
  language: 'en-US' | 'zh-CN' = 'en-US',
  list?: RecipientList,
) {
  const screen = testScreen(language);
  const review = openReview(reply, expectedOf(intent));
  const people = document.createElement('div');
  people.append(peopleCard(screen, review));
  screen.show(...requestParts(screen, { review, reply, owners: new Map(), list, told }, placesOf([], people)));
  return { screen, main: screen.main, text: screen.main.textContent ?? '' };
}

describe('the approval page shows', () => {
  it('the exact amount, to the last of eighteen decimals, in headline and row', () => {
    const { main } = drawn();
    expect(main.querySelector('h1')?.textContent).toBe(
      'Withdraw 1,234.567890123456789012 ETH from wallet 7 on Local Ethereum',
    );
    expect(main.querySelector('dd.strong')?.textContent).toBe('1,234.567890123456789012 ETH');
    expect(main.textContent).toContain('0.002100000000000001 ETH');
  });

  it.each([
    ['en-US', 'It counts in every limit. Fees of this wallet today, without it: 0.25 of 1 ETH.'],
    ['zh-CN', '计入所有额度。 该钱包今日其他手续费：0.25 / 1 ETH。'],
  ] as const)('that the highest fee counts, and what fees have come to today, in %s', (language, words) => {
    const intent = transferOf(policy);
    const fees = { spent: '250000000000000000', most: '1000000000000000000' };
    expect(drawn(intent, replyOf(policy, intent, { fees }), language).text).toContain(words);
    expect(drawn(intent, replyOf(policy, intent), language).text).not.toContain('0.25');
  });

  it.each([
    ['en-US', 'The price rose: more approvals are needed'],
    ['zh-CN', '价格上涨：需要更多批准'],
  ] as const)('why a payment waits again once its price rose, in %s', async (language, words) => {
    const screen = testScreen(language);
    const intent = transferOf(policy);
    const told = openReview(replyOf(policy, intent), expectedOf(intent));
    const raised = { ...told, evaluation: { ...told.evaluation, raised: true as const } };
    const [notice] = await warningsOf(screen, raised);
    expect(notice).toHaveProperty('textContent', expect.stringContaining(words));
    expect(await warningsOf(screen, told)).toEqual([]);
  });

  it('what is to be looked at before approving directly below the recipient, above the facts', async () => {
    const screen = testScreen();
    const intent = transferOf(policy);
    const { contract } = intent.asset;
    const other = { id: intent.id, standing: 'settled', expires: 1, chain: intent.chain, contract } as const;
    const reply = replyOf(policy, intent, { earlier: [{ ...other, outputs: intent.outputs }] });
    const review = openReview(reply, expectedOf(intent));
    const warned = await warningsOf(screen, review);
    screen.show(...requestParts(screen, { review, reply, owners: new Map() }, placesOf([], undefined, warned)));
    const [recipientAt, warningAt, factsAt] = ['section .address', '.notice.warn', 'dl.rows'].map((one) =>
      [...screen.main.children].findIndex((part) => part.matches(one) || part.querySelector(one)),
    );
    expect(screen.main.querySelector('.notice.warn')?.textContent).toContain('check on the chain before you approve');
    expect([warningAt, factsAt]).toEqual([(recipientAt ?? 0) + 1, (recipientAt ?? 0) + 2]);
  });

  it('the whole recipient, which is what is copied, first and last block emphasised', () => {
    const { main } = drawn();
    const address = main.querySelector('section .address');
    expect(address?.textContent).toBe(recipient);
    expect([...(address?.querySelectorAll('mark') ?? [])].map((mark) => mark.textContent)).toEqual(['90F7', 'b906']);
    expect(address?.children).toHaveLength(11);
  });

  it.each([
    [
      'en-US',
      'By this signer’s record this address was never paid before on this network',
      'it has signed a payment to this recipient before',
    ],
    ['zh-CN', '据此签名节点的记录，在此网络上从未向该地址付款', '此前已为该收款方签署过付款'],
  ] as const)(
    'whom it pays for the first time by the record of the signer, until it is decided, in %s',
    async (language, words, before) => {
      const intent = transferOf(policy);
      const told = async (newPayees: readonly number[] | undefined, state?: 'signed') => {
        const reply = { ...replyOf(policy, intent, newPayees && { newPayees }), ...(state && { state }) };
        const found = await warningsOf(testScreen(language), openReview(reply, expectedOf(intent)));
        return found.map(({ textContent }) => textContent).join();
      };
      expect(await told([0])).toContain(words);
      expect(await told([])).toContain(before);
      // A signer of an earlier release says nothing of it.
      expect([await told(undefined), await told([0], 'signed')]).toEqual(['', '']);
    },
  );

  it.each([
    [1, '1 of 30 recipients (number 1).'],
    [25, '25 of 30 recipients (number 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, …).'],
    [30, 'all 30 recipients'],
  ])('of many payees which are new: %i of 30', async (count, words) => {
    const outputs = Array.from({ length: 30 }, (_, i) => ({
      ...bare,
      address: recipient.replace(/..$/, String(i + 10)),
    }));
    const newPayees = outputs.slice(0, count).map((_, at) => at);
    const intent = transferOf(policy, { outputs });
    const review = openReview(replyOf(policy, intent, { newPayees }), expectedOf(intent));
    const [notice] = await warningsOf(testScreen(), review);
    expect(notice?.textContent).toContain(words);
  });

  it('what it is worth, with whose price that is and of when, and nothing without one', () => {
    const intent = transferOf(policy);
    const at = (price?: { usd: string; at: number }) =>
      drawn(intent, { ...replyOf(policy, intent), ...(price ? { price } : {}) }).text;
    const text = at({ usd: '2500.5', at: fixtureNow - 60_000 });
    expect(text).toContain('≈ $3,087,037.01');
    expect(text).toContain('by the price that the signer of this page has of 2025-10-09 08:52:20 UTC');
    for (const no of [undefined, { usd: '1e9', at: 1 }, { usd: '1', at: Number.NaN }])
      expect(at(no)).not.toContain('$');
  });

  it('what the fee may come to in dollars, and nothing without a price', () => {
    const intent = transferOf(policy);
    const at = (feePrice?: { usd: string; at: number }) =>
      drawn(intent, { ...replyOf(policy, intent), ...(feePrice ? { feePrice } : {}) }).text;
    expect(at({ usd: '2500.5', at: fixtureNow })).toMatch(/Fee in dollars, at most\s*≈ \$5\.25/);
    expect(at({ usd: '0.000001', at: fixtureNow })).toMatch(/Fee in dollars, at most\s*< \$0\.01/);
    for (const no of [undefined, { usd: '1e9', at: 1 }]) expect(at(no)).not.toContain('Fee in dollars');
  });

  it('dollars with two places, to the nearest cent, as the console does', () => {
    const worth = (amount: string, usd: string) => {
      const outputs = transferOf(policy).outputs.map((one) => ({ ...one, amount }));
      const intent = transferOf(policy, { outputs });
      return drawn(intent, { ...replyOf(policy, intent), price: { usd, at: fixtureNow } }).text;
    };
    expect(worth('500000000000000000', '3120.2')).toContain('≈ $1,560.10');
    expect(worth('110000000000000000', '3120.2')).toContain('≈ $343.22');
    expect(worth('110000000000000000', '3120.25')).toContain('≈ $343.23');
    expect(worth('1', '3120.2')).toContain('< $0.01');
  });

  it('the steps of the rule in the reader’s language, whoever named them from what was offered', () => {
    const named = {
      ...policy,
      strategies: policy.strategies.map((flow) => ({
        ...flow,
        nodes: flow.nodes.map((node) => ({ ...node, name: '放行' })),
      })),
    };
    const { text } = drawn(transferOf(named), replyOf(named, transferOf(named)));
    expect(text).toContain('Release');
    expect(text).not.toContain('放行');
  });

  it('the rule that asks, whole, in a sentence', () => {
    const { text } = drawn();
    expect(text).toContain('Default rule of all wallets');
    expect(text).toContain('Approvers (last step): ');
    expect(text).toContain('initiator excluded');
  });

  it('does not say twice whether whoever asks may approve, and not two things', () => {
    const [strategy] = policyOf([bob, cleo]).strategies;
    const open = policyOf([ada, bob, cleo], {
      strategies: [{ ...strategy, wallet: '*', signProtection: 'off', nodes: strategy?.nodes ?? [] }],
    });
    const intent = transferOf(open);
    const text = drawn(intent, replyOf(open, intent)).main.textContent;
    expect(text).toContain('initiator may approve');
    expect(text).not.toContain('who asks does not approve');
  });

  it('every recipient of many, each with its own amount', async () => {
    const outputs = Array.from({ length: 12 }, (_, i) => ({
      address: recipient,
      amount: `${i + 1}`,
      memo: '',
      entry: '',
      path: '',
    }));
    const intent = transferOf(policy, { outputs });
    const reply = replyOf(policy, intent);
    const list = await listFor(openReview(reply, expectedOf(intent)));
    const { main, text } = drawn(intent, reply, 'en-US', list);
    expect(main.querySelectorAll('section .address')).toHaveLength(12);
    expect(text).toContain('0.000000000000000012 ETH');
    expect(main.querySelector('dd.strong')?.textContent).toBe('0.000000000000000078 ETH');
    expect(text).toContain('Recipients (12)');
    expect(text).toContain('None of the 12 is an own address or in the address book');
    expect(text).not.toContain('Whose the others are');
  });

  it('of many recipients of which some are known, how many are not, and that the others are told beside them', async () => {
    const { from, path } = transferOf(policy);
    const outputs = Array.from({ length: 12 }, (_, i) => ({
      ...(i === 0 ? { address: from, path } : { address: recipient, path: '' }),
      amount: '1',
      memo: '',
      entry: '',
    }));
    const intent = transferOf(policy, { outputs });
    const reply = replyOf(policy, intent);
    const list = await listFor(openReview(reply, expectedOf(intent)));
    expect(drawn(intent, reply, 'en-US', list).text).toContain('11 of 12 are neither own addresses nor in');
    expect(drawn(intent, reply, 'zh-CN', list).text).toContain('12 个地址中有 11 个既非自有地址');
  });

  describe.each([
    ['stake', 'Own account', '自有账户'],
    ['delegate', 'Account that uses the resource', '使用资源的账户'],
    ['reclaim', 'Account it is taken back from', '被收回资源的账户'],
  ] as const)('of what is done with stake: %s', (kind, english, chinese) => {
    const own = transferOf(policy);
    const whose = kind === 'stake' ? { address: own.from, path: own.path } : { address: recipient, path: '' };
    const call = kind === 'delegate' ? 'energy lock 86400' : 'energy';
    const intent = transferOf(policy, { kind, call, outputs: [{ ...whose, amount: '5', memo: '', entry: '' }] });

    it('whose account it names, and no recipient', () => {
      for (const [language, name] of [
        ['en-US', english],
        ['zh-CN', chinese],
      ] as const) {
        const titles = [...drawn(intent, replyOf(policy, intent), language).main.querySelectorAll('h2')];
        expect(titles.map(({ textContent }) => textContent)).toContain(name);
        expect(titles.map(({ textContent }) => textContent)).not.toContain(tables[language].recipient);
      }
    });

    it('how long a lock is, in blocks and in time where the signer knows both', () => {
      const lock = (blockMs?: number): string => {
        const { chains, ...expected } = expectedOf(intent);
        const told = chains.map((chain) => ({ ...chain, ...(blockMs ? { blockMs } : {}) }));
        const review = openReview(replyOf(policy, intent), { ...expected, chains: told });
        const rows = kindsOnPage[kind].rows?.(testScreen('en-US'), review) ?? [];
        return rows.map((row) => (row instanceof HTMLElement ? row.textContent : '')).join('|');
      };
      if (kind !== 'delegate') return expect(lock(3_000)).not.toContain('Locked');
      expect(lock(3_000)).toContain('86400 blocks, about 3 days: until then it cannot be taken back.');
      expect(lock(300)).toContain('86400 blocks, about 8 hours: until');
      expect(lock(2_000)).toContain('86400 blocks, about 2 days: until');
      expect(lock(2_001)).toContain('86400 blocks, about 3 days: until');
      expect(lock(30)).toContain('86400 blocks, about 44 min: until');
      expect(lock()).toContain('86400 blocks: until then it cannot be taken back.');
    });
  });

  describe.each([
    ['5000000', 'up to 5 USDC', 'May take up to5 USDC', '取走最多 5 USDC'],
    [String(2n ** 256n - 1n), 'ALL USDC', 'EVERYTHING, without limit', '全部，无限额'],
    ['0', 'Take back', 'nothing any more', '不得再取走任何资产'],
  ])('of an allowance of %s', (amount, headline, english, chinese) => {
    const asset = { symbol: 'USDC', contract: '0x5FbDB2315678afecb367f032d93F642f64180aa3', decimals: '6' };
    const outputs = [{ address: recipient, amount, memo: '', entry: '', path: '' }];
    const intent = transferOf(policy, { kind: 'allowance', asset, outputs });

    it('how much may be taken, in plain words, and by whom: nobody is paid', () => {
      const { main, text } = drawn(intent);
      expect(main.querySelector('h1')?.textContent).toContain(headline);
      expect(text).toContain(english);
      expect(text).toContain(asset.contract.slice(2, 6));
      expect(drawn(intent, replyOf(policy, intent), 'zh-CN').text).toContain(chinese);
      const titles = [...main.querySelectorAll('h2')].map(({ textContent }) => textContent);
      expect(titles).toContain('Spender: the account that may take it');
      expect(titles).not.toContain(tables['en-US'].recipient);
    });

    it('what that means now and later, within the row that says how much', () => {
      const { main } = drawn(intent);
      const note = [...main.querySelectorAll('dl.rows p.muted')].find(({ textContent }) =>
        /Nothing is paid now|can still take/.test(`${textContent}`),
      );
      expect(note?.closest('dl.rows > div')?.querySelector('dt')?.textContent).toMatch(/^May take/);
      expect([...main.querySelectorAll('dl.rows > :not(div)')]).toEqual([]);
    });
  });

  describe('of a contract call', () => {
    const outputs = [{ address: recipient, amount: '0', memo: '', entry: '', path: '' }];
    const word = (text: string): string => text.replace('0x', '').toLowerCase().padStart(64, '0');
    const calling = (call: string) => drawn(transferOf(policy, { kind: 'call', outputs, call }));

    it('contract and method, in the one sentence at its head', () => {
      const { main, text } = calling(`0xf2fde38b${word(recipient)}`);
      expect(main.querySelector('h1')?.textContent).toContain('Call transferOwnership of a contract');
      expect([...main.querySelectorAll('h2')].map(({ textContent }) => textContent)).toContain(
        'The contract that is called',
      );
      expect(text).toContain('no tokens that count');
    });

    it('that nobody can explain it, where nobody can', () => {
      expect(calling('0xdeadbeef0102').main.querySelector('h1')?.textContent).toContain('NOBODY CAN EXPLAIN');
    });
  });

  describe('of a deployment', () => {
    const word = (text: string): string => text.replace('0x', '').toLowerCase().padStart(64, '0');
    const deploying = (call: string, found: Partial<Evaluation> = {}, language?: 'en-US' | 'zh-CN') => {
      const { from, path } = transferOf(policy);
      const outputs = [{ address: from, amount: '0', memo: '', entry: '', path }];
      const intent = transferOf(policy, { kind: 'deploy', outputs, call });
      const evaluation = { ...pending, ...found };
      return drawn(intent, replyOf(policy, intent, { evaluation }), language);
    };
    const pending: Evaluation = { state: 'waiting', initiatorSigned: true, nodes: [], solo: false, action: 'pass' };

    it('the bytecode by its hash, its constructor, and that nobody can say what it does', () => {
      const { main, text } = deploying(`create 6080604052 ${word(recipient)} (address owner)`);
      expect(main.querySelector('h1')?.textContent).toContain('Deploy a contract from wallet');
      for (const part of [`0x${codeHash('6080604052')}`, 'constructor(address owner)', 'Nobody can say', 'no coins'])
        expect(text).toContain(part);
    });

    it('that a rule names the bytecode only where none of what is in its way may hide that none does', () => {
      const call = `create 6080604052 ${word(recipient)} (address owner)`;
      expect(deploying(call, { state: 'waiting' }).text).toContain('named in a rule of your members');
      expect(deploying(call, { state: 'waiting' }).text).toContain('by the rule that allows this bytecode');
      for (const language of ['en-US', 'zh-CN'] as const) {
        const { text } = deploying(call, { state: 'unsatisfiable', problem: 'deployNotAllowed' }, language);
        expect(text).not.toMatch(/named in a rule|the rule that allows|规则以此哈希|放行该字节码/);
        expect(text).toMatch(/Named so by the request\.|名称依据本次请求。/);
      }
    });
  });

  describe('of a message', () => {
    const permit = (value: string, chainId = '31337') => ({
      types: {
        Permit: ['owner address', 'spender address', 'value uint256', 'nonce uint256', 'deadline uint256'].map(
          (one) => {
            const [name, type] = one.split(' ');
            return { name, type };
          },
        ),
      },
      primaryType: 'Permit',
      domain: { name: 'USD Coin', chainId, verifyingContract: recipient },
      message: { owner: transferOf(policy).from, spender: recipient, value, nonce: '0', deadline: '9' },
    });
    const page = async (call: string) => {
      const made = messageOf(policy, call);
      const { main, text, screen } = drawn(made);
      const review = openReview(replyOf(policy, made), expectedOf(made));
      const cards = (await kindsOnPage.message.cards?.(screen, review, {} as never)) ?? [];
      return { title: main.querySelector('h1')?.textContent, text, cards: cards.map((one) => one.textContent).join() };
    };

    it('the whole text, and that a signature by itself gives nobody anything', async () => {
      const { title, text, cards } = await page(textMessage('Sign in <b>here</b>\nnow'));
      expect(title).toBe('Sign a text with the account of wallet 7 on Local Ethereum');
      expect(text).toContain('By itself it gives nobody anything');
      expect(text).toContain('Sign in <b>here</b>\nnow');
      expect(cards).toBe('');
      expect(text).toContain('Nothing: no transaction is made of it');
    });

    it('typed data field by field, with network and contract, and who may take what by it', async () => {
      const { title, text, cards } = await page(typedMessage(readTypedData(permit('5'))));
      expect(title).toBe('Sign typed data of the type Permit with the account of wallet 7 on Local Ethereum');
      expect(text).toContain('It lets another account TAKE TOKENS');
      for (const part of ['Domain: name', 'USD Coin', 'spender', 'value', 'deadline']) expect(cards).toContain(part);
    });

    it('that nobody can bound it, where nobody can, and that it cannot be read, where it cannot', async () => {
      const domain = { name: 'App' };
      const unknown = { types: { Login: [{ name: 'who', type: 'string' }] }, primaryType: 'Login', domain };
      const shown = await page(typedMessage(readTypedData({ ...unknown, message: { who: 'me' } })));
      expect(shown.text).toContain('NOBODY CAN SAY what it is worth');
      expect(shown.text).toContain('NONE: a signature of it counts on every network');
      expect(shown.cards).toContain('What it is worth nobody can bound');
      const elsewhere = await page(typedMessage(readTypedData(permit('5', '1'))));
      expect(elsewhere.title).toContain('NOBODY CAN READ');
      expect(elsewhere.cards).toContain('This message cannot be read');
    });
  });

  it('a remark as text, whatever is in it', () => {
    const hostile = '<img src=x onerror=alert(1)><script>alert(2)</script> \u202egnp.exe\u0007';
    const { intent, reply } = withRemark(policy, hostile);
    const { main, text } = drawn(intent, reply);
    expect(main.querySelector('img, script')).toBeNull();
    expect(text).toContain('<img src=x onerror=alert(1)>');
    expect(text).toContain('⟨U+202E⟩gnp.exe⟨U+0007⟩');
  });

  it('names as text too, so that none can stand in for another', () => {
    const trick = person('m-eve', 'Eve <b>Ada</b>', 'owner', 9);
    const rules = policyOf([trick, bob]);
    const { main, text } = drawn(transferOf(rules), replyOf(rules, transferOf(rules)));
    expect(main.querySelector('b')).toBeNull();
    expect(text).toContain('Eve <b>Ada</b>');
  });

  it('who approved and who is left', () => {
    const intent = transferOf(policy);
    const { main } = drawn(
      intent,
      replyOf(policy, intent, { approvals: [signed(ada, intent, 'initiate'), signed(bob, intent, 'approve')] }),
    );
    const people = [...main.querySelectorAll('.people li')].map((item) => item.textContent);
    expect(people).toEqual(['Adasigned the request', 'Bobapproved', 'Cleono longer asked']);
  });

  it('of a request that has ended, that nobody is asked any more', () => {
    const intent = transferOf(policy);
    const approvals = [signed(ada, intent, 'initiate'), signed(bob, intent, 'refuse')];
    const { main } = drawn(intent, replyOf(policy, intent, { approvals }));
    const people = [...main.querySelectorAll('.people li')].map((item) => item.textContent);
    expect(people).toEqual(['Adasigned the request', 'Bobrefused', 'Cleono longer asked']);
  });

  it('a token by its contract, and the digest as eight words and all 64 digits', () => {
    const asset = { symbol: 'USDC', contract: '0x5FbDB2315678afecb367f032d93F642f64180aa3', decimals: '6' };
    const intent = transferOf(policy, { asset });
    const { main } = drawn(intent);
    expect([...main.querySelectorAll('dd .address')].map((address) => address.textContent)).toContain(asset.contract);
    expect(main.querySelectorAll('.words li')).toHaveLength(8);
    const { digest } = openReview(replyOf(policy, intent), expectedOf(intent));
    expect(main.querySelector('.hex')?.textContent).toBe(digest);
  });

  it('a change of rules as sentences: new member, new key, rule before and after', () => {
    const dora = person('m-dora', 'Dora', 'approver', 4);
    const members = [...policy.members, { ...dora.member, keyHolder: 'no' as const }];
    const strategies = policy.strategies.map((rule) => ({ ...rule, signProtection: 'off' as const }));
    const next = { ...policy, members, strategies, version: '2', prev: policyHash(policy) };
    const intent = policyChangeOf(policy, next);
    const { main } = drawn(intent, replyOf(policy, intent, { attachments: { document: policyText(next) } }));
    const changes = [...main.querySelectorAll('.changes > li')].map((item) => item.textContent);
    expect(changes).toEqual([
      'New member: Dora, approverid in the rules: m-dora',
      expect.stringContaining(`Dora: new device key ${dora.member.credentials[0]?.id}`),
      'Rule for all wallets, and for changes of members, rules, the address book, keys, key material, API clientsbefore: Approvers (last step): Ada or Bob or Cleo, initiator excludedafter: Approvers (last step): Ada or Bob or Cleo, initiator may approve',
    ]);
  });

  it('the fingerprint of each new key, which another key under the same name and id does not have', () => {
    const wordsOf = (credential: Credential): string[] => {
      const withKey = {
        ...ada.member,
        id: 'm-dora',
        name: 'Dora',
        keyHolder: 'no' as const,
        credentials: [credential],
      };
      const next = {
        ...policy,
        members: [...policy.members, withKey],
        version: '2',
        prev: policyHash(policy),
      };
      const intent = policyChangeOf(policy, next);
      const { main, text } = drawn(intent, replyOf(policy, intent, { attachments: { document: policyText(next) } }));
      expect(text).toContain('Have Dora read these words to you');
      const shown = [...main.querySelectorAll('.changes .words li')].map((word) => word.textContent ?? '');
      const print = credentialFingerprint(credential);
      expect(shown).toEqual(digestWords(print));
      expect(main.querySelector('.changes .hex')?.textContent).toBe(bytesToHex(print));
      return shown;
    };
    const passkey = (publicKey: string, origin: string): Credential => ({
      id: 'ZG9yYQ',
      type: 'passkey',
      publicKey,
      rpId: 'localhost',
      origins: [origin],
    });
    // The P-256 base point and its double.
    const right =
      '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5';
    const wrong =
      '047cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc4766997807775510db8ed040293d9ac69f7430dbba7dade63ce982299e04b79d227873d1';
    const prints = [
      passkey(right, 'http://localhost:8701'),
      passkey(wrong, 'http://localhost:8701'),
      passkey(right, 'http://localhost:9999'),
    ].map((credential) => wordsOf(credential).join(' '));
    expect(new Set(prints).size).toBe(3);
  });

  it('that a change of rules lifts a freeze: in the headline and among the changes', () => {
    const next = { ...policy, version: '2', prev: policyHash(policy) };
    const attachments = { document: policyText(next) };
    const plain = policyChangeOf(policy, next);
    const quiet = drawn(plain, replyOf(policy, plain, { attachments }));
    expect(quiet.main.querySelector('h1')?.textContent).toBe('Nothing but the version number');
    expect(quiet.text).toContain('Version 1 → 2');
    expect(quiet.text).not.toContain('freeze');
    const lifting = { ...plain, request: 'unfreeze' };
    const { main } = drawn(lifting, replyOf(policy, lifting, { attachments }));
    expect(main.querySelector('h1')?.textContent).toBe('Lift the freeze: the signers sign again');
    expect(main.querySelector('.changes')?.textContent).toContain('the signers sign again');
  });

  it('the workspace that a payment is made for', () => {
    const { main } = drawn(transferOf(policy, { workspace: '31' }));
    const rows = [...main.querySelectorAll('dl > div')].map((item) => item.textContent);
    expect(rows.some((text) => text.startsWith('FromWallet 7 of workspace 31'))).toBe(true);
  });

  it('the time that is left, counted down', () => {
    const { main } = drawn();
    expect(main.textContent).toContain('1:00 h left');
    vi.advanceTimersByTime(3_595_000);
    expect(main.textContent).toContain('5 s left');
    vi.advanceTimersByTime(6_000);
    expect(main.textContent).toContain('expired');
  });

  it('everything again in the other language, without drawing anew', () => {
    const { main, screen } = drawn();
    const heading = main.querySelector('h1');
    screen.use('zh-CN', tables['zh-CN']);
    expect(main.querySelector('h1')).toBe(heading);
    expect(heading?.textContent).toBe('从钱包 7 在 Local Ethereum 上提币 1,234.567890123456789012 ETH');
    expect(main.textContent).not.toMatch(/Recipient|compare|Asked|Rule/);
  });
});

describe('the approval page refuses to show', () => {
  it('anything of a request that does not hold together', async () => {
    const intent = transferOf(policy);
    const screen = testScreen();
    try {
      openReview({ ...replyOf(policy, intent), remark: 'another' }, expectedOf(intent));
      throw new Error('it was accepted');
    } catch (error) {
      if (!(error instanceof ReviewError)) throw error;
      screen.show(...refusedParts(screen, error));
    }
    await vi.waitFor(() => expect(screen.main.textContent).toContain('The remark is another than the request names.'));
    expect(screen.main.textContent).not.toContain('1,234');
    expect(screen.main.querySelector('button')).toBeNull();
  });
});
