/** Every table and view. Written by `npm run tables` from a migrated database, which a test holds it to: never by hand. */
import type { CreatedAt, Defaulted, IdentityOf, Json, JsonDefaulted } from './columns.ts';
import type { Refinements as R } from './refinements.ts';

interface AccountResets {
  id: IdentityOf<number>;
  workspace_id: R['workspaces.id'];
  user_id: R['users.id'];
  what: 'password' | 'authenticator';
  token_hash: Buffer;
  asked_by: R['users.id'];
  asked_at: Date;
  due_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  ended_as: 'done' | 'stopped' | 'overtaken' | null;
}

interface AddedTokens {
  id: IdentityOf<number>;
  workspace_id: R['workspaces.id'];
  asset_id: R['assets.id'];
  name: string;
  warnings: string[];
  remark: string;
  added_by: R['users.id'];
  added_at: Defaulted<Date>;
}

interface AddressCode {
  chain: string;
  address: string;
  holds_code: boolean;
  looked_at: Date;
}

interface AddressRequests {
  workspace_id: R['workspaces.id'];
  request_id: string;
  request_hash: string;
  sub_wallet_id: R['sub_wallets.id'];
  chain: string;
  branch: number;
  first: number;
  count: number;
  created_at: CreatedAt;
}

interface Addresses {
  id: IdentityOf<R['addresses.id']>;
  workspace_id: R['workspaces.id'];
  sub_wallet_id: R['sub_wallets.id'];
  chain: string;
  key_group_id: string;
  path: string;
  branch: R['addresses.branch'];
  index: number;
  address: string;
  public_key: string;
  attestations: Json<R['addresses.attestations']>;
  label: Defaulted<string>;
  created_at: CreatedAt;
}

interface ApiClientCalls {
  id: IdentityOf<number>;
  workspace_id: R['workspaces.id'];
  app_id: string;
  time: Date;
  ip: string;
  path: string;
  request_id: string;
  code: number;
  ms: number;
  proven: boolean;
}

interface ApiClientNonces {
  app_id: string;
  nonce: string;
  until: Date;
}

interface ApiClients {
  app_id: string;
  workspace_id: R['workspaces.id'];
  user_id: R['users.id'];
  name: string;
  public_key: string;
  ip_list: string[];
  expires_at: Date | null;
  off: Defaulted<boolean>;
  switched_on_by: number | null;
  proposal_id: number;
  created_at: CreatedAt;
  last_used_at: Date | null;
  last_ip: Defaulted<string>;
  alerted_at: Date | null;
  made_by: string | null;
  scopes: R['api_clients.scopes'];
  sub_wallet_ids: R['api_clients.sub_wallet_ids'];
  per_minute: number | null;
}

interface AssetFreezes {
  workspace_id: R['asset_freezes.workspace_id'];
  asset_id: R['assets.id'];
  reason: string;
  detail: JsonDefaulted<R['asset_freezes.detail']>;
  created_at: CreatedAt;
}

interface Assets {
  id: IdentityOf<R['assets.id']>;
  chain: string;
  contract: string;
  token_id: string;
  symbol: string;
  decimals: number;
}

interface AuditCheckpoints {
  size: number;
  root: Buffer;
  signature: string;
  created_at: Date;
}

interface AuditCosignatures {
  size: number;
  signer_id: string;
  signature: string;
  created_at: CreatedAt;
}

interface AuditLog {
  seq: number;
  hash: Buffer;
  nodes: Buffer;
  entry: string;
  time: Defaulted<Date>;
  workspace_id: number | null;
  action: Defaulted<string>;
  object: Defaulted<string>;
}

interface AuditOutbox {
  id: IdentityOf<number>;
  record: Json<R['audit_outbox.record']>;
}

interface AuditWitnesses {
  signer_id: string;
  problem: string;
  updated_at: Defaulted<Date>;
}

interface Balances {
  workspace_id: R['workspaces.id'];
  sub_wallet_id: R['sub_wallets.id'];
  asset_id: R['assets.id'];
  available: Defaulted<bigint>;
  frozen: Defaulted<bigint>;
  collecting: Defaulted<bigint>;
  pending_in: Defaulted<bigint>;
  held: Defaulted<bigint>;
  updated_at: Defaulted<Date>;
  staked: Defaulted<bigint>;
}

interface BatchOrders {
  batch_id: R['batch_orders.batch_id'];
  order_id: R['batch_orders.order_id'];
  workspace_id: R['batch_orders.workspace_id'];
  version: number;
  created_at: CreatedAt;
}

