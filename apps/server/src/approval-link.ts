import { type Approval, type Evaluation, type PolicyDocument, pageOf, pageOfSigner } from '@holdfast/policy';
import type { Tx } from './db/database.ts';

/** A signer's page: by its place among the signers, or whichever these decisions need next. */
export type PageChoice = number | Evaluation;

interface Origins {
  readonly signers: readonly { readonly origin: string }[];
  /** Of the console, where no signer is known. */
  readonly origin: string;
}

/** Where approvals have to come through different pages, the first through which none came yet. */
function nextPage({ nodes }: Evaluation, signers: Origins['signers']): number {
  const asked = nodes.find(({ kind, approved, threshold }) => kind === 'page' && approved.length < threshold);
  return signers.findIndex((signer) => !asked?.through?.includes(pageOfSigner(signer)));
}

/** The origin of the page to lead to. */
export function originFor({ signers, origin }: Origins, choice: PageChoice = 0): string {
  const at = typeof choice === 'number' ? choice : nextPage(choice, signers);
  return (signers[at] ?? signers[0])?.origin ?? origin;
}

/** Of an approval: through which signer's page it came, as the rules count pages; '' for any other place and decision. */
export const pageOfDecision = (policy: PolicyDocument, approval: Approval): string =>
  (approval.decision === 'approve' && pageOf(policy, approval)) || '';

interface ApprovalLink {
  /** Of the intent: what is asked for again has another one. */
  readonly digest: string;
  readonly member: string;
  readonly decision: 'approve' | 'refuse';
}

/**
 * Remembers that this member is led to this decision about exactly this; true the first time. Whoever only looks is led there each time, which the audit
 * log need not tell again.
 */
export async function isFirstLook(tx: Tx, link: ApprovalLink): Promise<boolean> {
  const row = await tx
    .insertInto('opened_ways')
    .values(link)
    .onConflict((oc) => oc.doNothing())
    .returning('digest')
    .executeTakeFirst();
  return row !== undefined;
}
