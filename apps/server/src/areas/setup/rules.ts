import type { SetupStage } from '@holdfast/contract';
import type { PolicyDocument } from '@holdfast/policy';

export interface Progress {
  readonly hasOwner: boolean;
  readonly ownerConfirmed: boolean;
  readonly hasPolicy: boolean;
  readonly hasKeyGroup: boolean;
  readonly hasWorkspace: boolean;
}

/** The first thing that is not done yet. */
export function stageOf(progress: Progress): SetupStage {
  if (!progress.hasOwner) return 'owner';
  if (!progress.ownerConfirmed) return 'totp';
  if (!progress.hasPolicy) return 'passkey';
  if (!progress.hasKeyGroup) return 'ceremony';
  return progress.hasWorkspace ? 'ready' : 'workspace';
}

/** The member who is the owner in the first policy; undefined when it is not exactly one. */
export function soleOwner(document: PolicyDocument): string | undefined {
  const owners = document.members.filter(({ role, status }) => role === 'owner' && status === 'active');
  return owners.length === 1 ? owners[0]?.id : undefined;
}

/** Enrolment page of a signer. E-mail and name are only there to be filled in for the owner. */
export function enrollUrl(origin: string, back: string, owner: { email: string; name: string } | undefined): string {
  const query = new URLSearchParams({ ...(owner ?? {}), return: back });
  return `${origin}/#/enroll?${query}`;
}
export const ceremonyUrl = (origin: string, back: string): string =>
  `${origin}/ceremony/#/?${new URLSearchParams({ return: back })}`;