interface Batches {
  id: IdentityOf<R['batches.id']>;
  workspace_id: R['workspaces.id'];
  sub_wallet_id: number;
  asset_id: R['assets.id'];
  chain: string;
  user_id: R['users.id'];
  name: string;
  payees: Json<R['batches.payees']>;
  row_count: number;
  version: Defaulted<number>;
  created_at: CreatedAt;
  updated_at: Defaulted<Date>;
  by_contract: Defaulted<boolean>;
  row_remarks: Defaulted<string>;
}

interface BlocksAside {
  chain: string;
  height: number;
  hash: string;
  error: string;
  tries: Defaulted<number>;
  since: Defaulted<Date>;
  next_at: Defaulted<Date>;
}

interface BookBeneficiaries {
  workspace_id: R['workspaces.id'];
  hash: string;
  name: string;
  vasp: string;
  self_hosted: boolean;
}

interface BookEntries {
  workspace_id: R['workspaces.id'];
  hash: string;
  chains: string[];
  address: string;
  memo: string;
  assets: string[];
  label: string;
  since: Date;
  removed_at: Date | null;
  methods: Defaulted<string[]>;
}

interface BookTokens {
  workspace_id: R['workspaces.id'];
  chain: string;
  contract: string;
  symbol: string;
  decimals: number;
  since: Date;
}

interface Books {
  workspace_id: R['workspaces.id'];
  hash: string;
}

interface Brc20Changes {
  seq: IdentityOf<number>;
  chain: string;
  height: number;
  kind: 'deploy' | 'mint' | 'inscribe' | 'send' | 'receive' | 'return';
  key: string;
  inscription: string;
  holder: string;
  available: bigint;
  transferable: bigint;
}

interface Brc20Ticks {
  chain: string;
  key: string;
  tick: string;
  max: bigint;
  mint_most: bigint;
  decimals: number;
  self_mint: boolean;
  deploy: string;
  height: number;
}

interface Brc20Transfers {
  chain: string;
  inscription: string;
  key: string;
  amount: bigint;
  holder: string;
  height: number;
  used: number | null;
}

interface BumpRules {
  workspace_id: R['bump_rules.workspace_id'];
  sub_wallet_id: R['bump_rules.sub_wallet_id'];
  chain: string;
  after_minutes: number;
  times: number;
}

interface ChainBlocks {
  chain: string;
  height: number;
  hash: string;
  parent: string;
}

interface ChainState {
  chain: string;
  state: Defaulted<'starting' | 'following' | 'catching_up' | 'down'>;
  height: number | null;
  tip: number | null;
  last_error: Defaulted<string>;
  updated_at: Defaulted<Date>;
  trying: number | null;
  tries: Defaulted<number>;
  problem: Defaulted<string>;
  genesis: string | null;
  tip_at: Date | null;
  down_since: Date | null;
}

interface CoinSources {
  chain: string;
  txid: string;
  outpoint: string;
  spent_height: number | null;
}

interface ConsolidationRules {
  workspace_id: R['consolidation_rules.workspace_id'];
  sub_wallet_id: R['sub_wallets.id'];
  chain: string;
  most_rate: string;
  more_than: number;
  told_at: Date | null;
  told: Json<unknown> | null;
}

interface CustomerMemos {
  id: IdentityOf<number>;
  workspace_id: R['workspaces.id'];
  address_id: R['addresses.id'];
  memo: string;
  customer: string;
  created_at: CreatedAt;
}

interface DecisionRemarks {
  proposal_id: number;
  member: string;
  decision: 'approve' | 'refuse';
  remark: string;
  created_at: CreatedAt;
}

interface DepositEvents {
  id: IdentityOf<number>;
  deposit_id: R['deposits.id'];
  status: number;
  sub_status: string;
  detail: JsonDefaulted<R['deposit_events.detail']>;
  created_at: CreatedAt;
}

interface DepositRefunds {
  order_id: R['deposit_refunds.order_id'];
  workspace_id: R['deposit_refunds.workspace_id'];
  deposit_id: R['deposit_refunds.deposit_id'];
  state: Defaulted<'open' | 'paid' | 'ended'>;
  created_at: CreatedAt;
  payment: Defaulted<number>;
  tx: Defaulted<string>;
  paid: Defaulted<string>;
  payer: Defaulted<string>;
}

interface Deposits {
  id: IdentityOf<R['deposits.id']>;
  workspace_id: R['workspaces.id'];
  sub_wallet_id: R['sub_wallets.id'];
  address_id: R['addresses.id'];
  chain: string;
  txid: string;
  idx: number;
  asset_id: R['assets.id'];
  amount: bigint;
  address_from: string;
  address_to: string;
  needed: number;
  status: 1000 | 1100 | 2000 | 3000 | 4000;
  sub_status: string;
  height: number;
  block_hash: string;
  inclusion: Defaulted<number>;
  credited_at: Date | null;
  remark: Defaulted<string>;
  created_at: CreatedAt;
  updated_at: Defaulted<Date>;
  memo: Defaulted<string>;
  customer_memo_id: number | null;
  customer_state: Defaulted<string>;
  payment: Defaulted<number>;
  worth_cents: bigint | null;
}

