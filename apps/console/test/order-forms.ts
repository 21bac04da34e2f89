import type { serve } from './server.ts';
import { stakeAccount } from './stake-account.ts';

const chain = 'evm:1';
export const collection = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const own = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const proof = { deployment: '', key_group: '', attestations: [] };
const taken = { withdraw_id: 5, status: 1000, need_sign: true, duplicated: false, approval_url: '' };
const tiers = [{ fee_level: 2, fee_rate: '1', fee: '0.1', max_fee: '0.2', wait_seconds: 3 }];
const none = '0';
const balances = {
  ...{ normal_balance: '2', payable_balance: '2', lock_balance: none, collecting_balance: none },
  ...{ pending_balance: none, hold_balance: none, staked_balance: none, total_balance: '2' },
};
/** ETH at $3,000 and TRX at $0.25; USDC has no price. */
const coin = (symbol: string, chain_id: string, more: object = {}) => ({
  ...{ symbol, symbol_alias: symbol, base_symbol: symbol, coin_net: 'Network', name: symbol, icon: '', chain_id },
  ...{ contract_address: '', decimals: 18, ...balances, price_usd: null, price_time: null, price_source: '' },
  ...{
    asset_usd: null,
    normal_usd: null,
    is_focus: false,
    open: true,
    enable_deposit: true,
    enable_withdraw: true,
    coin_type: 0,
  },
  ...{ support_memo: false, address: own, path: '', proof, ...more },
});
const at = { price_time: new Date('2026-11-23T03:12:00Z') };
export const coins = [
  coin('ETH', chain, { price_usd: '3000', ...at }),
  coin('USDC', chain, { contract_address: token, decimals: 6, price_usd: '1', ...at }),
  coin('TRX', 'tron:devnet', { decimals: 6, price_usd: '0.25', ...at }),
];
const tradeCoin = (symbol: string, contract_address: string, price_usd: string) => ({
  ...{ symbol, name: symbol, chain_id: chain, coin_net: 'Ethereum', base_symbol: 'ETH', contract_address },
  ...{ decimals: 6, balance: '1250', price_usd },
});
const thing = {
  ...{ chain_id: chain, coin_net: 'Ethereum', contract_address: collection, standard: '1155', collection: 'Birds' },
  ...{ symbol: 'BRD', nft_name: 'Bird', description: '', link: '', is_video: false, image: '', image_type: '' },
  ...{ problem: '', amount: '5', incoming: '0', since: new Date(0), history: [], traits: [] },
};
const simulation = {
  ...{ told: 'moves', success: true, reason: '', changes: [], nfts: [], events: [], more_events: 0, untold: [] },
};
const looked = { chain_id: chain, from: own, outflows: [], fee_symbol: 'ETH', fees: [], problem: '' };
const quote = {
  ...{ quote_id: '3b241101-e2bb-4255-8caf-4136c566a962', provider: 'Uniswap V2', route: ['USDC', 'ETH'] },
  ...{ pool_fees: [3_000], from_symbol: 'USDC', to_symbol: 'ETH', pay_amount: '300', max_pay_amount: '300' },
  ...{ receive_amount: '0.095', min_receive_amount: '0.0945', price: '0.000316', price_impact: 1 },
  ...{ fee_symbol: 'ETH', fees: [], router: token, expire_at: new Date(0), fail_at: new Date(86_400_000) },
  need_approve: null,
};
const deposit = {
  ...{ problem: '', refund: null, deposit_amount: '5', refundable: '4.5', payers: [own], address_to: own },
  ...{ to_payer: true, support_memo: false, need_memo: false, memo: '', warnings: [], approval_needed: true },
  ...{ fee_symbol: 'ETH', fee_balance: '1', tiers },
};
const nothingFound = {
  ...{ errors: [], duplicates: [], white_misses: [], cooling: [], look_alikes: [], first_times: [], unseen: [] },
  ...{ problem: { code: 0, msg: '' }, fee: null, available: '2', approval_needed: true, rules: null },
  need_approve: { needed: false, allowance: '0', spender: '', order: null },
};
const draft = {
  ...{ batch_id: 9, version: 1, status: 10, name: 'Wages', sub_wallet_id: 1, symbol: 'ETH', chain_id: chain },
  ...{
    contract_address: '',
    coin_net: 'Ethereum',
    row_count: 1,
    by_contract: false,
    total_amount: '1',
    success_num: 0,
  },
  ...{ fail_num: 0, initiator_name: 'Ada', created_at: new Date(0), submitted_at: null, withdraw_id: null },
  ...{ max_rows: 100, support_memo: false, remark: '', txid: '', explorer_url: '', findings: nothingFound },
  list: [
    {
      ...{ row: 1, address: own, memo: '', amount: '1', remark: '', seen: 0, label: '', own: null, status: 10 },
      ...{ txid: '', fail_reason: '' },
    },
  ],
};
const network = {
  ...{ base_symbol: 'ETH', chain_id: chain, coin_net: 'Ethereum', max_rows: 100, support_memo: false },
  ...{ batch_contract: '', contract_rows: 0, fee_service: '0' },
};

