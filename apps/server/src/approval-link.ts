import {
  type Approval,
  type Evaluation,
  type PolicyDocument,
  pageOf,
  pageOfSigner,
  pagesOfMember,
} from '@holdfast/policy';
import type { Tx } from './db/database.ts';
import type { SignerMonitor } from './signers/monitor.ts';

/** Who is led to a page, under which rules, and how far what they are led to is decided; without that, it is new. */
export interface Visitor {
  readonly policy: Pick<PolicyDocument, 'members' | 'signers'>;
  readonly member: string;
  readonly evaluation?: Pick<Evaluation, 'nodes'>;
}
/** A signer's page: by its place among the signers, or the one for this visitor. */
export type PageChoice = number | Visitor;

interface Signer {
  readonly id: string;
  readonly origin: string;
}
export interface Origins {
  readonly signers: readonly Signer[];
  readonly monitor: Pick<SignerMonitor, 'silent'>;
  /** Of the console, where no signer is known. */
  readonly origin: string;
}

/**
 * The page on which a passkey of the member answers, through which no approval came yet where they have to come through different ones, and of a signer that
 * answers. In this order, and each as far as there is such a page: who has no passkey may have a device key on any page, and an approval on a page that one
 * came through already would have to be given again on the other.
 */
function pageFor({ signers, monitor }: Origins, { policy, member, evaluation }: Visitor): Signer | undefined {
  const found = policy.members.find(({ id }) => id === member);
  const own = found ? pagesOfMember(policy, found) : new Set<string>();
  const silent = monitor.silent();
  const asked = evaluation?.nodes.find(
    ({ kind, approved, threshold }) => kind === 'page' && approved.length < threshold,
  );
  const wishes: readonly ((signer: Signer) => boolean)[] = [
    (signer) => own.has(pageOfSigner(signer)),
    (signer) => !asked?.through?.includes(pageOfSigner(signer)),
    ({ id }) => !silent.has(id),
  ];
  const [best] = wishes.reduce((left, wish) => {
    const fitting = left.filter(wish);
    return fitting.length > 0 ? fitting : left;
  }, signers);
  return best;
}

/** The origin of the page to lead to. */
export function originFor(deps: Origins, choice: PageChoice): string {
  const { signers, origin } = deps;
  return ((typeof choice === 'number' ? signers[choice] : pageFor(deps, choice)) ?? signers[0])?.origin ?? origin;
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