interface ExportMarks {
  export_id: number;
  bytes: number;
  rows: number;
  after: Json<unknown> | null;
  state: Json<unknown>;
}

interface Exports {
  id: IdentityOf<number>;
  workspace_id: R['workspaces.id'];
  user_id: R['users.id'];
  session_hash: Buffer;
  list: string;
  filter: Json<R['exports.filter']>;
  format: 'csv' | 'xlsx' | 'jsonl';
  words: Json<R['exports.words']>;
  asked_at: Date;
  up_to: number | null;
  total: number;
  state: Defaulted<'ready' | 'running' | 'done' | 'cancelled'>;
  run: Defaulted<number>;
  rows: Defaulted<number>;
  bytes: Defaulted<number>;
  ticket_hash: Buffer | null;
  ticket_until: Date | null;
  ticket_from: Defaulted<number>;
}

interface FocusCoins {
  workspace_id: R['workspaces.id'];
  user_id: R['users.id'];
  sub_wallet_id: R['sub_wallets.id'];
  asset_id: R['assets.id'];
  created_at: CreatedAt;
}

interface FormerPasswords {
  id: IdentityOf<number>;
  user_id: R['users.id'];
  password_hash: string;
  replaced_at: Date;
}

interface HookAttempts {
  delivery_id: number;
  attempt: number;
  at: Date;
  code: number;
  ms: number;
  error: string;
}

interface HookDeliveries {
  id: IdentityOf<number>;
  workspace_id: R['workspaces.id'];
  endpoint_id: string;
  event_id: string;
  object: string;
  seq: number;
  state: Defaulted<0 | 1 | 2 | 3>;
  tries: Defaulted<number>;
  attempts: Defaulted<number>;
  next_at: Date | null;
  last_code: Defaulted<number>;
  last_ms: Defaulted<number>;
  last_error: Defaulted<string>;
  created_at: Date;
  touched_at: Date;
}

interface HookEndpoints {
  id: Defaulted<string>;
  workspace_id: R['workspaces.id'];
  name: string;
  url: string;
  sides: string[];
  final_only: boolean;
  success_word: boolean;
  enabled: Defaulted<boolean>;
  failures: Defaulted<number>;
  last_error: Defaulted<string>;
  last_ok_at: Date | null;
  rest_until: Defaulted<Date>;
  created_at: CreatedAt;
  removed_at: Date | null;
}

interface HookEvents {
  id: Defaulted<string>;
  workspace_id: R['workspaces.id'];
  object: string;
  seq: number;
  side: 'deposit' | 'withdraw' | 'test';
  type: string;
  status: number;
  final: boolean;
  only_endpoint: string | null;
  data: Json<unknown>;
  created_at: Date;
}

interface HookKeys {
  key_id: string;
  endpoint_id: string;
  public_key: string;
  sealed: string;
  created_at: CreatedAt;
  until: Date | null;
}

interface HookLines {
  endpoint_id: string;
  object: string;
  next_at: Date;
  held_until: Defaulted<Date>;
  token: Defaulted<number>;
  added: Defaulted<number>;
}

interface HookSequences {
  object: string;
  last: number;
}

interface InscriptionPlaces {
  seq: IdentityOf<number>;
  chain: string;
  id: string;
  height: number;
  outpoint: string;
  sat: number;
  until: number | null;
}

interface Inscriptions {
  chain: string;
  id: string;
  number: number;
  height: number;
  content_type: string;
  body: Buffer | null;
  body_bytes: number;
  parents: string[];
  curse: string;
}

interface Installation {
  id: Defaulted<1>;
  owner_user_id: R['users.id'] | null;
  deployment: string | null;
  policy_id: string | null;
  policy_version: string | null;
  policy_hash: string | null;
  policy_document: string | null;
  key_group_id: string | null;
  workspace_id: R['workspaces.id'] | null;
  created_at: CreatedAt;
  book_held: JsonDefaulted<R['installation.book_held']>;
  setup_token_hash: string | null;
}

interface Invites {
  id: string;
  workspace_id: R['workspaces.id'];
  token_hash: Buffer;
  name: string;
  email: string;
  role: R['invites.role'];
  wallets: JsonDefaulted<R['invites.wallets']>;
  member_id: string;
  inviter_user: R['users.id'];
  inviter: string;
  user_id: R['users.id'] | null;
  proposal_id: number | null;
  cancelled_at: Date | null;
  created_at: CreatedAt;
  expires_at: Date;
}

