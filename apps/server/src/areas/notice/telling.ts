import type { NoticeKind, SubWalletId, UserId, WorkspaceId } from '@holdfast/contract';

/** What a notice says beside which event it is, for its sentence: amounts as decimal text, names as people gave them. */
export type Facts = Readonly<Record<string, string>>;

/** One thing that one person is told. */
export interface Telling {
  readonly workspaceId: WorkspaceId;
  readonly userId: UserId;
  readonly kind: NoticeKind;
  readonly event: string;
  readonly object: string;
  /** The same event of the same object is told once a round. */
  readonly round: string;
  readonly subWalletId: SubWalletId | null;
  readonly facts: Facts;
}
/** What is told, before it is known to whom. */
export type Told = Omit<Telling, 'workspaceId' | 'userId'>;
