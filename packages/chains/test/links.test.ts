import { describe, expect, it } from 'vitest';
import { familyOfLinks } from '../src/registry.ts';

const payee = '0x8BA1f109551bD432803012645Ac136ddd64DBA72';
const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const segwit = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const friendly = 'UQBFz01R2CU7YA8pevUaNIYEzi1mRo4cX-r3W2Dwx-WEAoKP';
const tronPayee = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

/** What a link says, with what it leaves open left out; or why it is not read. */
function read(link: string): unknown {
  const at = link.indexOf(':');
  const found = familyOfLinks(link.slice(0, at).toLowerCase())?.links?.read(link.slice(at + 1));
  if (typeof found !== 'object') return found;
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined && value !== ''));
}
/** The same of a link that is of a chain's own coin, whose '' would be left out. */
const isOwnCoin = (link: string): boolean => {
  const at = link.indexOf(':');
  const found = familyOfLinks(link.slice(0, at))?.links?.read(link.slice(at + 1));
  return typeof found === 'object' && found.contract === '';
};

describe('BIP 21', () => {
  it.each([
    [`bitcoin:${segwit}`, { address: segwit }],
    [`bitcoin:${segwit}?`, { address: segwit }],
    [`bitcoin:${segwit}?amount=0.1`, { address: segwit, amount: { coins: '0.1' } }],
    [`BITCOIN:${segwit.toUpperCase()}?AMOUNT=0.1`, { address: segwit.toUpperCase(), amount: { coins: '0.1' } }],
    [`bitcoin:${segwit}?label=Acme%20%26%20Co&message=Invoice+7`, { address: segwit, remark: 'Acme & Co: Invoice+7' }],
    [`bitcoin:${segwit}?message=%E8%B4%A7%E6%AC%BE`, { address: segwit, remark: '货款' }],
    [`bitcoin:${segwit}?somethingyoudontunderstand=50&pj=x`, { address: segwit }],
    [`bitcoin:${segwit}?req-somethingyoudontunderstand=50`, 'demands'],
    [`BITCOIN:${segwit.toUpperCase()}?REQ-X=1`, 'demands'],
    [`bitcoin:${segwit}?amount=`, 'amount'],
    [`bitcoin:${segwit}?amount=-1`, 'amount'],
    [`bitcoin:${segwit}?amount=1e-3`, 'amount'],
    [`bitcoin:${segwit}?amount=1,5`, 'amount'],
    [`bitcoin:${segwit}?amount=50BTC`, 'amount'],
    [`bitcoin:${segwit}?amount=1&amount=2`, 'malformed'],
    [`bitcoin:${segwit}?amount=1&AMOUNT=2`, 'malformed'],
    [`bitcoin:${segwit}?label=%E8%B4`, 'malformed'],
    [`bitcoin:${segwit}?label=#5&amount=1`, 'malformed'],
    [`bitcoin:${segwit}?=1`, 'malformed'],
    [`bitcoin:?amount=1`, 'malformed'],
    [`bitcoin:`, 'malformed'],
    [`bitcoin://${segwit}`, 'malformed'],
  ])('%s', (link, found) => expect(read(link)).toEqual(found));
});

