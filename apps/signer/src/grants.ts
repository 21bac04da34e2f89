import type { Approval } from '@holdfast/policy';
import type { SignerContext } from './context.ts';
import { type Grant, isPending } from './state/grants.ts';

/** What members have to know of a grant of key material. Times are this signer's own. */
export interface GrantView {
  readonly readyAt: number;
  readonly until: number;
  /** It can still lead to a file, and can be refused. */
  readonly pending: boolean;
  readonly refusedBy?: string;
  /** How often this signer has given the file out. */
  readonly taken: number;
  /** When this signer first let another's share go. */
  readonly clearedAt?: number;
}

/** Neither over nor refused, and under the rules in force: those of other rules never lead to anything again, since versions only grow. */
export const isWaiting = ({ store: { state }, now }: SignerContext, known: Grant): boolean =>
  isPending(known, now()) && known.intent.policy.hash === state.policy?.hash;

export function grantView(ctx: SignerContext, known: Grant): GrantView {
  const { readyAt, until, taken, refusedBy, clearedAt } = known;
  return {
    readyAt,
    until,
    pending: isWaiting(ctx, known),
    taken,
    ...(refusedBy === undefined ? {} : { refusedBy }),
    ...(clearedAt === undefined ? {} : { clearedAt }),
  };
}

/** Decisions made here, and those the grant came with: the server chooses which signer hears of which, the members' page must not depend on it. */
export function withGranted(own: readonly Approval[], known: Grant | undefined): readonly Approval[] {
  const isNew = ({ member, decision }: Approval): boolean =>
    !own.some((one) => one.member === member && one.decision === decision);
  return [...own, ...(known?.approvals.filter(isNew) ?? [])];
}

/** Key material on its way out. */
export function waitingExports(ctx: SignerContext) {
  return [...ctx.store.state.grants.values()]
    .filter((known) => isWaiting(ctx, known))
    .map(({ intent, digest, request, readyAt, until, taken }) => ({
      id: intent.id,
      digest,
      signer: request.signer,
      keyGroup: request.keyGroup,
      epoch: Number(request.epoch),
      recipient: request.recipient,
      initiator: intent.initiator,
      readyAt,
      until,
      taken,
    }));
}

/** A signer's share of a key that is no longer only with that signer. */
export interface ShareOut {
  readonly signer: string;
  readonly keyGroup: string;
  readonly epoch: number;
  readonly at: number;
}

/** Shares that have left, as far as this signer knows by itself: its own, and those of others it has cleared. No word of the server's is in it. */
export function sharesOut({ me, store: { state } }: SignerContext): ShareOut[] {
  const own = [...state.exported].map(([keyGroup, { epoch, at }]) => ({ signer: me, keyGroup, epoch, at }));
  const others = [...state.grants.values()].flatMap(({ request: { signer, keyGroup, epoch }, clearedAt: at }) =>
    at === undefined ? [] : [{ signer, keyGroup, epoch: Number(epoch), at }],
  );
  return [...own, ...others];
}
