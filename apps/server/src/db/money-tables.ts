import type { AddressId, DepositId, OrderId, SubWalletId, UserId, WorkspaceId } from '@holdfast/contract';
import type { SignedQuote } from '@holdfast/policy';
import type { CreatedAt, Defaulted, IdentityOf, Json, Units } from './columns.ts';

/** Tables of migrations 0010 and up: ledger, orders, chains, QR codes. */
export interface MoneyTables {
  balances: BalanceTable;
  ledger_transfers: TransferTable;
  ledger_entries: EntryTable;
  ledger_replay: BalanceView;
  asset_freezes: AssetFreezeTable;
  orders: OrderTable;
  order_events: OrderEventTable;
  order_approvals: OrderApprovalTable;
  order_intents: OrderIntentTable;
  signer_feeds: SignerFeedTable;
  lanes: LaneTable;
  lane_nonces: LaneNonceTable;
  chain_state: ChainStateTable;
  chain_blocks: ChainBlockTable;
  deposits: DepositTable;
  deposit_events: DepositEventTable;
  utxos: UtxoTable;
  qrcs: QrcTable;
}

export type Bucket = 'available' | 'frozen' | 'collecting' | 'pending_in' | 'held';
export type OutsideBucket = 'chain' | 'fee' | 'shortfall';
export type TransferKind = 'deposit_seen' | 'deposit_credited' | 'deposit_reorged' | 'reserve' | 'release' | 'spend';

interface BalanceView {
  workspace_id: WorkspaceId;
  sub_wallet_id: SubWalletId;
  symbol: string;
  available: Units;
  frozen: Units;
  collecting: Units;
  pending_in: Units;
  held: Units;
}
interface BalanceTable extends BalanceView {
  updated_at: Date;
}
interface TransferTable {
  id: IdentityOf<number>;
  workspace_id: WorkspaceId;
  kind: TransferKind;
  ref: string;
  created_at: CreatedAt;
}
interface EntryTable {
  transfer_id: number;
  line: number;
  workspace_id: WorkspaceId;
  sub_wallet_id: SubWalletId;
  symbol: string;
  bucket: Bucket | OutsideBucket;
  amount: Units;
  created_at: CreatedAt;
}
interface AssetFreezeTable {
  workspace_id: WorkspaceId;
  symbol: string;
  reason: string;
  detail: Json<Record<string, string>>;
  created_at: CreatedAt;
}
interface OrderTable {
  id: IdentityOf<OrderId>;
  workspace_id: WorkspaceId;
  sub_wallet_id: SubWalletId;
  kind: 'withdraw';
  request_id: string;
  request_hash: string;
  status: number;
  sub_status: string;
  source: number;
  chain: string;
  symbol: string;
  amount: Units;
  address_from: string;
  address_to: string;
  memo: string;
  remark: string;
  fee_symbol: string;
  max_fee: Units;
  fee_plan: Json<Record<string, string>>;
  real_fee: Units | null;
  initiator_user: UserId;
  initiator: string;
  intent_id: string;
  intent: string;
  digest: string;
  quotes: Json<SignedQuote[]>;
  value_cents: Units | null;
  announced_at: Date | null;
  plan: Json<unknown> | null;
  admitted_at: Date | null;
  exposed_at: Date | null;
  closed_at: Date | null;
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
}
interface OrderEventTable {
  id: IdentityOf<number>;
  order_id: OrderId;
  status: number;
  sub_status: string;
  actor: string;
  detail: Json<Record<string, string>>;
  created_at: CreatedAt;
}
interface OrderApprovalTable {
  order_id: OrderId;
  member: string;
  decision: 'initiate' | 'approve' | 'refuse';
  approval: Json<unknown>;
  created_at: CreatedAt;
}
/** What an order was asked for as before the present intent. */
interface OrderIntentTable {
  intent_id: string;
  order_id: OrderId;
  intent: string;
  digest: string;
  created_at: CreatedAt;
}
interface SignerFeedTable {
  signer_id: string;
  read_to: Defaulted<number>;
  updated_at: Defaulted<Date>;
}
interface LaneTable {
  chain: string;
  account: string;
  next_nonce: number;
}
interface LaneNonceTable {
  chain: string;
  account: string;
  nonce: number;
  order_id: OrderId | null;
  /** Set once its order ended unsigned: from then on another may use it. */
  free_from: Date | null;
}
interface ChainStateTable {
  chain: string;
  state: Defaulted<'starting' | 'following' | 'catching_up' | 'down'>;
  height: number | null;
  tip: number | null;
  last_error: Defaulted<string>;
  updated_at: Defaulted<Date>;
}
interface ChainBlockTable {
  chain: string;
  height: number;
  hash: string;
  parent: string;
}
interface DepositTable {
  id: IdentityOf<DepositId>;
  workspace_id: WorkspaceId;
  sub_wallet_id: SubWalletId;
  address_id: AddressId;
  chain: string;
  txid: string;
  idx: number;
  symbol: string;
  amount: Units;
  address_from: string;
  address_to: string;
  needed: number;
  status: number;
  sub_status: string;
  height: number;
  block_hash: string;
  inclusion: Defaulted<number>;
  credited_at: Date | null;
  remark: Defaulted<string>;
  created_at: CreatedAt;
  updated_at: Defaulted<Date>;
}
interface DepositEventTable {
  id: IdentityOf<number>;
  deposit_id: DepositId;
  status: number;
  sub_status: string;
  detail: Json<Record<string, string>>;
  created_at: CreatedAt;
}
interface UtxoTable {
  chain: string;
  txid: string;
  vout: number;
  workspace_id: WorkspaceId;
  sub_wallet_id: SubWalletId;
  address: string;
  path: string;
  amount: Units;
  kind: 'deposit' | 'change';
  raw_tx: string;
  height: number | null;
  ready: Defaulted<boolean>;
  spent_by: string | null;
  spent_height: number | null;
  reserved_by: OrderId | null;
}
interface QrcTable {
  id: string;
  workspace_id: WorkspaceId;
  user_id: UserId;
  business_type: 'withdraw';
  order_id: OrderId;
  member_id: string;
  content: string;
  created_at: CreatedAt;
  expires_at: Date;
}
