import type { Member, PolicyDocument } from './document.ts';
import { mayInitiate, type OpenNode, openNodes } from './flow.ts';
import type { Flow } from './node.ts';
import { basicFor, canDecide, isSolo } from './roles.ts';

/** Does a payment with these nodes need nobody but this member, who asks for it? */
export const needsOnly = (nodes: readonly OpenNode[], id: string): boolean =>
  nodes.every(({ threshold, eligible }) => threshold === 1 && eligible.includes(id));

/** Whether whoever asks gives the first approval by asking, and others come after it. */
function isOwnFirst(nodes: readonly OpenNode[], id: string): boolean {
  const [first, ...others] = nodes.filter(({ kind }) => kind !== 'page');
  return first !== undefined && others.length > 0 && needsOnly([first], id);
}

/** Members who may ask for payments by the default flow, whose own signature is the whole first step of it, and who need others after it. */
export function payersFirst(policy: PolicyDocument): readonly string[] {
  const flow = basicFor(policy, '*');
  if (!flow || isSolo(policy)) return [];
  return policy.members
    .filter((member) => member.role !== 'api' && mayInitiate(member, 'transfer', ''))
    .map(({ id }) => id)
    .filter((id) => isOwnFirst(openNodes(policy, [flow], { initiator: id, wallet: '' }, undefined), id));
}

/** Members who may ask for payments by this flow and need nobody else. @param wallet '*' for the default one */
function aloneBy(policy: PolicyDocument, flow: Flow, wallet: string): Member[] {
  const at = wallet === '*' ? '' : wallet;
  return policy.members
    .filter((member) => member.role !== 'api' && mayInitiate(member, 'transfer', at))
    .filter(({ id }) => needsOnly(openNodes(policy, [flow], { initiator: id, wallet: at }, undefined), id));
}

/**
 * Who can pay without anybody else, of these wallets ('*' the default): by the flow that each goes by, its own or the default one. A sole member decides alone in any case.
 */
export function payersAlone(policy: PolicyDocument, wallets: readonly string[]): readonly PayerAlone[] {
  return wallets.flatMap((wallet) => {
    const flow = basicFor(policy, wallet);
    const members = isSolo(policy)
      ? policy.members.filter((one) => canDecide(one))
      : flow && aloneBy(policy, flow, wallet);
    return (members ?? []).map(({ id }) => ({ wallet, id }));
  });
}
export interface PayerAlone {
  readonly wallet: string;
  /** Of the member. */
  readonly id: string;
}

/** The wallets that rules or roles of their own name, and the default. */
export const walletsNamed = ({ strategies, members }: PolicyDocument): string[] => [
  ...new Set([
    '*',
    ...strategies.map(({ wallet }) => wallet),
    ...members.flatMap((one) => one.wallets.map(({ wallet }) => wallet)),
  ]),
];

/** Where a payment needs nobody but who asks for it, though there are others: the wallet of the flow ('*' the default), and who can. */
export function paysAlone(
  policy: PolicyDocument,
): { readonly wallet: string; readonly names: readonly string[] } | undefined {
  if (isSolo(policy)) return undefined;
  return policy.strategies
    .map((flow) => ({ wallet: flow.wallet, names: aloneBy(policy, flow, flow.wallet).map(({ name }) => name) }))
    .find(({ names }) => names.length > 0);
}
