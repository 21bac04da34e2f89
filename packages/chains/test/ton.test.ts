import type { Intent } from '@holdfast/policy';
import { hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { ChainError, compareWithIntent, familyOf, type UnsignedTx } from '../src/index.ts';
import { readBoc } from '../src/ton/boc.ts';
import {
  master,
  otherMaster,
  signTon,
  tonChain,
  tonIntent,
  tonKeyAt,
  tonPath,
  tonPayee,
  tonPlan,
} from './ton-support.ts';

const family = familyOf(tonChain);
if (family.model !== 'account') throw new Error(family.model);

const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof ChainError) return `${error.code}: ${error.detail}`;
    throw error;
  }
  return 'accepted';
};
/** The same key's path with the account that is a wallet v4r2. */
const v4Path = 'm/607/7/0/1';
const byV4 = (intent: Intent): Intent => ({
  ...intent,
  path: v4Path,
  from: family.addressOf(tonChain, tonKeyAt(v4Path), v4Path),
});
const coin = tonIntent(tonChain, 'TON', 1_500_000_000n, 'invoice 42');
const jetton = tonIntent(tonChain, 'JET', 2_500_000n, 'memo 7');
const attached = 50_000_000n;
const forms = [(intent: Intent) => intent, byV4];
const build = (intent = coin, plan = tonPlan()) => family.build(tonChain, intent, plan, tonKeyAt);
const differences = (intent: typeof coin, plan: ReturnType<typeof tonPlan>, unsigned: UnsignedTx): string[] =>
  compareWithIntent(intent, family.decode(tonChain, unsigned), { chain: tonChain, plan, keyAt: tonKeyAt }).map(
    ({ field }) => field,
  );

