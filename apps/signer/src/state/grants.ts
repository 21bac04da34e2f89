import {
  type Approval,
  type Intent,
  intentDigestHex,
  type KeyExportRequest,
  parseIntent,
  parseKeyExportRequest,
} from '@holdfast/policy';
import type { Entry } from './entries.ts';

/** An approved request for key material. Kept for ever: its id never stands for anything else. */
export interface Grant {
  readonly intent: Intent;
  readonly text: string;
  readonly digest: string;
  readonly request: KeyExportRequest;
  readonly requestText: string;
  readonly approvals: readonly Approval[];
  /** By this signer's clock: not before, and not at or after. */
  readonly readyAt: number;
  readonly until: number;
  readonly refusedBy?: string;
  /** How often this signer's shares left by it. */
  readonly taken: number;
  /** When this signer first let another's shares go: they cannot leave without its word, and with it they may have. */
  readonly clearedAt?: number;
}

export type Grants = Map<string, Grant>;

export function grant(grants: Grants, entry: Extract<Entry, { type: 'exportGranted' }>): void {
  const intent = parseIntent(entry.intent);
  const { approvals, readyAt, until, intent: text, request: requestText } = entry;
  const request = parseKeyExportRequest(requestText);
  const digest = intentDigestHex(intent);
  grants.set(intent.id, { intent, text, digest, request, requestText, approvals, readyAt, until, taken: 0 });
}

export function change(grants: Grants, id: string, next: (known: Grant) => Grant): void {
  const known = grants.get(id);
  if (known) grants.set(id, next(known));
}

/** Can it still lead to anything, as far as time and refusals go? */
export const isPending = ({ refusedBy, until }: Grant, now: number): boolean => refusedBy === undefined && now < until;
