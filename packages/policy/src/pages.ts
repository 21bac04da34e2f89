import { type Approval, originOf } from './approval.ts';
import type { Member, PolicyDocument } from './document.ts';
import type { Flow } from './node.ts';

/**
 * A member who decides on a signer's page sees what that signer shows. A flow may ask that the approvals it counts come through pages of different
 * signers, so that one signer that lies does not collect them all.
 */

/**
 * Does it take two people or more, whoever they are? Then its approvals can come through two pages wherever it can be satisfied, and the demand is what
 * rules begin with.
 */
export function takesTwo({ nodes }: Pick<Flow, 'nodes'>): boolean {
  const [first] = nodes;
  if (nodes.some(({ threshold }) => Number(threshold) > 1)) return true;
  return first !== undefined && !first.approvers.some((id) => nodes.every(({ approvers }) => approvers.includes(id)));
}

/** One origin has one name: without the port that goes without saying, and without the dot that ends a host. */
const nameOf = (origin: string): string =>
  origin.replace(/^(https:.*):443$|^(http:.*):80$/, '$1$2').replace(/\.(?=(:\d+)?$)/, '');

const isSigners = ({ signers }: Pick<PolicyDocument, 'signers'>, origin: string): boolean =>
  signers.some((signer) => signer.origin === origin);

/**
 * Through which page a decision came, of those that count as different: the origin of a signer in these rules, as the authenticator signed it. Undefined for
 * any other origin, and for a device key. Whoever signs with one in a terminal sees the intent through no signer's page, but its signature does not say so:
 * the same key may have been in a browser, or its file opened on the very page that lies, which then could sign as it liked.
 * The decision is one that holds (`verifyApproval`); nothing is verified here.
 */
export function pageOf(
  policy: Pick<PolicyDocument, 'signers'>,
  { proof }: Pick<Approval, 'proof'>,
): string | undefined {
  const origin = proof.type === 'passkey' ? originOf(proof) : undefined;
  return origin !== undefined && isSigners(policy, origin) ? nameOf(origin) : undefined;
}

/** The page of a signer, by the name that `pageOf` gives it. */
export const pageOfSigner = ({ origin }: Pick<PolicyDocument['signers'][number], 'origin'>): string => nameOf(origin);

/** The pages through which a member could decide: none with device keys alone. */
export function pagesOfMember(
  policy: Pick<PolicyDocument, 'signers'>,
  { credentials }: Pick<Member, 'credentials'>,
): ReadonlySet<string> {
  const origins = credentials.flatMap((one) => (one.type === 'passkey' ? one.origins : []));
  return new Set(origins.filter((origin) => isSigners(policy, origin)).map(nameOf));
}

/**
 * Are there two members, each through a page of their own? Where there are two members and two pages at all, there are: no one member and no one page has a
 * part in everything.
 * @param pages of each member, at least one
 */
export function areDifferent(pages: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const all = new Set([...pages.values()].flatMap((some) => [...some]));
  return pages.size >= 2 && all.size >= 2;
}
