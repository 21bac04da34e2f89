import { describe, expect, it } from 'vitest';
import { isReady, isWritten, newRefund, type RefundInfo, refundAsk } from './refund-form.ts';

const info = {
  problem: '',
  refund: null,
  deposit_amount: '5',
  refundable: '4.5',
  payers: ['payer'],
  address_to: 'payer',
  to_payer: true,
  support_memo: true,
  need_memo: false,
  memo: '',
  warnings: [],
  approval_needed: true,
  fee_symbol: 'TRX',
  fee_balance: '1',
  tiers: [{ fee_level: 2, fee_rate: '1', fee: '0.1', max_fee: '0.2', wait_seconds: 3 }],
} satisfies RefundInfo;

describe('a deposit can be asked to be given back', () => {
  it.each([
    ['as it is offered', {}, {}, true],
    ['not where something speaks against it', { problem: 'returned' as const }, {}, false],
    ['not to nobody', { address_to: '', payers: [] }, {}, false],
    ['not elsewhere, as long as nobody says where', {}, { elsewhere: true }, false],
    ['elsewhere', { address_to: 'other', to_payer: false }, { elsewhere: true, to: 'other' }, true],
    ['not before its warnings were looked at', { warnings: ['contract' as const] }, {}, false],
    ['once they were', { warnings: ['contract' as const] }, { looked: true }, true],
    ['not without the memo that the payee needs', { need_memo: true }, {}, false],
    ['with it', { need_memo: true }, { memo: ' 77 ' }, true],
  ])('%s', (_, told, written, ready) => {
    expect(isReady({ ...info, ...told }, { ...newRefund, ...written })).toBe(ready);
  });

  it.each([
    ['nothing', {}, {}, false],
    ['who of those who paid gets it', {}, { to: 'payer' }, false],
    ['another payee', {}, { elsewhere: true, to: 'other' }, true],
    ['a payee where nobody knows who paid', { payers: [] }, { to: 'other' }, true],
    ['an amount', {}, { amount: '1' }, true],
    ['a memo', {}, { memo: '7' }, true],
  ])('%s that was written would be lost or not', (_, told, written, lost) => {
    expect(isWritten({ ...info, ...told }, { ...newRefund, ...written })).toBe(lost);
  });

  it('for what was shown: all that can go back, to that address, for that fee at most', () => {
    expect(refundAsk(7 as never, info, { ...newRefund, memo: ' 77 ' })).toEqual({
      ...{ deposit_id: 7, address_to: 'payer', amount: '4.5', memo: '77', fee_level: 2, looked: false, max_fee: '0.2' },
    });
    expect(refundAsk(7 as never, { ...info, support_memo: false }, { ...newRefund, amount: '2' })).toMatchObject({
      amount: '2',
      memo: '',
    });
  });
});