/** Whatever a form that asks for an order needs to know, and that it is taken. */
export const answers: Parameters<typeof serve>[0] = {
  'user.permissions': () => ({
    data: { permissions: ['withdraw.create', 'wallet.read'], sub_wallets: [], fund_open: true },
  }),
  'wallet.allSubWallets': (form) => {
    const all = [1, 2].map((id) => ({ id, name: `Wallet ${id}`, type: 1, status: 1 }));
    const ids = form.get('ids');
    const list = ids ? all.filter(({ id }) => ids.includes(String(id))) : all;
    return { data: { list: list.slice(0, Number(form.get('size') ?? 9)), total: list.length } };
  },
  'wallet.coinsAsset': () => ({ data: { asset_usd: null, list: coins } }),
  'addressBook.list': () => ({ data: { pageTotal: 1, total: 0, list: [] } }),
  'stake.accounts': () => ({ data: { list: [stakeAccount] } }),
  'stake.unstake': () => ({ data: taken }),
  'web3.info': () => ({
    data: {
      ...{ chain_id: chain, coin_net: 'Ethereum', base_symbol: 'ETH', address: own, path: 'm/60/1/0/0', proof },
      ...{ balance: '1', nonce: '0', contracts: [] },
    },
  }),
  'web3.allowances': () => ({
    data: {
      list: [
        {
          ...{ chain_id: chain, coin_net: 'Ethereum', address: own, path: '', proof, told: 'all', allowances: [] },
          coins: [{ symbol: 'USDC', contract_address: token }],
        },
      ],
    },
  }),
  'web3.simulate': () => ({ data: { ...looked, simulation } }),
  'web3.simulateDeploy': () => ({
    data: { ...looked, bytecode_hash: '', inputs: '', success: true, reason: '', fees: tiers },
  }),
  'web3.create': () => ({ data: taken }),
  'inscriptions.list': () => ({ data: { chains: [], list: [], ticks: [] } }),
  'inscriptions.fees': () => ({ data: { fee_symbol: 'BTC', fee_unit: 'sat', fee_balance: '1', tiers } }),
  'inscriptions.brc20': () => ({ data: { ...taken, withdraw_ids: [5] } }),
  'withdraw.refundInfo': () => ({ data: deposit }),
  'withdraw.refund': () => ({ data: taken }),
  'nft.info': (form) => ({ data: { ...thing, token_id: form.get('token_id') } }),
  'trade.openNet': () => ({
    data: { list: [{ chain_id: chain, coin_net: 'Ethereum', base_symbol: 'ETH', providers: ['Uniswap V2'] }] },
  }),
  'trade.info': () => ({
    data: { usual_slippage: 50, most_slippage: 500, warned_impact: 200, most_impact: 1_000, quote_seconds: 60 },
  }),
  'trade.hotCoin': () => ({ data: { list: [tradeCoin('USDC', token, '1'), tradeCoin('ETH', '', '3000')] } }),
  'trade.crossCoins': () => ({ data: { list: [tradeCoin('ETH', '', '3000')] } }),
  'trade.price': () => ({ data: quote }),
  'trade.check': () => ({ data: { pass: true, reason: '' } }),
  'trade.submit': () => ({ data: { ...taken, trade_id: 3 } }),
  'batch.baseSymbol': () => ({ data: { list: [network] } }),
  'batch.init': () => ({ data: draft }),
  'batch.info': () => ({ data: draft }),
  'batch.records': () => ({ data: { pageTotal: 1, total: 0, list: [] } }),
};
