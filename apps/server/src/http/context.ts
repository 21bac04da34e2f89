import type {
  Access,
  ApiScope,
  CallerRole,
  Language,
  SubWalletId,
  UserId,
  WalletRole,
  WorkspaceId,
} from '@holdfast/contract';
import type { Recorder } from '../audit/service.ts';

export interface ApiClientCaller {
  readonly appId: string;
  readonly credential: string;
  /** What the server lets it do. */
  readonly scopes: readonly ApiScope[];
  /** Where; empty: in every sub-wallet. */
  readonly subWallets: readonly SubWalletId[];
}

/** Who is calling, from the session alone; nothing of it is ever taken from the request's fields. */
export interface Caller {
  readonly userId: UserId;
  readonly email: string;
  readonly workspaceId: WorkspaceId | null;
  readonly memberId: string | null;
  readonly role: CallerRole | null;
  /** What they are in single sub-wallets, where that differs. */
  readonly wallets: readonly WalletRole[];
  readonly tokenHash: Buffer;
  readonly stepUpUntil: Date;
  /** An API client, and the credential that signed the request; it is nobody's session. */
  readonly apiClient?: ApiClientCaller;
}
/** A caller who is an active member of the session's workspace. */
export interface MemberCaller extends Caller {
  readonly workspaceId: WorkspaceId;
  readonly memberId: string;
  readonly role: CallerRole;
}

/** What every handler gets beside its input; `caller` is as strong as the endpoint's access demands. */
export interface Context<C extends Caller | null = Caller | null> {
  readonly requestId: string;
  readonly language: Language;
  /** IANA zone from the `timezone` header, '' when absent or unknown. Display only. */
  readonly timeZone: string;
  readonly network: string;
  readonly agent: string;
  readonly caller: C;
  /** Writes the endpoint's audit event; to be given the transaction of what the event tells of. */
  readonly record: Recorder;
}
export type CallerOf<A extends Access> = A extends 'public'
  ? Caller | null
  : A extends 'session'
    ? Caller
    : MemberCaller;

export const isMember = (caller: Caller): caller is MemberCaller =>
  caller.workspaceId !== null && caller.memberId !== null && caller.role !== null;
/** Whoever acts in their workspace: what services want to know of a caller. */
interface ActingMember {
  readonly workspaceId: WorkspaceId;
  readonly userId: UserId;
  readonly memberId: string;
  readonly role: CallerRole;
}
export const who = ({ workspaceId, userId, memberId, role }: MemberCaller): ActingMember => ({
  workspaceId,
  userId,
  memberId,
  role,
});
