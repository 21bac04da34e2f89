// @vitest-environment jsdom
import i18next from 'i18next';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadNamespaces, setLanguage, startI18n } from '../../lib/i18n.ts';
import { laterTexts } from '../../locales/namespaces.ts';
import { sentenceOf, sentences, type Translate } from './sentences.ts';
import type { Entry } from './view.ts';

beforeAll(async () => {
  await startI18n();
  await loadNamespaces([laterTexts, 'tools']);
});
afterAll(() => setLanguage('en-US'));

const payment: NonNullable<Entry['about']['payment']> = {
  amount: '12.5',
  symbol: 'ETH',
  sub_wallet_name: 'Treasury',
  address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  label: '',
  payees: 1,
  batch_name: '',
  stake: null,
  nft: null,
};
const entry = (action: string, change: Partial<Entry> = {}): Entry => ({
  seq: 1,
  time: new Date(0),
  kind: 'payment',
  action,
  ok: true,
  actor_name: 'Ann',
  about: { object: 'order', id: '7', name: '', payment, change: null },
  detail: {},
  network: '',
  ...change,
});
const t = () => i18next.t.bind(i18next) as unknown as Translate;
const said = (action: string, change?: Partial<Entry>): string => sentenceOf(t(), entry(action, change));

it('says which NFTs came or are sent, under the name that their maker gave the collection', () => {
  const nft = { count: '1', collection: 'Ones', token_id: '7' };
  const about = (object: 'nft' | 'order', some: Partial<typeof nft> = {}) => ({
    about: { object, id: '7', name: '', payment: { ...payment, nft: { ...nft, ...some } }, change: null },
  });
  expect(said('nft.received', about('nft'))).toBe('NFTs came in: NFT “Ones” #7 received in Treasury');
  expect(said('nft.received', about('nft', { count: '3', token_id: '' }))).toContain('3 NFTs “Ones”');
  expect(said('nft.received', about('nft', { count: '2', collection: '', token_id: '' }))).toContain('2 NFTs received');
  expect(said('web3.create', about('order'))).toContain('NFT “Ones” #7');
});

it('says how much goes to whom, by the payee’s name where there is one', () => {
  expect(said('withdraw.create')).toBe('asked to withdraw 12.5 ETH from Treasury to 0x7099…dc79C8');
  const about = { object: 'order', id: '7', name: '', change: null } as const;
  expect(
    said('decision.received', {
      about: { ...about, payment: { ...payment, label: 'Acme' } },
      detail: { decision: 'approve' },
    }),
  ).toBe('approved 12.5 ETH from Treasury to Acme');
  expect(said('withdraw.cancel', { about: { ...about, payment: { ...payment, payees: 3 } } })).toContain('to 3 payees');
  const batch = { ...payment, payees: 3, batch_name: 'Wages' };
  expect(said('withdraw.create', { about: { ...about, payment: batch } })).toContain('to “Wages”, 3 payees');
});

it('says a change by what it changes, and a refusal with its reason', () => {
  const change = { item_type: 6, subject: { action: 'higherSave', name: 'Large payments' } };
  const about = { object: 'proposal', id: '8', name: '', payment: null, change } as const;
  expect(said('strategy.higherSave', { about })).toBe('proposed ‘Save the rule “Large payments”’');
  expect(said('decision.received', { about, detail: { decision: 'refuse', remark: 'too much' } })).toMatch(
    /^refused .*Reason: too much$/,
  );
});

it('has words for every action in both languages, with nothing left open', async () => {
  for (const language of ['en-US', 'zh-CN'] as const) {
    await setLanguage(language);
    await loadNamespaces([laterTexts, 'tools']);
    for (const action of Object.keys(sentences)) {
      expect(said(action), action).not.toMatch(/^$|[{}]|tools:/);
      if (language === 'zh-CN') expect(said(action), action).toMatch(/\p{Script=Han}/u);
    }
  }
});

it('says an action that it does not know by its name', () => expect(said('some.new')).toBe('some.new'));
