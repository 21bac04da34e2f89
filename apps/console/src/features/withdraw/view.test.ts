import { compare } from '@holdfast/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { about } from '../../lib/about.ts';
import { isAmount } from '../../lib/amount.ts';
import { looksLikeName } from '../../lib/payee-name.ts';
import {
  addressFault,
  amountFault,
  balanceAfter,
  type CoinLimits,
  type Destination,
  type Fault,
  feeFault,
  spendable,
} from './view.ts';

const ether: CoinLimits = {
  symbol: 'ETH',
  decimals: 18,
  normal_balance: '2',
  payable_balance: '2',
  min_withdraw: '0.001',
  max_withdraw: '1000',
  fee_symbol: 'ETH',
  fee_balance: '2',
  enable_withdraw: true,
  support_memo: false,
};
const token: CoinLimits = {
  ...ether,
  symbol: 'USDC',
  decimals: 6,
  normal_balance: '500.5',
  payable_balance: '500.5',
  fee_balance: '0.01',
};

describe('Max', () => {
  it('leaves the highest fee of a native coin', () => {
    expect(spendable(ether, '0.00063')).toBe('1.99937');
  });
  it('is the whole balance of a token, whose fee is paid in another coin', () => {
    expect(spendable(token, '0.00063')).toBe('500.5');
  });
  it('is nothing when the fee takes all', () => {
    expect(spendable({ ...ether, payable_balance: '0.0001' }, '0.00063')).toBe('0');
  });
  it('is what one transaction can take of a balance in very many coins', () => {
    expect(spendable({ ...ether, payable_balance: '1.5' }, '0.1')).toBe('1.4');
  });
  it('stops at the coin limit', () => {
    expect(spendable({ ...token, max_withdraw: '100' }, '0')).toBe('100');
  });
  it('is always accepted by the amount check, or nothing', () => {
    const amounts = fc
      .bigInt(0n, 10n ** 12n)
      .map((units) => `${units / 1_000_000n}.${String(units % 1_000_000n).padStart(6, '0')}`);
    fc.assert(
      fc.property(amounts, amounts, (balance, fee) => {
        const limits = { ...ether, payable_balance: balance, max_withdraw: '1000000' };
        const most = spendable(limits, fee);
        return most === '0' || compare(most, limits.min_withdraw) < 0 || amountFault(most, limits, fee) === undefined;
      }),
    );
  });
});

const name = (fault: Fault | undefined): string | undefined =>
  fault && ('key' in fault ? fault.key : `${fault.rule} ${fault.label}`);

describe('the amount', () => {
  const fault = (amount: string, limits = ether): string | undefined => name(amountFault(amount, limits, '0.001'));
  it('is refused, never rounded, with too many decimals', () => {
    expect(fault('1.0000001', token)).toBe('withdraw.fault.tooManyDecimals');
    expect(fault('1.000001', token)).toBeUndefined();
  });
  it('is held against least, most and available, in this order', () => {
    expect(fault('')).toBe('required common.amount');
    expect(fault('0')).toBe('withdraw.fault.belowMinimum');
    expect(fault('0.0001')).toBe('withdraw.fault.belowMinimum');
    expect(fault('1.9995')).toBe('withdraw.fault.aboveAvailable');
    expect(fault('1.999')).toBeUndefined();
    expect(fault('500.51', token)).toBe('withdraw.fault.aboveBalance');
  });
  it('is told the limit that applies, which is the lowest', () => {
    expect(fault('1001')).toBe('withdraw.fault.aboveAvailable');
    const rich = { ...ether, normal_balance: '5000', payable_balance: '5000' };
    expect(fault('1001', rich)).toBe('withdraw.fault.aboveMaximum');
    expect(amountFault('3', ether, '0.001')).toMatchObject({ values: { have: '2', amount: '1.999' } });
  });
  it('of more digits than can be read is more than there is', () =>
    expect(amountFault('9'.repeat(300), ether, '0.001')).toEqual({
      key: 'withdraw.fault.aboveAvailable',
      values: { have: '2', amount: '1.999', symbol: 'ETH' },
    }));
  it('must be a plain number', () => {
    for (const text of ['1e5', '-1', 'abc', '1.2.3', '.']) expect(fault(text)).toBe('type common.amount');
    expect(isAmount('0.5')).toBe(true);
    expect(isAmount('0')).toBe(false);
  });
});