interface KeyExportNotices {
  proposal_id: number;
  member: string;
  acknowledged_at: Date | null;
}

interface KeyExports {
  proposal_id: number;
  workspace_id: R['key_exports.workspace_id'];
  ready_at: Date;
  until: Date;
  taken: Defaulted<number>;
  taken_at: Date | null;
}

interface KeyGroups {
  id: string;
  secp256k1_public_key: string;
  secp256k1_chain_code: string;
  ed25519_public_key: string;
  ed25519_chain_code: string;
  epoch: number;
  threshold: number;
  created_at: CreatedAt;
}

interface KnownDevices {
  user_id: R['users.id'];
  device: string;
  network: string;
  first_seen_at: Date;
  last_seen_at: Date;
}

interface LaneNonces {
  chain: string;
  account: string;
  nonce: number;
  order_id: R['orders.id'] | null;
  free_from: Date | null;
}

interface Lanes {
  chain: string;
  account: string;
  next_nonce: number;
}

interface LedgerEntries {
  transfer_id: number;
  line: number;
  workspace_id: R['ledger_entries.workspace_id'];
  sub_wallet_id: R['ledger_entries.sub_wallet_id'];
  asset_id: R['ledger_entries.asset_id'];
  bucket: 'available' | 'frozen' | 'collecting' | 'pending_in' | 'held' | 'staked' | 'chain' | 'fee' | 'shortfall';
  amount: bigint;
  created_at: CreatedAt;
}

interface LedgerReplay {
  workspace_id: R['ledger_replay.workspace_id'];
  sub_wallet_id: R['ledger_replay.sub_wallet_id'];
  asset_id: R['ledger_replay.asset_id'];
  available: R['ledger_replay.available'];
  frozen: R['ledger_replay.frozen'];
  collecting: R['ledger_replay.collecting'];
  pending_in: R['ledger_replay.pending_in'];
  held: R['ledger_replay.held'];
  staked: R['ledger_replay.staked'];
}

interface LedgerSummedTo {
  one: Defaulted<boolean>;
  transfer_id: Defaulted<number>;
}

interface LedgerSums {
  sub_wallet_id: number;
  asset_id: number;
  workspace_id: number;
  available: bigint;
  frozen: bigint;
  collecting: bigint;
  pending_in: bigint;
  held: bigint;
  staked: Defaulted<bigint>;
}

interface LedgerTotals {
  workspace_id: number;
  asset_id: R['assets.id'];
  units: bigint;
}

interface LedgerTransfers {
  id: IdentityOf<number>;
  workspace_id: R['ledger_transfers.workspace_id'];
  kind:
    | 'deposit_seen'
    | 'deposit_credited'
    | 'deposit_reorged'
    | 'reserve'
    | 'release'
    | 'spend'
    | 'stake_returned'
    | 'output_frozen'
    | 'output_freed'
    | 'taken'
    | 'call_returned';
  ref: string;
  created_at: CreatedAt;
}

interface LoginHistory {
  id: R['login_history.id'];
  object: R['login_history.object'];
  user_id: R['login_history.user_id'];
  time: R['login_history.time'];
  network: R['login_history.network'];
  agent: R['login_history.agent'];
  method: R['login_history.method'];
  result: R['login_history.result'];
  reason: R['login_history.reason'];
  device: R['login_history.device'];
  is_new: R['login_history.is_new'];
}

interface LoginLadders {
  key: string;
  failures: number;
  locked_until: Date | null;
  updated_at: Date;
}

interface Members {
  workspace_id: R['workspaces.id'];
  user_id: R['users.id'];
  member_id: string;
  role: R['members.role'];
  status: Defaulted<'active' | 'removed'>;
  created_at: CreatedAt;
  wallets: JsonDefaulted<R['members.wallets']>;
}

interface NftFacts {
  chain: string;
  contract: string;
  token_id: bigint;
  collection: string;
  symbol: string;
  uri: string;
  lures: boolean;
  asked_at: Defaulted<Date>;
  name: Defaulted<string>;
  description: Defaulted<string>;
  traits: JsonDefaulted<R['nft_facts.traits']>;
  link: Defaulted<string>;
  is_video: Defaulted<boolean>;
  problem: Defaulted<string>;
  picture: Buffer | null;
  fetched_at: Date | null;
}

interface NftFolds {
  workspace_id: R['workspaces.id'];
  chain: string;
  contract: string;
  folded: boolean;
  folded_by: R['users.id'];
  at: Defaulted<Date>;
}

