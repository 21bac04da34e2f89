/** Who may call what. Roles and permissions are deny-by-default; the matrix below is the only place that grants anything. */
export const roles = ['owner', 'admin', 'operator', 'approver', 'viewer'] as const;
export type Role = (typeof roles)[number];
/** Whoever calls: a member who logged in, or an API client, which signs each request. */
export const callerRoles = [...roles, 'api'] as const;
export type CallerRole = (typeof callerRoles)[number];
/** What a member is in one sub-wallet, instead of their role in the workspace. */
export interface WalletRole {
  readonly wallet: string;
  readonly role: 'operator' | 'approver' | 'viewer';
}
/** Role numbers of the product family (domain.md 7.1): 1 owner, 2 admin, 3 any other member. */
export const roleNumber = (role: CallerRole): number => (role === 'owner' ? 1 : role === 'admin' ? 2 : 3);

const everyone: readonly Role[] = roles;
const movers: readonly Role[] = ['owner', 'admin', 'operator'];
const managers: readonly Role[] = ['owner', 'admin'];
/** An API client reads what it needs to know what it can pay and what became of it, and asks. */
const everyCaller: readonly CallerRole[] = callerRoles;
const askers: readonly CallerRole[] = [...movers, 'api'];
const deciders: readonly Role[] = ['owner', 'admin', 'operator', 'approver'];

/** permission → the roles that hold it in their workspace. */
export const permissionRoles = {
  'setup.manage': ['owner'],
  'wallet.read': everyCaller,
  'wallet.create': managers,
  'wallet.edit': movers,
  'coin.open': managers,
  'focus.edit': everyone,
  'deposit.read': everyCaller,
  'deposit.edit': movers,
  'address.create': askers,
  'transaction.read': everyCaller,
  /** Words for bookkeeping, beside what happened. */
  'transaction.note': movers,
  'withdraw.read': everyCaller,
  'withdraw.create': askers,
  /** An API client takes back its own only. */
  'withdraw.cancel': askers,
  /** What the server does with payments by itself, within what members approved. */
  'withdraw.rule': managers,
  /** Gives the way to the approval page, where whoever asked signs too; it decides nothing. */
  'withdraw.audit': deciders,
  'todo.read': everyone,
  /** What oneself was told. */
  'notice.use': everyone,
  /** How mail leaves the server, which is the same for all. */
  'notice.manage': managers,
  'qrc.use': everyone,
  'addressBook.read': everyone,
  'addressBook.edit': movers,
  /** Whether payments go to listed payees only is a rule, and asked for by those who may ask for other rules. */
  'addressBook.mode': managers,
  'addressBook.audit': deciders,
  /** One's own list: it is seen by nobody else and grants nothing. */
  'personalBook.use': everyone,
  'team.read': everyone,
  'team.edit': managers,
  /** Whoever lost their password or authenticator gets a new one; it gives nobody a key to approve with. */
  'team.reset': ['owner'],
  'apiClient.read': managers,
  'apiClient.edit': managers,
  /** What is told outside without a person looking, and where to. */
  'webHook.read': managers,
  /** Sends once more what an owner's endpoint was, or was to be, sent. */
  'webHook.resend': managers,
  /** Every payment is told there: whoever names the place sees all wallets. */
  'webHook.edit': ['owner'],
  'strategy.read': everyone,
  'strategy.edit': managers,
  'strategy.audit': deciders,
  /** Whether members may approve payments of their own; taking that protection off is held to an owner at the signers too. */
  'signProtect.edit': ['owner'],
  'keyMaterial.read': everyone,
  'keyMaterial.apply': managers,
  /** Each entry is shown to whoever may read what it is about. */
  'activity.read': everyone,
  'audit.read': managers,
  'audit.export': managers,
  /** What works and what does not; no secret. */
  'health.read': everyone,
  'health.note': managers,
  /** The first steps of a workspace are theirs who set it up. */
  'onboarding.read': managers,
  'signing.freeze': deciders,
  /** Asks the members, as a change of rules does; stopping is for more people than letting go on. */
  'signing.unfreeze': managers,
  'sandbox.use': everyone,
} as const satisfies Record<string, readonly CallerRole[]>;

/**
 * Fields that name a sub-wallet, or something that is in one. A call that has one is judged by the member's role in that sub-wallet, as the signers
 * do (packages/policy, `roleIn`); every other call, and every list over all sub-wallets, by the role in the workspace.
 */
export const scopeFields = {
  sub_wallet_id: 'subWallet',
  withdraw_id: 'order',
  trans_id: 'order',
  deposit_id: 'deposit',
  address_id: 'address',
  batch_id: 'batch',
} as const;
export type ScopeKind = (typeof scopeFields)[keyof typeof scopeFields];

export type Permission = keyof typeof permissionRoles;

/**
 * What the server lets an API client do, each by the permissions that it is: all within the role `api`. `address`: make deposit addresses; `withdraw`: ask for payments, and
 * take back its own.
 */
export const apiScopes = {
  read: ['wallet.read', 'deposit.read', 'transaction.read', 'withdraw.read'],
  address: ['address.create'],
  withdraw: ['withdraw.create', 'withdraw.cancel'],
} as const satisfies Record<string, readonly Permission[]>;
export type ApiScope = keyof typeof apiScopes;
export const apiScopeNames = Object.keys(apiScopes) as ApiScope[];
export const permissions = Object.keys(permissionRoles) as Permission[];