describe('EIP 681', () => {
  const own = (units: string) => ({ address: payee, amount: { units } });
  const paid = { address: payee, contract: token };
  it.each([
    [`ethereum:${payee}`, { address: payee }],
    [`ethereum:pay-${payee}@1`, { address: payee, network: '1' }],
    [`ethereum:${payee}@137?value=1`, { ...own('1'), network: '137' }],
    [`ethereum:${payee}@0137`, { address: payee, network: '137' }],
    [`ethereum:supplier.eth@1?value=1`, { ...own('1'), address: 'supplier.eth', network: '1' }],
    [`ETHEREUM:${payee}?value=2.014e18`, own('2014000000000000000')],
    [`ethereum:${payee}?value=1.5e18`, own('1500000000000000000')],
    [`ethereum:${payee}?value=1.50e1`, own('15')],
    [`ethereum:${payee}?value=.5E1`, own('5')],
    [`ethereum:${payee}?value=%2B7.0`, own('7')],
    [`ethereum:${payee}?value=0x10`, 'amount'],
    [`ethereum:${payee}?value=1.5`, 'amount'],
    [`ethereum:${payee}?value=1.234e2`, 'amount'],
    [`ethereum:${payee}?value=1e-3`, 'amount'],
    [`ethereum:${payee}?value=1e99`, 'amount'],
    [`ethereum:${payee}?value=1e999999999`, 'amount'],
    [`ethereum:${payee}?value=-1`, 'amount'],
    [`ethereum:${payee}?value=`, 'amount'],
    [`ethereum:${payee}?value=e5`, 'amount'],
    [`ethereum:${payee}?value=1&value=1`, 'malformed'],
    [`ethereum:${payee}?value=1&gas=21000&gasPrice=1e9&label=Acme`, { ...own('1'), remark: 'Acme' }],
    [`ethereum:${payee}?value=1&contractAddress=${token}`, 'demands'],
    [`ethereum:${payee}?data=0x00`, 'demands'],
    [`ethereum:${token}/transfer?address=${payee}&uint256=1e6`, { ...paid, amount: { units: '1000000' } }],
    [`ethereum:pay-${token}@1/transfer?address=${payee}`, { ...paid, network: '1' }],
    [`ethereum:${token}/transfer?address=${payee}&uint256=1.5e0`, 'amount'],
    [`ethereum:${token}/transfer?uint256=1`, 'malformed'],
    [`ethereum:${token}/transfer?address=${payee}&uint256=1&value=1`, 'demands'],
    [`ethereum:${token}/transfer?address=${payee}&address=${payee}`, 'malformed'],
    [`ethereum:${token}/approve?address=${payee}&uint256=1`, 'demands'],
    [`ethereum:${payee}@x`, 'malformed'],
    ['ethereum:Bob?value=1', 'malformed'],
    [`ethereum:${payee.slice(0, -1)}?value=1`, 'malformed'],
    [`ethereum:${token}/transfer?address=Bob&uint256=1`, 'malformed'],
    ['ethereum:?value=1', 'malformed'],
    ['ethereum:@1', 'malformed'],
  ])('%s', (link, found) => expect(read(link)).toEqual(found));
});

describe('links of TON', () => {
  const raw = `0:${'ab'.repeat(32)}`;
  it.each([
    [`ton://transfer/${friendly}`, { address: friendly }],
    [`TON://transfer/${friendly}?amount=1500000000`, { address: friendly, amount: { units: '1500000000' } }],
    [`ton://transfer/${raw}?text=order%204711`, { address: raw, memo: 'order 4711' }],
    [`ton://transfer/${friendly}?jetton=${raw}&amount=5`, { address: friendly, contract: raw, amount: { units: '5' } }],
    [`ton://transfer/${friendly}?jetton=`, 'malformed'],
    [`ton://transfer/${friendly}?amount=1.5`, 'amount'],
    [`ton://transfer/${friendly}?amount=1e9`, 'amount'],
    [`ton://transfer/${friendly}?amount=-1`, 'amount'],
    [`ton://transfer/${friendly}?amount=`, 'amount'],
    [`ton://transfer/${friendly}?text=a&text=b`, 'malformed'],
    [`ton://transfer/${friendly}?amount=1&bin=te6cc`, 'demands'],
    [`ton://transfer/${friendly}?init=te6cc`, 'demands'],
    [`ton://transfer/${friendly}?exp=1800000000`, 'demands'],
    ['ton://transfer/?amount=1', 'malformed'],
    [`ton://${friendly}`, 'malformed'],
  ])('%s', (link, found) => expect(read(link)).toEqual(found));
});

describe('links of Tron', () => {
  it.each([
    [`tron:${tronPayee}`, { address: tronPayee }],
    // Of which coin, or of how many of its units, nobody has agreed.
    [`tron:${tronPayee}?amount=12.5&memo=7`, { address: tronPayee, amount: 'unclear', memo: '7' }],
    [`tron:${tronPayee}?amount=1&token=USDT`, 'demands'],
    ['tron:?amount=1', 'malformed'],
  ])('%s', (link, found) => expect(read(link)).toEqual(found));
});

it('with an amount and no token a link is of the chain’s own coin, without either of any', () => {
  expect(isOwnCoin(`bitcoin:${segwit}?amount=1`)).toBe(true);
  expect(isOwnCoin(`ethereum:${payee}?value=1`)).toBe(true);
  expect(isOwnCoin(`ton://transfer/${friendly}?amount=1`)).toBe(true);
  expect(isOwnCoin(`tron:${tronPayee}?amount=1`)).toBe(false);
  expect(isOwnCoin(`ethereum:${payee}`)).toBe(false);
  expect(isOwnCoin(`ethereum:${token}/transfer?address=${payee}`)).toBe(false);
});

it('a scheme that nobody has is nobody’s', () => {
  for (const scheme of ['', 'lightning', 'https', 'constructor']) expect(familyOfLinks(scheme)).toBeUndefined();
});