interface NftHoldings {
  workspace_id: R['workspaces.id'];
  sub_wallet_id: R['sub_wallets.id'];
  address_id: R['addresses.id'];
  chain: string;
  contract: string;
  token_id: bigint;
  standard: '721' | '1155';
  amount: Defaulted<bigint>;
  due: number | null;
  version: Defaulted<number>;
  checked_at: Defaulted<Date>;
  created_at: CreatedAt;
}

interface NftMoves {
  id: IdentityOf<number>;
  workspace_id: R['workspaces.id'];
  sub_wallet_id: R['sub_wallets.id'];
  address_id: R['addresses.id'];
  chain: string;
  contract: string;
  token_id: bigint;
  direction: 'in' | 'out';
  amount: bigint;
  other: string;
  txid: string;
  idx: number;
  item: number;
  height: number;
  block_hash: string;
  needed: number;
  status: Defaulted<'confirming' | 'credited' | 'unbacked' | 'reorged'>;
  created_at: CreatedAt;
  settled_at: Date | null;
  told: Defaulted<boolean>;
  listed: Defaulted<boolean>;
}

interface NoticeChannels {
  id: IdentityOf<number>;
  workspace_id: R['workspaces.id'];
  user_id: R['users.id'];
  type: 'mail' | 'slack' | 'telegram' | 'push';
  hint: string;
  target: string;
  choice: Json<R['notice_channels.choice']>;
  created_at: CreatedAt;
  failures: Defaulted<number>;
  last_error: Defaulted<string>;
  last_sent_at: Date | null;
  next_at: Defaulted<Date>;
  lease_until: Date | null;
  lease_token: Defaulted<number>;
}

interface NoticeDeliveries {
  channel_id: number;
  notice_id: number;
  due_at: Date;
  state: Defaulted<'waiting' | 'sent' | 'over'>;
  sent_at: Date | null;
}

interface Notices {
  id: IdentityOf<number>;
  workspace_id: R['workspaces.id'];
  user_id: R['users.id'];
  kind: 'decide' | 'remind' | 'outcome' | 'deposit' | 'safety' | 'login';
  event: string;
  object: string;
  round: Defaulted<string>;
  sub_wallet_id: R['sub_wallets.id'] | null;
  facts: JsonDefaulted<R['notices.facts']>;
  created_at: CreatedAt;
  read_at: Date | null;
}

interface OpenKeys {
  signer: string;
  intent_id: string;
  chain: string;
  key: string;
}

interface OpenedCoins {
  workspace_id: R['workspaces.id'];
  chain: string;
  contract: Defaulted<string>;
  state: 'opening' | 'open' | 'closed';
  changed_at: Defaulted<Date>;
  form: Defaulted<string>;
  taken_until: Date | null;
}

interface OpenedWays {
  digest: string;
  member: string;
  decision: 'approve' | 'refuse';
}

interface OrderApprovals {
  order_id: R['orders.id'];
  member: string;
  decision: 'initiate' | 'approve' | 'refuse';
  approval: Json<unknown>;
  created_at: CreatedAt;
  page: Defaulted<string>;
}

interface OrderCoins {
  order_id: R['order_coins.order_id'];
  chain: string;
  txid: string;
  vout: number;
}

interface OrderEvents {
  id: IdentityOf<number>;
  order_id: R['orders.id'];
  status: number;
  sub_status: string;
  actor: string;
  detail: JsonDefaulted<R['order_events.detail']>;
  created_at: CreatedAt;
}

interface OrderIntents {
  intent_id: string;
  order_id: R['orders.id'];
  intent: string;
  digest: string;
  created_at: CreatedAt;
}

interface OrderMoves {
  from_status: number;
  to_status: number;
}

interface OrderOutflows {
  order_id: R['order_outflows.order_id'];
  workspace_id: R['order_outflows.workspace_id'];
  sub_wallet_id: R['order_outflows.sub_wallet_id'];
  asset_id: R['assets.id'];
  amount: bigint;
  held: bigint;
  value_cents: bigint | null;
  spent: bigint | null;
}

interface OrderSimulations {
  order_id: R['order_simulations.order_id'];
  told: Json<R['order_simulations.told']>;
  created_at: CreatedAt;
}

