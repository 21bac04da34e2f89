import type { WorkspaceId } from '@holdfast/contract';
import {
  bodyHash,
  type Canonical,
  type Intent,
  intentDigestHex,
  intentText,
  movesNothing,
  remarkHash,
} from '@holdfast/policy';
import type { CurrentPolicy } from '../orders/deps.ts';
import { clockSlackMs } from '../orders/intent.ts';
import type { ProposalKind } from './kinds/index.ts';

export interface DocumentIntent {
  readonly kind: ProposalKind;
  readonly document: Canonical;
  readonly workspaceId: WorkspaceId;
  readonly initiator: string;
  readonly remark: string;
  /** What the initiator names the request; `unfreeze` also lifts a freeze. */
  readonly request: string;
}

/** The intent of a change under the policy in force. Pure: `id` and `now` come from the caller. */
export function makeDocumentIntent(
  { kind, document, workspaceId, initiator, remark, request }: DocumentIntent,
  policy: CurrentPolicy,
  id: string,
  now: Date,
  validForMs: number,
): { text: string; digest: string; expiresAt: Date } {
  const created = now.getTime();
  const intent: Intent = {
    v: '1',
    domain: 'holdfast/intent/v1',
    kind,
    deployment: policy.document.deployment,
    workspace: String(workspaceId),
    ...movesNothing(),
    policy: { id: policy.document.id, version: policy.document.version, hash: policy.hash },
    body: bodyHash(document),
    id,
    request,
    created: String(created),
    notBefore: String(created - clockSlackMs),
    expires: String(created + validForMs),
    initiator,
    remarkHash: remarkHash(remark),
  };
  return { text: intentText(intent), digest: intentDigestHex(intent), expiresAt: new Date(created + validForMs) };
}