describe('the destination', () => {
  const payer = { subWalletId: 1, listedOnly: false };
  const unknown = { valid: true, reason: '', network: '', token: '', is_own: null, gathers: false };
  const payee: Destination = { ...unknown, is_white: false, white_label: '', white_from: null };
  const long = `0x${'a'.repeat(40)}`;
  const fault = (change: Partial<Destination>, paying = payer, text = long): Fault | undefined =>
    addressFault(text, { ...payee, ...change }, paying);

  it('is asked for when empty and left open until the server has answered', () => {
    expect(name(addressFault(' ', undefined, payer))).toBe('required withdraw.recipient');
    expect(addressFault('0xabc', undefined, payer)).toBeUndefined();
  });
  it('says why it is refused', () => {
    for (const reason of ['format', 'checksum', 'network', 'zero'] as const)
      expect(name(fault({ valid: false, reason }))?.toLowerCase()).toContain(reason);
    expect(fault({ valid: false, reason: 'token', token: 'USDC' })).toMatchObject({ values: { token: 'USDC' } });
    expect(fault({ valid: false, reason: 'network', network: 'Tron' })).toMatchObject({ values: { network: 'Tron' } });
    expect(name(fault({ valid: false, reason: 'format' }, payer, 'Supplier'))).toBe('withdraw.fault.noPayee');
    expect(name(fault({ valid: false, reason: 'format' }, payer, '0x1234'))).toBe('withdraw.fault.addressFormat');
    expect(name(fault({ is_own: { sub_wallet_id: 1 } }))).toBe('withdraw.fault.addressOwn');
    expect(fault({})).toBeUndefined();
  });
  it('may be another wallet of ours, or our own where that is of use', () => {
    expect(fault({ is_own: { sub_wallet_id: 2 } }, { ...payer, listedOnly: true })).toBeUndefined();
    expect(fault({ is_own: { sub_wallet_id: 1 }, gathers: true })).toBeUndefined();
  });
  it('waits for a payee that cools down, and for one that is not listed, only while listed payees alone are paid', () => {
    const cooling = { white_label: 'Supplier', white_from: new Date(7) };
    const only = { ...payer, listedOnly: true };
    expect(fault(cooling)).toBeUndefined();
    expect(fault(cooling, only)).toMatchObject({ values: { label: 'Supplier' }, when: new Date(7) });
    expect(name(fault({}, only))).toBe('withdraw.fault.notListed');
    expect(fault({ ...cooling, is_white: true }, only)).toBeUndefined();
  });
  it('is no name where it is as long as an address', () => {
    for (const text of ['Supplier', '供应商', 'a long name of a supplier in London', 'northwind-treasury.eth'])
      expect(looksLikeName(text)).toBe(true);
    for (const text of ['', long, 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'])
      expect(looksLikeName(text)).toBe(false);
  });
});

describe('the fee', () => {
  it('needs its own coin when a token is sent', () => {
    expect(feeFault(token, '0.02')).toEqual({
      key: 'withdraw.fault.feeBalance',
      values: { symbol: 'ETH', amount: '0.02' },
    });
    expect(feeFault(token, '0.01')).toBeUndefined();
    expect(feeFault(ether, '5')).toBeUndefined();
  });
  it('is in the balance shown afterwards where the coin pays it', () => {
    expect(balanceAfter(ether, '1', '0.001')).toBe('0.999');
    expect(balanceAfter(token, '0.5', '0.001')).toBe('500');
    expect(balanceAfter(ether, '2', '0.001')).toBe('0');
  });
});

it.each([
  ['', ''],
  ['0.00', ' <\u00a0$0.01'],
  ['1234.5', ' ≈\u00a0$1,234.50'],
])('about what %j is worth is said behind an amount as %j', (usd, text) => {
  expect(about(usd)).toBe(text);
});