interface Orders {
  id: Defaulted<R['orders.id']>;
  workspace_id: R['workspaces.id'];
  sub_wallet_id: R['sub_wallets.id'];
  kind: string;
  request_id: string;
  request_hash: string;
  status: Defaulted<1000 | 1100 | 1200 | 2000 | 2100 | 2200 | 2201 | 2202 | 2300 | 2400>;
  sub_status: string;
  source: Defaulted<1 | 2 | 3>;
  chain: string;
  asset_id: R['orders.asset_id'];
  amount: bigint;
  address_from: string;
  address_to: string;
  memo: Defaulted<string>;
  remark: Defaulted<string>;
  fee_asset_id: R['orders.fee_asset_id'];
  max_fee: bigint;
  fee_plan: Json<R['orders.fee_plan']>;
  real_fee: bigint | null;
  initiator_user: R['orders.initiator_user'];
  initiator: string;
  intent_id: string;
  intent: string;
  digest: string;
  announced_at: Date | null;
  plan: Json<unknown> | null;
  admitted_at: Date | null;
  exposed_at: Date | null;
  raw: string | null;
  txid: string | null;
  broadcast_at: Date | null;
  mined_height: number | null;
  mined_hash: string | null;
  last_error: Defaulted<string>;
  failures: Defaulted<number>;
  next_at: Defaulted<Date>;
  lease_until: Date | null;
  lease_token: Defaulted<number>;
  created_at: CreatedAt;
  updated_at: Defaulted<Date>;
  expires_at: Date;
  quotes: JsonDefaulted<R['orders.quotes']>;
  value_cents: bigint | null;
  closed_at: Date | null;
  outputs: Json<R['orders.outputs']>;
  settle_at: Date | null;
  fee_cents: bigint | null;
  risen_quotes: JsonDefaulted<R['orders.risen_quotes']>;
  call: Defaulted<string>;
  untaken: Defaulted<bigint>;
  told_prices: JsonDefaulted<R['orders.told_prices']>;
  anew_needs: string | null;
  raises: number | null;
  payment_intent: Defaulted<string>;
  mined_as: number | null;
  told_sums: JsonDefaulted<R['orders.told_sums']>;
  batch_of: R['orders.id'] | null;
  batch_row: number | null;
  signed_height: number | null;
  left_out: Defaulted<number[]>;
  worth_cents: bigint | null;
  batch_name: Defaulted<string>;
  fee_worth_cents: bigint | null;
}

interface OrdinalBlocks {
  chain: string;
  height: number;
  hash: string;
}

interface OrdinalChains {
  chain: string;
}

interface Outbox {
  id: IdentityOf<number>;
  workspace_id: R['outbox.workspace_id'] | null;
  kind: string;
  object: string;
  data: Json<unknown>;
  created_at: CreatedAt;
  tries: Defaulted<number>;
  next_at: Defaulted<Date>;
  last_error: Defaulted<string>;
}

interface PersonalEntries {
  id: IdentityOf<R['personal_entries.id']>;
  workspace_id: R['workspaces.id'];
  user_id: R['users.id'];
  chains: string[];
  address: string;
  memo: string;
  assets: string[];
  label: string;
  note: string;
  created_at: CreatedAt;
}

interface PolicyVersions {
  version: string;
  hash: string;
  document: string;
  taken_at: Defaulted<Date>;
}

interface ProposalApprovals {
  proposal_id: number;
  member: string;
  decision: 'initiate' | 'approve' | 'refuse';
  approval: Json<unknown>;
  created_at: CreatedAt;
  page: Defaulted<string>;
}

interface ProposalCases {
  proposal_id: number;
  cases: Json<R['proposal_cases.cases']>;
}

interface ProposalMoves {
  from_status: number;
  to_status: number;
}

interface Proposals {
  id: IdentityOf<number>;
  workspace_id: R['workspaces.id'];
  kind: 'policy' | 'book' | 'export';
  item_type: number;
  subject: JsonDefaulted<R['proposals.subject']>;
  remark: Defaulted<string>;
  initiator_user: R['proposals.initiator_user'];
  initiator: string;
  intent_id: string;
  intent: string;
  digest: string;
  document: string;
  policy_version: string;
  status: Defaulted<number>;
  refused_by: string | null;
  last_error: Defaulted<string>;
  announced_at: Date | null;
  decided_at: Date | null;
  next_at: Defaulted<Date>;
  lease_until: Date | null;
  lease_token: Defaulted<number>;
  created_at: CreatedAt;
  expires_at: Date;
  taken_by: Defaulted<string[]>;
  tries: Defaulted<number>;
}

interface Qrcs {
  id: string;
  workspace_id: R['workspaces.id'];
  user_id: R['users.id'];
  business_type: 'withdraw';
  order_id: R['orders.id'];
  member_id: string;
  content: string;
  created_at: CreatedAt;
  expires_at: Date;
}

interface RuleCases {
  workspace_id: R['workspaces.id'];
  name: string;
  body: Json<unknown>;
  created_at: CreatedAt;
}

