const hourMs = 3_600_000;

/** A payment. */
const payment = {
  sub_wallet_id: 1,
  sub_wallet_name: 'Main',
  symbol: 'ETH',
  chain_id: 'evm:1',
  contract_address: '',
  amount: '1.5',
  worth_usd: null,
  address_to: '0x1',
  outputs: [],
  batch_name: '',
  stake: null,
  payee_label: '',
  speeds_up: null,
  drops: null,
  fee_symbol: 'ETH',
  max_fee: '0.1',
};

const item = {
  item_id: 7,
  item_type: 1,
  remark: '',
  initiator: { id: 'm-1', name: 'Olivia' },
  status: 0,
  state: 1000,
  my_action: 0,
  can_cancel: false,
  initiator_signed: true,
  asked_again: false,
  price_rose: false,
  value_unknown: '',
  more_counted: false,
  solo_mode: false,
  rule: null,
  rules_version: '1',
  nodes: [],
  decisions: [],
  intent_id: 'x',
  intent_hash: 'ab'.repeat(32),
  digest_words: [],
  approval_url: 'http://signer.example/#/i/x',
  payment,
  change: null,
  document: '',
  base: '',
  rivals: [],
  overtaken_by: null,
};

/** An item of the to-do list as `todo.info` answers: a payment that waits for approvals for one hour more. @param over what is otherwise */
export const todoItem = (over: object = {}) => ({
  ...item,
  created_at: new Date(),
  expire_at: new Date(Date.now() + hourMs),
  ...over,
});

/** The same of a change, of which `kind` and `subject` tell. */
export const changeItem = (change: object, over: object = {}) =>
  todoItem({
    payment: null,
    change: { kind: 'book', subject: {}, policy_version: '1', last_error: '', ...change },
    ...over,
  });
