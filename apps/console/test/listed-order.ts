/** An order as the list of transactions has it. */
const order = {
  ...{ id: 12, type: 2, direction: 'out', stake: null, request_id: '', sub_wallet_id: 1, sub_wallet_name: 'Treasury' },
  ...{ symbol: 'ETH', symbol_alias: 'ETH', base_symbol: 'ETH', coin_net: 'Ethereum', icon: '', contract_address: '' },
  ...{ amount: '1.25', address_from: '0xfrom', address_to: '0xto', counterparty_label: '', counterparty_own: false },
  ...{ outputs: [], memo: '', customer: '', customer_state: '', txid: '', fee_symbol: 'ETH', fee: '0.001' },
  ...{ real_fee: null, fee_worth_usd: null, status: 1000, sub_status: '', awaits_initiator: true, confirmations: 0 },
  ...{ confirmations_needed: 1, tx_height: null, withdraw_source: 3, remark: '', note: '', tags: [] },
  ...{ refund_amount: null, worth_usd: null, nft: null, initiator: 'm', initiator_name: 'Ada', batch_name: '' },
  ...{ can: { cancel: false, speed_up: false, drop: false, refund: false, remark: false, audit: false } },
  ...{ created_at: new Date(0), updated_at: new Date(0) },
};

/** The answer to a look for a request: its order, or none. */
export const listed = (id?: number, request_id: string | null = '', changes: object = {}) => ({
  data: {
    ...{ pageTotal: 1, total: 1, total_is_bounded: false, search_is_part: false },
    list: id === undefined ? [] : [{ ...order, ...changes, id, request_id: String(request_id) }],
  },
});
