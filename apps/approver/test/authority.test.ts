// @vitest-environment jsdom
import { formatPath } from '@holdfast/chains';
import {
  type BookChange,
  type BookEntry,
  bodyHash,
  canonicalText,
  entryHash,
  evaluate,
  type GraceRules,
  type Intent,
  nothingKnown,
  type PolicyDocument,
  policyHash,
  policyText,
} from '@holdfast/policy';
import { openReview, type Review, ReviewError, timeText } from '@holdfast/review';
import type { IntentReply, KeyGroupPublic } from '@holdfast/review/facts';
import {
  ada,
  bob,
  cleo,
  expectedOf,
  fixtureNow,
  policyChangeOf,
  policyOf,
  recipient,
  replyOf,
  ruleOf,
  testChains,
  transferOf,
} from '@holdfast/testkit/review';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { kindsOnPage } from '../src/kinds/index.ts';
import { lazySections } from '../src/lazy-sections.ts';
import { aloneNotice, secondNotice } from '../src/request/effect.ts';
import { peopleCard } from '../src/request/people.ts';
import { ownersOf } from '../src/request/recipients.ts';
import { requestParts } from '../src/request/screen.ts';
import { placesOf, quietSigner, testScreen } from './screen.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  vi.setSystemTime(fixtureNow);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const policy = policyOf([ada, bob, cleo]);
const [chain] = testChains;
const group: KeyGroupPublic = {
  id: 'c'.repeat(32),
  threshold: 2,
  parties: ['1', '2', '3'],
  secp256k1: { publicKey: bytesToHex(secp256k1.getPublicKey(new Uint8Array(32).fill(7))) },
  ed25519: { publicKey: '00'.repeat(32) },
  epoch: 0,
  active: true,
};

async function drawn(intent: Intent, reply: IntentReply, language: 'en-US' | 'zh-CN' = 'en-US', groups = [group]) {
  const screen = testScreen(language);
  const review = openReview(reply, expectedOf(intent));
  const owners = await ownersOf(review, groups);
  const late = await lazySections(screen, quietSigner, review);
  await kindsOnPage[intent.kind].fetch?.();
  screen.show(...requestParts(screen, { review, reply, owners }, placesOf(late)));
  const changes = [...screen.main.querySelectorAll('.changes > li')].map((item) => item.textContent);
  const people = peopleCard(screen, review).textContent;
  return { main: screen.main, text: screen.main.textContent ?? '', changes, people };
}

function proposed(
  change: Partial<PolicyDocument>,
  language?: 'en-US' | 'zh-CN',
  from = policy,
  held: readonly GraceRules[] = [],
) {
  const next = { ...from, ...change, version: '2', prev: policyHash(from) };
  const intent = policyChangeOf(from, next);
  const evaluation = evaluate(from, intent, [], nothingKnown, { next });
  const attachments = { document: policyText(next) };
  return drawn(intent, replyOf(from, intent, { attachments, evaluation, held }), language);
}

