import type { Branch } from '@holdfast/chains';
import type {
  AddressId,
  ApiScope,
  BatchId,
  BatchPayee,
  ChannelChoice,
  DepositId,
  OrderId,
  PersonalEntryId,
  Role,
  SubWalletId,
  UpkeepKind,
  UserId,
  WalletRole,
  WorkspaceId,
} from '@holdfast/contract';
import type { GraceRules, SignedQuote } from '@holdfast/policy';
import type { AssetId } from '../ledger/asset-id.ts';
import type { ToldSum } from '../signers/told-sums.ts';

type Details = Record<string, string>;
/** By contract, base units that leave and come. */
type Simulated = Record<string, { readonly out: string; readonly in: string }>;
/** As decimal text in base units, in the order in which they are paid. */
type Outputs = { readonly address: string; readonly amount: string; readonly memo: string }[];

/**
 * What the database cannot say of a column, by `table.column`: whose id it is, what a JSON value holds, that a view is never null there. A column that
 * refers to one of these is of its type too. `npm run tables` puts them into tables.ts, and refuses a name that is no column.
 */
export interface Refinements {
  'addresses.id': AddressId;
  'assets.id': AssetId;
  'batches.id': BatchId;
  'deposits.id': DepositId;
  'orders.id': OrderId;
  'personal_entries.id': PersonalEntryId;
  'sub_wallets.id': SubWalletId;
  'users.id': UserId;
  'workspaces.id': WorkspaceId;

  /** Nothing in the database ties these to what they name. */
  'asset_freezes.workspace_id': WorkspaceId;
  'batch_orders.batch_id': BatchId;
  'batch_orders.order_id': OrderId;
  'batch_orders.workspace_id': WorkspaceId;
  'bump_rules.sub_wallet_id': SubWalletId;
  'bump_rules.workspace_id': WorkspaceId;
  'consolidation_rules.workspace_id': WorkspaceId;
  'deposit_refunds.deposit_id': DepositId;
  'deposit_refunds.order_id': OrderId;
  'deposit_refunds.workspace_id': WorkspaceId;
  'order_coins.order_id': OrderId;
  'order_outflows.order_id': OrderId;
  'order_outflows.sub_wallet_id': SubWalletId;
  'order_outflows.workspace_id': WorkspaceId;
  'order_simulations.order_id': OrderId;
  'unconfirmed_change.workspace_id': WorkspaceId;
  'utxos.chosen_by': OrderId;
  'utxos.made_by': OrderId;
  'key_exports.workspace_id': WorkspaceId;
  'ledger_entries.asset_id': AssetId;
  'ledger_entries.sub_wallet_id': SubWalletId;
  'ledger_entries.workspace_id': WorkspaceId;
  'ledger_transfers.workspace_id': WorkspaceId;
  'trade_quotes.sub_wallet_id': SubWalletId;
  'trade_quotes.workspace_id': WorkspaceId;
  'trades.sub_wallet_id': SubWalletId;
  'trades.workspace_id': WorkspaceId;
  'orders.asset_id': AssetId;
  'orders.fee_asset_id': AssetId;
  'orders.initiator_user': UserId;
  'outbox.workspace_id': WorkspaceId | null;
  'proposals.initiator_user': UserId;
  'upkeep_notes.kind': UpkeepKind;

  /** Numbers that the contract, or a check, has limited. */
  'addresses.branch': Branch;
  'sub_wallets.app_show_status': number;
  'sub_wallets.type': number;

  'addresses.attestations': Details;
  'asset_freezes.detail': Details;
  'audit_outbox.record': object;
  'api_clients.scopes': ApiScope[];
  'api_clients.sub_wallet_ids': SubWalletId[];
  'batches.payees': BatchPayee[];
  'deposit_events.detail': Details;
  'exports.filter': Details;
  'exports.words': Details;
  'installation.book_held': GraceRules[];
  'invites.role': Role;
  'invites.wallets': WalletRole[];
  'members.role': Role;
  'members.wallets': WalletRole[];
  'notice_channels.choice': ChannelChoice;
  'nft_facts.traits': readonly { readonly name: string; readonly value: string }[];
  'notices.facts': Details;
  'order_events.detail': Details;
  'order_simulations.told': Simulated;
  'orders.fee_plan': Details;
  'orders.outputs': Outputs;
  'orders.quotes': SignedQuote[];
  'orders.risen_quotes': SignedQuote[];
  'orders.told_prices': Readonly<Record<string, string>>;
  'orders.told_sums': readonly (ToldSum & { readonly at: string })[];
  'proposal_cases.cases': unknown[];
  'proposals.subject': Details;

  'ledger_replay.asset_id': AssetId;
  'ledger_replay.available': bigint;
  'ledger_replay.collecting': bigint;
  'ledger_replay.frozen': bigint;
  'ledger_replay.held': bigint;
  'ledger_replay.pending_in': bigint;
  'ledger_replay.staked': bigint;
  'ledger_replay.sub_wallet_id': SubWalletId;
  'ledger_replay.workspace_id': WorkspaceId;
  'login_history.agent': string;
  'login_history.device': string;
  'login_history.id': number;
  'login_history.is_new': boolean;
  'login_history.method': string;
  'login_history.network': string;
  'login_history.object': string;
  'login_history.reason': string;
  'login_history.result': boolean;
  'login_history.time': Date;
  'login_history.user_id': number;
}