interface Sessions {
  token_hash: Buffer;
  user_id: R['users.id'];
  workspace_id: R['workspaces.id'] | null;
  created_at: CreatedAt;
  last_seen_at: Date;
  expires_at: Date;
  step_up_until: Date;
  agent_family: string;
  network: string;
  revoked_at: Date | null;
  id: Defaulted<string>;
  agent: Defaulted<string>;
}

interface SignerFeeds {
  signer_id: string;
  read_to: Defaulted<number>;
  updated_at: Defaulted<Date>;
}

interface SubWalletMarks {
  workspace_id: R['workspaces.id'];
  n: number;
  id: R['sub_wallets.id'];
}

interface SubWallets {
  id: IdentityOf<R['sub_wallets.id']>;
  workspace_id: R['workspaces.id'];
  name: string;
  alias: Defaulted<string>;
  type: R['sub_wallets.type'];
  app_show_status: Defaulted<R['sub_wallets.app_show_status']>;
  is_top: Defaulted<boolean>;
  status: Defaulted<'creating' | 'active' | 'archived'>;
  created_by: R['users.id'];
  created_at: CreatedAt;
  searched: Defaulted<string>;
  looks: string[] | null;
  looks_by: string | null;
  pairs: Defaulted<string>;
}

interface TradeQuotes {
  id: string;
  workspace_id: R['trade_quotes.workspace_id'];
  sub_wallet_id: R['trade_quotes.sub_wallet_id'];
  member: string;
  provider: string;
  router: string;
  gives_asset: R['assets.id'];
  gets_asset: R['assets.id'];
  exact_out: boolean;
  path: string[];
  pays: bigint;
  brings: bigint;
  most: bigint;
  least: bigint;
  created_at: Date;
  expires_at: Date;
  fees: Defaulted<number[]>;
  spender: string;
  data: string | null;
}

interface Trades {
  id: IdentityOf<number>;
  quote_id: string;
  workspace_id: R['trades.workspace_id'];
  sub_wallet_id: R['trades.sub_wallet_id'];
  request_id: string;
  request_hash: string;
  data: string;
  allowance: R['orders.id'] | null;
  failure: 'slippage' | 'other' | null;
  created_at: Date;
}

interface TransactionNotes {
  workspace_id: R['workspaces.id'];
  type: 1 | 2;
  transaction_id: number;
  note: string;
  tags: string[];
  updated_at: Defaulted<Date>;
}

interface TransactionParties {
  workspace_id: R['workspaces.id'];
  address: string;
  created_at: CreatedAt;
}

interface TransactionTags {
  workspace_id: R['workspaces.id'];
  tag: string;
  type: 1 | 2;
  created_at: Date;
  transaction_id: number;
  asset_id: number;
  sub_wallet_id: number;
}

interface TransactionTexts {
  workspace_id: R['workspaces.id'];
  type: 1 | 2;
  transaction_id: number;
  created_at: Date;
  text: string;
}

interface UnconfirmedChange {
  workspace_id: R['unconfirmed_change.workspace_id'];
  sub_wallet_id: R['sub_wallets.id'];
  chain: string;
}

interface UpkeepNotes {
  id: IdentityOf<number>;
  workspace_id: R['workspaces.id'];
  kind: R['upkeep_notes.kind'];
  by_user: R['users.id'];
  remark: string;
  done_at: Date;
}

interface Users {
  id: IdentityOf<R['users.id']>;
  email: string;
  nick_name: string;
  password_hash: string;
  totp_secret: string;
  totp_confirmed_at: Date | null;
  totp_last_step: Defaulted<number>;
  language: Defaulted<'en_US' | 'zh_CN'>;
  time_zone: Defaulted<string>;
  status: Defaulted<'active' | 'locked'>;
  created_at: CreatedAt;
  last_login_at: Date | null;
  password_changed_at: Date | null;
  totp_changed_at: Date | null;
  totp_next: string | null;
  totp_next_id: string | null;
  totp_next_for: string | null;
  totp_next_at: Date | null;
}

interface UtxoTxs {
  chain: string;
  txid: string;
  raw_tx: string;
}

interface Utxos {
  chain: string;
  txid: string;
  vout: number;
  workspace_id: R['workspaces.id'];
  sub_wallet_id: R['sub_wallets.id'];
  address: string;
  path: string;
  amount: bigint;
  kind: 'deposit' | 'change';
  height: number | null;
  ready: Defaulted<boolean>;
  spent_by: string | null;
  spent_height: number | null;
  reserved_by: R['orders.id'] | null;
  left_by: R['orders.id'] | null;
  seen_at: Date | null;
  label: Defaulted<string>;
  frozen_at: Date | null;
  frozen_reason: Defaulted<string>;
  freezes: Defaulted<number>;
  chosen_by: R['utxos.chosen_by'] | null;
  content: Defaulted<'unknown' | 'clear' | 'inscribed'>;
  content_asked_at: Date | null;
  made_by: R['utxos.made_by'] | null;
}