describe('a change of rules, on the page', () => {
  it('tells every new senior rule as a sentence', async () => {
    const { changes } = await proposed({
      senior: [ruleOf({ when: { ...ruleOf().when, initiators: ['role:owner'] }, signProtection: 'off' })],
    });
    expect(changes).toEqual([
      'New advanced rule “Large transfers” at place 1: Transfers of more than 10,000 USD in 24 h, summed over the wallet, with the highest fees from wallet 7, asked by any owner, to an address that is not listed: Desk: 2 of Ada, Bob, Cleo, then Release (last step): Ada, initiator may approveid in the rules: large',
    ]);
  });

  it('says the same in Chinese, without a word of English', async () => {
    const nodes = [{ name: '放行', kind: 'sign' as const, approvers: ['m-ada', 'm-bob'], threshold: '1' }];
    const { changes } = await proposed({ senior: [ruleOf({ name: '大额', nodes })] }, 'zh-CN');
    expect(changes).toEqual([
      '新增高级规则“大额”，位于第 1 位：转账，金额超过 10,000 USD（该钱包 24 小时内累计，含最高手续费），从钱包 7 转出，由任一操作员发起，发往未列入的地址：放行（最后一步）：由 Ada或Bob 批准，发起人除外规则中的编号：large',
    ]);
  });

  it('hides nothing: keys of equal rights, roles in a wallet, whitelist and cooling, guards of the rules', async () => {
    const member = { ...cleo.member, keyHolder: 'no' as const };
    const from = policyOf([ada, bob, { ...cleo, member }], { book: { mode: 'on', coolingHours: '24' } });
    const [strategy] = policyOf([ada, bob]).strategies;
    if (!strategy) throw new Error('no strategy');
    const rules = { ...from, strategies: [strategy] };
    const members = [ada.member, bob.member, { ...cleo.member, wallets: [{ wallet: '7', role: 'operator' as const }] }];
    const workspace = [{ op: 'members' as const, signProtection: 'off' as const, nodes: strategy.nodes }];
    const { changes } = await proposed(
      { members, workspace, book: { mode: 'off', coolingHours: '0' } },
      'en-US',
      rules,
    );
    expect(changes).toEqual([
      'Cleo becomes a holder of a key of equal rights and may release',
      'Cleo: operator in wallet 7',
      'New rule for changes of members: Approvers (last step): Ada or Bob, initiator may approve',
      'Whitelist off: payments may go to any address',
      'A new entry of the address book waits 0 h before it can be paid, until now 24 h',
    ]);
  });

  it('tells the acceptance of a key by what it is, whatever a step of the rules is called', async () => {
    const nodes = [{ name: 'Acceptance', kind: 'sign' as const, approvers: ['m-ada'], threshold: '1' }];
    const from = policyOf([ada, bob, { ...cleo, member: { ...cleo.member, keyHolder: 'no' } }], {
      strategies: [{ wallet: '*', signProtection: 'off', nodes }],
    });
    const members = [ada.member, bob.member, cleo.member];
    expect((await proposed({ members }, 'en-US', from)).people).toMatch(
      /Acceptance needs 1 approval from.*Acceptance by the holder of the key/,
    );
    expect((await proposed({ members }, 'zh-CN', from)).people).toMatch(
      /Acceptance：需以下 1 人批准.*由密钥持有人接受/,
    );
  });

  it('says that what only takes away takes effect at once, and that anything else needs its steps', async () => {
    const tighter = await proposed({ book: { mode: 'on', coolingHours: '24' } });
    expect(tighter.text).toContain('it takes effect at once');
    const looser = await proposed({ book: { mode: 'off', coolingHours: '1' } });
    expect(looser.text).toContain('Rules of the workspace for changes of the address book');
    expect(looser.text).not.toContain('at once');
    const [strategy] = policy.strategies;
    const ofTwo = (threshold: string) => ({
      ...policy,
      strategies: [
        {
          ...strategy,
          wallet: '*',
          signProtection: 'off' as const,
          nodes: (strategy?.nodes ?? []).map((node) => ({ ...node, threshold })),
        },
      ],
    });
    const waits = async (threshold: string) =>
      (await proposed({ book: { mode: 'off', coolingHours: '1' } }, 'en-US', ofTwo(threshold))).text;
    expect(
      [await waits('1'), await waits('2')].map((text) => text.includes('only when every step below is done')),
    ).toEqual([false, true]);
  });

  it('says why whoever asks may approve, where the second member comes with it: nobody else could', () => {
    const alone = policyOf([ada]);
    const open = alone.strategies.map((flow) => ({ ...flow, signProtection: 'off' as const }));
    const page = (from: typeof alone, change: object) => {
      const next = { ...from, ...change, version: '2' };
      const review = { policy: from, nextPolicy: next } as unknown as Review;
      return secondNotice(testScreen('en-US'), review)?.textContent;
    };
    const two = [ada.member, bob.member];
    expect(page(alone, { members: two, strategies: open })).toContain(
      'with one member only, the asker approves their own requests anyway',
    );
    expect(page(alone, { members: two })).toBeUndefined();
    expect(page(policyOf([ada, bob]), { strategies: open })).toBeUndefined();
  });

  it('says whose asking is an approval from then on', async () => {
    const flows = (signProtection: 'on' | 'off') =>
      policy.strategies.map((flow) => ({
        ...flow,
        signProtection,
        nodes: flow.nodes.map((node) => ({ ...node, threshold: '2', approvers: ['m-ada', 'm-bob', 'm-cleo'] })),
      }));
    const told = async (language?: 'zh-CN') =>
      (await proposed({ strategies: flows('off') }, language, { ...policy, strategies: flows('on') })).text;
    expect(await told()).toContain('asking for a payment counts as an approval of it where Ada asks');
    expect(await told('zh-CN')).toContain('Ada 发起付款即计为对该付款的一次批准');
  });

  it('names who can pay without anybody else from then on, and nobody who could before', () => {
    const from = policyOf([ada, bob, cleo]);
    const open = from.strategies.map((flow) => ({ ...flow, signProtection: 'off' as const }));
    const told = (current: typeof from, next: typeof from) =>
      aloneNotice(testScreen('en-US'), { policy: current, nextPolicy: next } as unknown as Review)?.textContent;
    const opened = { ...from, strategies: open };
    expect(told(from, opened)).toMatch(/^With this change, payments asked for by Ada.* need nobody else/);
    expect(told(opened, from)).toBeUndefined();
    expect(told(opened, opened)).toBeUndefined();
    // Who was alone could in any case; whoever comes could not.
    expect(told(policyOf([ada]), opened)).toBeUndefined();
    const operator = { ...bob.member, role: 'operator' as const };
    const both = { ...opened, members: [ada.member, operator] };
    expect(told(policyOf([ada]), both)).toMatch(/^With this change, payments asked for by Bob need nobody else/);
    // Where a wallet loses the flow of its own, the default one decides there.
    const strict = { ...from.strategies[0], wallet: '7' } as (typeof from.strategies)[number];
    const guarded = { ...opened, strategies: [...open, strict] };
    expect(told(opened, guarded)).toBeUndefined();
    expect(told(guarded, opened)).toMatch(/need nobody else/);
    // And where one member is left.
    expect(told(from, policyOf([ada]))).toMatch(/^With this change, payments asked for by Ada/);
    const twin = { ...operator, name: ada.member.name };
    const withTwin = { ...opened, members: [ada.member, twin] };
    const onlyAda = { ...opened, members: [ada.member, cleo.member] };
    expect(told(onlyAda, withTwin)).toMatch(/^With this change, payments asked for by Ada/);
  });

  it('says from when a looser address book counts, by the longest period that is in force', async () => {
    const from = policyOf([ada, bob], { book: { mode: 'on', coolingHours: '24' } });
    const off = await proposed({ book: { mode: 'off', coolingHours: '1' } }, 'en-US', from);
    expect(off.text).toContain('Payments to unknown payees become possible 24 h after the members agree.');
    expect(off.text).toContain('The shorter waiting time counts 24 h after the members agree.');
    const held = [{ mode: 'on' as const, coolingHours: '48', until: Date.now() + 60_000 }];
    const later = await proposed({ book: { mode: 'off', coolingHours: '24' } }, 'zh-CN', from, held);
    expect(later.text).toContain('成员同意 48 小时后，才可以向未列入的收款方付款');
    const none = policyOf([ada, bob], { book: { mode: 'on', coolingHours: '0' } });
    expect((await proposed({ book: { mode: 'off', coolingHours: '0' } }, 'en-US', none)).text).not.toContain(
      'unknown payees',
    );
  });
});

