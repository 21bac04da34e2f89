import type { ChainConfig } from '@holdfast/chains';
import { expect, it } from 'vitest';
import { readPaymentLink } from './payment-link.ts';

const payee = '0x8BA1f109551bD432803012645Ac136ddd64DBA72';
const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const segwit = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const friendly = 'UQBFz01R2CU7YA8pevUaNIYEzi1mRo4cX-r3W2Dwx-WEAoKP';
const limits = { minWithdraw: '1', maxWithdraw: '1', minDeposit: '1' };
const asset = (symbol: string, decimals: number, contract = '') => ({
  ...{ symbol, name: symbol, decimals, contract },
  ...limits,
});
const chainOf = (id: string, name: string, assets: ChainConfig['assets']): ChainConfig => ({
  ...{ id, family: id.split(':')[0] ?? '', name, baseSymbol: assets[0]?.symbol ?? '', rpcUrl: '', maxFee: '1', assets },
  confirmations: { deposit: 1, withdraw: 1 },
});
const chains = [
  chainOf('evm:1', 'Ethereum', [asset('ETH', 18), asset('USDC', 6, token)]),
  chainOf('evm:137', 'Polygon', [asset('POL', 18)]),
  chainOf('bitcoin:mainnet', 'Bitcoin', [asset('BTC', 8)]),
  chainOf('ton:-239', 'TON', [asset('TON', 9)]),
];

function read(symbol: string, link: string): unknown {
  const chain = chains.find(({ assets }) => assets.some((one) => one.symbol === symbol));
  const coin = chain?.assets.find((one) => one.symbol === symbol);
  if (!chain || !coin) throw new Error(symbol);
  const { fault, network, coin: other, ...said } = readPaymentLink(chains, { chain, asset: coin }, link);
  if (fault === '') return said;
  return [fault, network, other && `${other.symbol} of ${other.chain_id}`].filter(Boolean).join(', ');
}
const said = (payee: string, amount: string | null, more: object = {}) => ({
  ...{ payee, amount, amount_left_out: false, memo: '', remark: '' },
  ...more,
});

it.each([
  ['ETH', `ethereum:${payee}@1?value=1.5e18`, said(payee, '1.5')],
  ['ETH', ` ethereum:${payee} `, said(payee, null)],
  ['ETH', `ethereum:${payee}?value=1.5e18`, said(payee, '1.5')],
  // Whoever wrote it meant ether, unless it names the network.
  ['POL', `ethereum:${payee}?value=1.5e18`, said(payee, null, { amount_left_out: true })],
  ['POL', `ethereum:${payee}@137?value=1.5e18`, said(payee, '1.5')],
  ['USDC', `ethereum:${token.toLowerCase()}@1/transfer?address=${payee}&uint256=2500000`, said(payee, '2.5')],
  ['USDC', `ethereum:${token}/transfer?address=${payee}`, said(payee, null)],
  ['USDC', `ethereum:${payee}`, said(payee, null)],
  ['BTC', `BITCOIN:${segwit.toUpperCase()}?amount=0.10`, said(segwit.toUpperCase(), '0.1')],
  ['TON', `ton://transfer/${friendly}?amount=1500000000&text=4711`, said(friendly, '1.5', { memo: '4711' })],
  ['BTC', `bitcoin:${segwit}?label=A%0Ab%E2%80%AEc`, said(segwit, null, { remark: 'A b c' })],
  ['BTC', `bitcoin:${segwit}?label=A%E2%80%8B%D8%9Cb`, said(segwit, null, { remark: 'A b' })],
  ['BTC', `bitcoin:${segwit}?label=${'x'.repeat(199)}%F0%9F%98%80`, said(segwit, null, { remark: 'x'.repeat(199) })],
])('of %s, %s', (symbol, link, expected) => expect(read(symbol, link)).toEqual(expected));

it.each([
  ['ETH', `ethereum:${payee}@137?value=1`, 'network, Polygon, POL of evm:137'],
  ['ETH', `ethereum:${payee}@10?value=1`, 'network, chain ID 10'],
  ['ETH', `bitcoin:${segwit}?amount=1`, 'network, Bitcoin, BTC of bitcoin:mainnet'],
  ['BTC', `ethereum:${payee}`, 'network, Ethereum'],
  ['BTC', `ethereum:${payee}?value=1`, 'network, Ethereum, ETH of evm:1'],
  ['ETH', `ethereum:${payee}@137`, 'network, Polygon'],
  ['POL', `ethereum:${token}/transfer?address=${payee}`, 'coin, Ethereum, USDC of evm:1'],
  // Of whoever writes no network it is the main one, also where the token is of that one.
  ['POL', `ethereum:${token}@1/transfer?address=${payee}&uint256=1`, 'network, Ethereum, USDC of evm:1'],
  ['BTC', `ethereum:${token.toLowerCase()}/transfer?address=${payee}`, 'network, Ethereum, USDC of evm:1'],
  ['BTC', `ethereum:${payee}/transfer?address=${payee}`, 'network, Ethereum'],
  ['ETH', 'bitcoin:mnonsense', 'network, Bitcoin'],
  ['BTC', 'tron:nonsense', 'network, Tron'],
  ['USDC', `ethereum:${payee}?value=1`, 'coin, Ethereum, ETH of evm:1'],
  ['ETH', `ethereum:${token}/transfer?address=${payee}&uint256=1`, 'coin, Ethereum, USDC of evm:1'],
  ['USDC', `ethereum:${payee}/transfer?address=${payee}&uint256=1`, 'coin'],
  ['TON', `ton://transfer/${friendly}?jetton=${friendly}`, 'coin'],
  ['BTC', `bitcoin:${segwit}?amount=0.000000001`, 'amount'],
  ['BTC', `bitcoin:${segwit}?amount=0`, 'amount'],
  ['BTC', `bitcoin:${segwit}?amount=${'9'.repeat(90)}`, 'amount'],
  ['ETH', `ethereum:${payee}?value=0`, 'amount'],
  ['ETH', `ethereum:${payee}?value=1.5`, 'amount'],
  ['BTC', `bitcoin:${segwit}?req-x=1`, 'demands'],
  ['BTC', 'bitcoin:?amount=1', 'malformed'],
  ['TON', `ton://transfer/${friendly}?text=${'x'.repeat(101)}`, 'memo'],
  ['TON', `ton://transfer/${friendly}?text=%E8%B4%A7`, 'memo'],
  ['ETH', `lightning:lnbc1`, 'unknown'],
  ['ETH', payee, 'unknown'],
  ['ETH', '', 'unknown'],
])('of %s, %s is refused: %s', (symbol, link, fault) => expect(read(symbol, link)).toBe(fault));