interface Workspaces {
  id: IdentityOf<R['workspaces.id']>;
  name: string;
  alias: Defaulted<string>;
  key_group_id: string;
  status: Defaulted<'active'>;
  created_at: CreatedAt;
  first_steps_done_at: Date | null;
}

export interface Database {
  account_resets: AccountResets;
  added_tokens: AddedTokens;
  address_code: AddressCode;
  address_requests: AddressRequests;
  addresses: Addresses;
  api_client_calls: ApiClientCalls;
  api_client_nonces: ApiClientNonces;
  api_clients: ApiClients;
  asset_freezes: AssetFreezes;
  assets: Assets;
  audit_checkpoints: AuditCheckpoints;
  audit_cosignatures: AuditCosignatures;
  audit_log: AuditLog;
  audit_outbox: AuditOutbox;
  audit_witnesses: AuditWitnesses;
  balances: Balances;
  batch_orders: BatchOrders;
  batches: Batches;
  blocks_aside: BlocksAside;
  book_beneficiaries: BookBeneficiaries;
  book_entries: BookEntries;
  book_tokens: BookTokens;
  books: Books;
  brc20_changes: Brc20Changes;
  brc20_ticks: Brc20Ticks;
  brc20_transfers: Brc20Transfers;
  bump_rules: BumpRules;
  chain_blocks: ChainBlocks;
  chain_state: ChainState;
  coin_sources: CoinSources;
  consolidation_rules: ConsolidationRules;
  customer_memos: CustomerMemos;
  decision_remarks: DecisionRemarks;
  deposit_events: DepositEvents;
  deposit_refunds: DepositRefunds;
  deposits: Deposits;
  export_marks: ExportMarks;
  exports: Exports;
  focus_coins: FocusCoins;
  former_passwords: FormerPasswords;
  hook_attempts: HookAttempts;
  hook_deliveries: HookDeliveries;
  hook_endpoints: HookEndpoints;
  hook_events: HookEvents;
  hook_keys: HookKeys;
  hook_lines: HookLines;
  hook_sequences: HookSequences;
  inscription_places: InscriptionPlaces;
  inscriptions: Inscriptions;
  installation: Installation;
  invites: Invites;
  key_export_notices: KeyExportNotices;
  key_exports: KeyExports;
  key_groups: KeyGroups;
  known_devices: KnownDevices;
  lane_nonces: LaneNonces;
  lanes: Lanes;
  ledger_entries: LedgerEntries;
  ledger_replay: LedgerReplay;
  ledger_summed_to: LedgerSummedTo;
  ledger_sums: LedgerSums;
  ledger_totals: LedgerTotals;
  ledger_transfers: LedgerTransfers;
  login_history: LoginHistory;
  login_ladders: LoginLadders;
  members: Members;
  nft_facts: NftFacts;
  nft_folds: NftFolds;
  nft_holdings: NftHoldings;
  nft_moves: NftMoves;
  notice_channels: NoticeChannels;
  notice_deliveries: NoticeDeliveries;
  notices: Notices;
  open_keys: OpenKeys;
  opened_coins: OpenedCoins;
  opened_ways: OpenedWays;
  order_approvals: OrderApprovals;
  order_coins: OrderCoins;
  order_events: OrderEvents;
  order_intents: OrderIntents;
  order_moves: OrderMoves;
  order_outflows: OrderOutflows;
  order_simulations: OrderSimulations;
  orders: Orders;
  ordinal_blocks: OrdinalBlocks;
  ordinal_chains: OrdinalChains;
  outbox: Outbox;
  personal_entries: PersonalEntries;
  policy_versions: PolicyVersions;
  proposal_approvals: ProposalApprovals;
  proposal_cases: ProposalCases;
  proposal_moves: ProposalMoves;
  proposals: Proposals;
  qrcs: Qrcs;
  rule_cases: RuleCases;
  sessions: Sessions;
  signer_feeds: SignerFeeds;
  sub_wallet_marks: SubWalletMarks;
  sub_wallets: SubWallets;
  trade_quotes: TradeQuotes;
  trades: Trades;
  transaction_notes: TransactionNotes;
  transaction_parties: TransactionParties;
  transaction_tags: TransactionTags;
  transaction_texts: TransactionTexts;
  unconfirmed_change: UnconfirmedChange;
  upkeep_notes: UpkeepNotes;
  users: Users;
  utxo_txs: UtxoTxs;
  utxos: Utxos;
  workspaces: Workspaces;
}