describe('a payment by a TON wallet', () => {
  it('reads back from its bytes as what was approved: coins, jettons of both layouts, with a comment and without', () => {
    for (const symbol of ['TON', 'JET', 'GOV'])
      for (const [memo, as] of ['', 'x', 'y'.repeat(120)].flatMap((one) => forms.map((form) => [one, form] as const))) {
        const intent = as(tonIntent(tonChain, symbol, 12_345n, memo));
        const plan = tonPlan(9, symbol === 'TON' ? 0n : attached);
        const unsigned = build(intent, plan);
        expect(differences(intent, plan, unsigned)).toEqual([]);
        expect(family.decode(tonChain, unsigned)).toMatchObject({
          outputs: [{ address: tonPayee, amount: '12345', ...(memo === '' ? {} : { memo }) }],
          until: 1_800_000_000_000,
          conflict: { nonce: '9' },
        });
        expect(unsigned.fee).toBe(symbol === 'TON' ? '20000000' : '70000000');
      }
  });

  it('is found out when it differs in anything that was approved', () => {
    const cases: [string, typeof coin, string[]][] = [
      ['payee', tonIntent(tonChain, 'TON', 1_500_000_000n, 'invoice 42', otherMasterOf()), ['outputs[0].address']],
      ['amount', tonIntent(tonChain, 'TON', 1_500_000_001n, 'invoice 42'), ['outputs[0].amount']],
      ['comment', tonIntent(tonChain, 'TON', 1_500_000_000n, 'invoice 43'), ['outputs[0].memo']],
      ['no comment', tonIntent(tonChain, 'TON', 1_500_000_000n), ['outputs[0].memo']],
    ];
    for (const [what, intent, fields] of cases)
      expect(differences(coin, tonPlan(), build(intent)), what).toEqual(fields);
    const plan = tonPlan(3, attached);
    const gov = build(tonIntent(tonChain, 'GOV', 2_500_000n, 'memo 7'), plan);
    expect(differences(jetton, plan, gov)).toEqual(['outputs[0].asset']);
    expect(differences(jetton, plan, build(jetton, tonPlan(4, attached)))).toEqual(['plan.seqno']);
    expect(differences(jetton, plan, build(jetton, { ...plan, validUntil: '1800000001' }))).toEqual([
      'plan.validUntil',
    ]);
    expect(differences(jetton, plan, build(jetton, tonPlan(3, attached + 1n)))).toEqual(['plan.attached']);
  });

  it('is refused when any bit of its bytes is another', () => {
    for (const [intent, plan] of [
      [coin, tonPlan()],
      [jetton, tonPlan(3, attached)],
      [byV4(coin), tonPlan()],
    ] as const) {
      const unsigned = build(intent, plan);
      const bytes = hexToBytes(unsigned.bytes);
      for (let bit = 0; bit < bytes.length * 8; bit++) {
        const bent = Uint8Array.from(bytes, (byte, n) => (n === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
        const changed = { ...unsigned, bytes: Buffer.from(bent).toString('hex') };
        expect(
          codeOf(() => differences(intent, plan, changed)),
          String(bit),
        ).toMatch(/badBytes|sighashMismatch/);
      }
    }
  });

  it('never costs more than was approved, with what is attached', () => {
    const most = { ...jetton, maxFee: '70000000' };
    expect(codeOf(() => build(most, tonPlan(3, attached)))).toBe('accepted');
    expect(codeOf(() => build(most, tonPlan(3, attached + 1n)))).toMatch(/^feeAboveCap/);
    expect(codeOf(() => build({ ...coin, maxFee: '19999999' }))).toMatch(/^feeAboveCap/);
    expect(codeOf(() => build(jetton, tonPlan(3, 600_000_000n)))).toBe('badPlan: attached');
    // What goes with coins would be a second payment.
    expect(codeOf(() => build(coin, tonPlan(3, 1n)))).toBe('badPlan: attached');
    expect(codeOf(() => build(jetton, tonPlan()))).toBe('badPlan: attached');
  });

  it('goes from the wallet of the key alone, and never to the contract of a jetton', () => {
    const to = (address: string) => tonIntent(tonChain, 'TON', 1n, '', address);
    for (const contract of [master, otherMaster]) expect(codeOf(() => build(to(contract)))).toMatch(/^badAddress/);
    expect(codeOf(() => build({ ...coin, from: tonPayee }))).toMatch(/^notOurs/);
    const raw = `0:${'11'.repeat(32)}`;
    expect(codeOf(() => build(to(raw)))).toMatch(/^badAddress/);
    expect(codeOf(() => build(tonIntent(tonChain, 'TON', 1n, 'z'.repeat(121))))).toMatch(/^badIntent/);
    expect(codeOf(() => build(tonIntent(tonChain, 'TON', 1n, 'Ж')))).toMatch(/^badIntent/);
  });

  it('is by the wallet that the path says, and by no other of the same key', () => {
    const [own, other] = [byV4(coin), { ...coin, path: v4Path }];
    // The account v5r1 of the very key that is at the other path.
    const usual = family.addressOf(tonChain, tonKeyAt(v4Path));
    expect(own.from).not.toBe(usual);
    for (const intent of [other, { ...own, from: usual }, { ...own, path: tonPath }])
      expect(codeOf(() => build(intent))).toMatch(/^notOurs/);
    const unsigned = build(own);
    const [asked] = unsigned.sighashes;
    const retold = { ...unsigned, sighashes: [{ ...asked, path: tonPath }] } as UnsignedTx;
    expect(codeOf(() => family.decode(tonChain, retold))).toBe('badBytes: another key');
    expect(codeOf(() => family.decode(tonChain, { ...unsigned, from: usual } as UnsignedTx))).toBe(
      'badBytes: another key',
    );
    expect(differences(own, tonPlan(), build(coin))).toContain('sources');
  });

  it.each([0, 1])(
    'is completed only by the signature of its wallet, and is known by one hash with its state init and without (%#)',
    (n) => {
      for (const seqno of [0, 1]) {
        const unsigned = build(forms[n]?.(coin), tonPlan(seqno));
        const [asked] = unsigned.sighashes;
        if (!asked) throw new Error('nothing to sign');
        const { raw, txid } = family.attach(tonChain, unsigned, [signTon(asked)]);
        expect(readBoc(hexToBytes(raw)).refs).toHaveLength(seqno === 0 ? 2 : 1);
        expect(readBoc(hexToBytes(raw)).hash === txid).toBe(seqno !== 0);
        for (const other of ['m/607/7/0/2', 'm/607/8/0/0'])
          expect(codeOf(() => family.attach(tonChain, unsigned, [signTon(asked, other)]))).toMatch(/^badSignature/);
        expect(codeOf(() => family.attach(tonChain, unsigned, []))).toMatch(/^badSignature/);
        const ecdsa = { scheme: 'ecdsa', r: 1n, s: 1n, recid: 0 } as const;
        expect(codeOf(() => family.attach(tonChain, unsigned, [ecdsa]))).toMatch(/^badSignature/);
      }
    },
  );

  it('is good on one network only', () => {
    const main = { ...tonChain, id: 'ton:-239' };
    const there = tonIntent(main, 'TON', 1n, '', family.addressOf(main, tonKeyAt('m/607/9/0/0')));
    expect(there.from).not.toBe(coin.from);
    const unsigned = family.build(main, there, tonPlan(), tonKeyAt);
    expect(codeOf(() => family.decode(tonChain, { ...unsigned, chain: tonChain.id }))).toMatch(/^badBytes/);
  });
});

const otherMasterOf = (): string => family.addressOf(tonChain, tonKeyAt('m/607/12/0/0'));

it('takes no plan but its own, and offers no faster payment', () => {
  const plan = tonPlan();
  expect(family.readPlan(plan)).toEqual(plan);
  for (const bad of [{ ...plan, bounce: true }, { ...plan, family: 'evm' }, { ...plan, seqno: 3 }, null, [plan]])
    expect(codeOf(() => family.readPlan(bad))).toMatch(/^badPlan/);
  expect(codeOf(() => build(coin, { ...plan, seqno: '4294967295' }))).toBe('badPlan: seqno');
  expect(codeOf(() => build(coin, { ...plan, validUntil: '4294967296' }))).toBe('badPlan: validUntil');
  expect(family.replaceFees).toBeUndefined();
  expect(tonPath).toMatch(/^m\/607\//);
});
