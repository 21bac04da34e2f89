import type { AddressId, Role, SubWalletId, UserId, WalletRole, WorkspaceId } from '@holdfast/contract';
import type { HeldBook } from '@holdfast/policy';
import type { ColumnType } from 'kysely';
import type { CreatedAt, Defaulted, IdentityOf, Json } from './columns.ts';

/** Tables of migrations 0001–0009. */
export interface PlatformTables {
  installation: InstallationTable;
  policy_versions: PolicyVersionTable;
  users: UserTable;
  sessions: SessionTable;
  login_ladders: LoginLadderTable;
  workspaces: WorkspaceTable;
  members: MemberTable;
  key_groups: KeyGroupTable;
  sub_wallets: SubWalletTable;
  addresses: AddressTable;
  focus_coins: FocusCoinTable;
}

interface InstallationTable {
  id: Defaulted<number>;
  owner_user_id: UserId | null;
  deployment: string | null;
  policy_id: string | null;
  policy_version: string | null;
  policy_hash: string | null;
  policy_document: string | null;
  /** What the signers hold payments to that later rules loosened. */
  book_held: ColumnType<HeldBook[], string | undefined, string>;
  key_group_id: string | null;
  workspace_id: WorkspaceId | null;
  created_at: CreatedAt;
}
interface PolicyVersionTable {
  version: string;
  hash: string;
  document: string;
  taken_at: CreatedAt;
}
interface UserTable {
  id: IdentityOf<UserId>;
  email: string;
  nick_name: string;
  password_hash: string;
  totp_secret: string;
  totp_confirmed_at: Date | null;
  totp_last_step: Defaulted<number>;
  language: Defaulted<string>;
  time_zone: Defaulted<string>;
  status: Defaulted<'active' | 'locked'>;
  created_at: CreatedAt;
  last_login_at: Date | null;
}
interface SessionTable {
  token_hash: Buffer;
  user_id: UserId;
  workspace_id: WorkspaceId | null;
  created_at: CreatedAt;
  last_seen_at: Date;
  expires_at: Date;
  step_up_until: Date;
  agent_family: string;
  network: string;
  revoked_at: Date | null;
}
interface LoginLadderTable {
  key: string;
  failures: number;
  locked_until: Date | null;
  updated_at: Date;
}
interface WorkspaceTable {
  id: IdentityOf<WorkspaceId>;
  name: string;
  alias: Defaulted<string>;
  key_group_id: string;
  status: Defaulted<'active'>;
  created_at: CreatedAt;
}
interface MemberTable {
  workspace_id: WorkspaceId;
  user_id: UserId;
  /** The id the signers know this member by. */
  member_id: string;
  role: Role;
  /** What the member is in single sub-wallets, where that differs. */
  wallets: ColumnType<WalletRole[], string | undefined, string>;
  status: Defaulted<'active' | 'removed'>;
  created_at: CreatedAt;
}
interface KeyGroupTable {
  id: string;
  secp256k1_public_key: string;
  secp256k1_chain_code: string;
  ed25519_public_key: string;
  ed25519_chain_code: string;
  epoch: number;
  threshold: number;
  created_at: CreatedAt;
}
interface SubWalletTable {
  id: IdentityOf<SubWalletId>;
  workspace_id: WorkspaceId;
  name: string;
  alias: Defaulted<string>;
  /** 1 asset, 2 web3. */
  type: number;
  /** 1 shown, 2 hidden. */
  app_show_status: Defaulted<number>;
  is_top: Defaulted<boolean>;
  status: Defaulted<'creating' | 'active' | 'archived'>;
  created_by: UserId;
  created_at: CreatedAt;
}
interface AddressTable {
  id: IdentityOf<AddressId>;
  workspace_id: WorkspaceId;
  sub_wallet_id: SubWalletId;
  chain: string;
  key_group_id: string;
  path: string;
  /** 0 user (deposit), 1 system (change). */
  branch: 0 | 1;
  index: number;
  address: string;
  public_key: string;
  /** Each signer's signature over this address, by signer id. */
  attestations: Json<Record<string, string>>;
  label: Defaulted<string>;
  created_at: CreatedAt;
}
interface FocusCoinTable {
  workspace_id: WorkspaceId;
  user_id: UserId;
  sub_wallet_id: SubWalletId;
  symbol: string;
  created_at: CreatedAt;
}
