import { proposalStatus } from '@holdfast/contract';
import type { PolicyDocument } from '@holdfast/policy';

export type KeyMaterialState = 'open' | 'granting' | 'waiting' | 'ready' | 'taken' | 'refused' | 'cancelled' | 'ended';

interface Standing {
  readonly status: number;
  readonly policy_version: string;
  readonly ready_at: Date | null;
  readonly until: Date | null;
  readonly taken: number | null;
}

const early: Readonly<Record<number, KeyMaterialState>> = {
  [proposalStatus.open]: 'open',
  [proposalStatus.applying]: 'granting',
  [proposalStatus.refused]: 'refused',
  [proposalStatus.cancelled]: 'cancelled',
};

/** How a request stands: a grant ends with any change of the rules, and by itself. The signers decide; this is what the server believes of it. */
export function stateOf(
  { status, policy_version, ready_at, until, taken }: Standing,
  version: string,
  now: Date,
): KeyMaterialState {
  const known = early[status];
  if (known) return known;
  if (status !== proposalStatus.passed || !ready_at || !until) return 'ended';
  if ((taken ?? 0) > 0) return 'taken';
  if (policy_version !== version || now >= until) return 'ended';
  return now < ready_at ? 'waiting' : 'ready';
}

/** Can the file still be had: taken or not, the right lasts until its end. */
export const isTakeable = ({ status, policy_version, until }: Standing, version: string, now: Date): boolean =>
  status === proposalStatus.passed && policy_version === version && until !== null && now < until;

/** What the rules in force call a signer. */
export const signerName = ({ signers }: PolicyDocument, id: string): string =>
  signers.find((signer) => signer.id === id)?.name ?? id;
