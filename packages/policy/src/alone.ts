import type { PolicyDocument } from './document.ts';
import { mayInitiate, type OpenNode, openNodes } from './flow.ts';
import type { Flow } from './node.ts';
import { isSolo } from './roles.ts';

/** Does a payment with these nodes need nobody but this member, who asks for it? */
export const needsOnly = (nodes: readonly OpenNode[], id: string): boolean =>
  nodes.every(({ threshold, eligible }) => threshold === 1 && eligible.includes(id));

/** Members who may ask for payments by this flow and need nobody else. @param wallet '*' for the default one */
function aloneBy(policy: PolicyDocument, flow: Flow, wallet: string): string[] {
  const at = wallet === '*' ? '' : wallet;
  return policy.members
    .filter((member) => member.role !== 'api' && mayInitiate(member, 'transfer', at))
    .filter(({ id }) => needsOnly(openNodes(policy, [flow], { initiator: id, wallet: at }, undefined), id))
    .map(({ name }) => name);
}

/** Everybody who can pay without anybody else in some wallet, though there are others. */
export const payersAlone = (policy: PolicyDocument): ReadonlySet<string> =>
  new Set(isSolo(policy) ? [] : policy.strategies.flatMap((flow) => aloneBy(policy, flow, flow.wallet)));

/** Where a payment needs nobody but who asks for it, though there are others: the wallet of the flow ('*' the default), and who can. */
export function paysAlone(
  policy: PolicyDocument,
): { readonly wallet: string; readonly names: readonly string[] } | undefined {
  if (isSolo(policy)) return undefined;
  return policy.strategies
    .map((flow) => ({ wallet: flow.wallet, names: aloneBy(policy, flow, flow.wallet) }))
    .find(({ names }) => names.length > 0);
}