const entry: BookEntry = {
  chains: ['evm:31337', 'evm:1'],
  address: recipient,
  memo: '104',
  assets: ['', '0x5FbDB2315678afecb367f032d93F642f64180aa3'],
  label: '<b>Rent</b> \u200bAG',
};

function bookChange(change: Partial<BookChange>, entries: readonly unknown[] = [], language?: 'en-US' | 'zh-CN') {
  const book: BookChange = {
    v: '1',
    domain: 'holdfast/book/v1',
    deployment: policy.deployment,
    prev: '',
    add: [],
    remove: [],
    ...change,
  };
  const intent: Intent = { ...policyChangeOf(policy, policy), kind: 'book', body: bodyHash(book) };
  return drawn(intent, replyOf(policy, intent, { attachments: { book: canonicalText(book) }, entries }), language);
}

describe('a change of the address book, on the page', () => {
  it('shows every address whole, with networks, memo, assets, and the label as the text it is', async () => {
    const { main, text } = await bookChange({
      add: [entry, { ...entry, address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' }],
    });
    const addresses = [...main.querySelectorAll('section > .address')].map((one) => one.textContent);
    expect(addresses).toEqual([recipient, '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC']);
    expect(main.querySelector('section b')).toBeNull();
    for (const part of [
      '<b>Rent</b> ⟨U+200B⟩AG',
      'Local Ethereum evm:31337',
      'evm:1',
      '104',
      'the coin of the network',
      'USDC0x5FbDB2315678afecb367f032d93F642f64180aa3',
      'New entry 2 of 2',
    ])
      expect(text).toContain(part);
  });

  it('says when a new payee counts as listed, and that they can be paid before where the whitelist is off', async () => {
    const { text } = await bookChange({ add: [entry] });
    expect(text).toContain('They can be paid before that too, since the whitelist is off');
    expect(text).not.toContain('New entries can be paid');
    const removed = await bookChange({ remove: [entryHash(entry)] }, [{ entry, since: 1 }]);
    expect(removed.text).toContain('The whitelist is off: payments to other addresses remain possible.');
  });

  it('shows what is taken out where the signer tells it, and the hash where it does not', async () => {
    const told = await bookChange({ remove: [entryHash(entry)] }, [{ entry, since: 1 }]);
    expect(told.main.querySelector('section > .address')?.textContent).toBe(recipient);
    const lied = await bookChange({ remove: [entryHash(entry)] }, [{ entry: { ...entry, label: 'x' }, since: 1 }]);
    expect(lied.main.querySelector('section > .address')?.textContent).toBe(entryHash(entry));
    expect(lied.text).toContain('This signer does not tell what stands in this entry');
  });
});

describe('tokens that members approve, on the page', () => {
  const acorn = { chain: 'evm:31337', contract: recipient, symbol: 'ACRN', decimals: '7' };

  it('stand there with contract, symbol, decimals and network, and what no signer can see is said', async () => {
    const { main, text } = await bookChange({ v: '3', tokens: { add: [acorn], remove: [] } });
    expect(main.querySelector('section > .address')?.textContent).toBe(recipient);
    for (const part of [
      'Tokens to pay with: 1 added',
      'ACRN',
      'Decimals7',
      'Local Ethereum evm:31337',
      'This signer sees no chain.',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('This is not that one');
    const chinese = await bookChange({ v: '3', tokens: { add: [acorn], remove: [] } }, [], 'zh-CN');
    expect(chinese.text).toContain('小数位数7');
  });

  it('stand in the headline beside entries, and what is acknowledged speaks of decimals', async () => {
    const tokens = { add: [acorn], remove: [] };
    const both = { v: '3' as const, add: [entry], tokens };
    const asked = async (change: Partial<BookChange>, language?: 'en-US' | 'zh-CN') => {
      const { main, text } = await bookChange(change, [], language);
      return { head: main.querySelector('h1')?.textContent, text };
    };
    expect((await asked(both)).head).toBe('Change the address book: 1 added; and tokens to pay with: 1 added');
    expect((await asked(both, 'zh-CN')).head).toBe('变更地址簿：新增 1 项；用于付款的代币：新增 1 项');
    expect((await asked({ add: [entry] })).head).toBe('Add “<b>Rent</b> ⟨U+200B⟩AG” to the address book');
    const review = { book: { add: [entry], remove: [], tokens } } as never;
    const { acknowledge } = kindsOnPage.book;
    expect(acknowledge(testScreen('en-US'), review).data).toContain('the decimals of every token');
    expect(acknowledge(testScreen('zh-CN'), review).data).toContain('小数位数');
    expect(acknowledge(testScreen('en-US'), { book: { add: [entry], remove: [] } } as never).data).not.toContain(
      'decimals',
    );
  });

  it('that could be taken for a coin of this signer are warned of, by its own list', async () => {
    const told = async (symbol: string) =>
      (await bookChange({ v: '3', tokens: { add: [{ ...acorn, symbol }], remove: [] } })).text;
    expect(await told('usdc')).toContain('A coin on Local Ethereum is called USDC too. This is not that one.');
    expect(await told('USDC')).toContain('is called USDC too');
    expect(await told('ETl-l')).not.toContain('This is not that one');
    expect(await told('U5DC')).not.toContain('is called USDC too');
  });

  it('that are paid with no more are named by what this signer has', async () => {
    const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
    const { text } = await bookChange({ v: '3', tokens: { add: [], remove: [{ chain: 'evm:31337', contract }] } });
    expect(text).toContain('Token 1 of 1 that is paid with no more');
    expect(text).toContain('USDC');
  });
});

describe('the recipient of a transfer, on the page', () => {
  const pay = (
    output: Partial<Intent['outputs'][number]>,
    entries: readonly unknown[] = [],
    held: readonly GraceRules[] = [],
    { rules = policy, language = 'en-US' as 'en-US' | 'zh-CN' } = {},
  ) => {
    const intent = transferOf(rules, {
      outputs: [{ address: recipient, amount: '1', memo: '', entry: '', path: '', ...output }],
    });
    return drawn(intent, replyOf(rules, intent, { entries, held }), language);
  };
  const path = formatPath({ coin: 60, wallet: 9, branch: 0, index: 4 });

  it('is an own address, of which sub-wallet, only where the signer derives the same for this very path', async () => {
    const address = '0x9fC3dA866e7DF3a1c57adE1a97c9f00a70f010c8';
    const asked = { chain: chain?.id ?? '', path, keyGroup: group.id };
    vi.stubGlobal('fetch', ({ pathname, searchParams }: URL) => {
      const isThis = pathname === '/api/address' && String(searchParams) === String(new URLSearchParams(asked));
      return Promise.resolve(Response.json({ address: isThis ? address : recipient }));
    });
    expect((await pay({ address, path })).text).toContain(`Own address of sub-wallet 9, at ${path}`);
    for (const lie of [
      { path },
      { address, path: 'm/60/8/0/4' },
      { address, path: 'm/0/9/0/4' },
      { address, path: 'm/60' },
    ])
      await expect(pay(lie)).rejects.toMatchObject({ code: 'notOwnAddress' });
    const intent = transferOf(policy, { outputs: [{ address, amount: '1', memo: '', entry: '', path }] });
    await expect(drawn(intent, replyOf(policy, intent), 'en-US', [])).rejects.toBeInstanceOf(ReviewError);
  });

  it('is an entry of the address book by its label, when it is active, and is said to be neither otherwise', async () => {
    const named = { memo: entry.memo, entry: entryHash(entry) };
    expect((await pay(named, [{ entry, since: 1 }])).text).toContain(
      'In the address book as “<b>Rent</b> ⟨U+200B⟩AG”, active',
    );
    expect((await pay({ ...named, memo: '' }, [{ entry, since: 1 }])).text).toContain('Do not approve');
    expect((await pay(named)).text).toContain('of which this signer tells nothing');
    expect((await pay({})).text).toContain('Neither an own address nor in the address book');
    expect((await pay({}, [{ entry: { ...entry, address: recipient }, since: 1 }])).text).toContain('Do not approve');
    const held = [{ mode: 'on' as const, coolingHours: '24', until: Date.now() + 60_000 }];
    expect((await pay({}, [], held)).text).toContain('the whitelist was switched off lately');
  });

  it('is an entry that cools down: what that means by whether the whitelist is on, off, or was switched off lately', async () => {
    const named = { memo: entry.memo, entry: entryHash(entry) };
    const young = [{ entry, since: fixtureNow }];
    const strict = policyOf([ada, bob, cleo], { book: { mode: 'on', coolingHours: '24' } });
    const held = [{ mode: 'on' as const, coolingHours: '24', until: fixtureNow + 3_600_000 }];
    for (const [language, only, off, lately] of [
      ['en-US', 'to be paid only from', 'since the whitelist is off', 'the whitelist was switched off lately'],
      ['zh-CN', '起方可付款', '在此之前也可付款', '白名单刚刚关闭'],
    ] as const) {
      const on = (await pay(named, young, [], { rules: strict, language })).text;
      expect([on.includes(only), on.includes(off)]).toEqual([true, false]);
      expect(on).toContain('2025-10-10');
      const now = (await pay(named, young, [], { language })).text;
      expect([now.includes(only), now.includes(off)]).toEqual([false, true]);
      expect(now).toContain('2025-10-10');
      const soon = (await pay(named, young, held, { language })).text;
      expect([soon.includes(only), soon.includes(off), soon.includes(lately)]).toEqual([true, false, true]);
      expect(soon).toContain(timeText(String(held[0]?.until)));
    }
  });
});
