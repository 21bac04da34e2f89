import type { Member, PolicyDocument } from './document.ts';
import { mayInitiate, type OpenNode, openNodes } from './flow.ts';
import type { Flow } from './node.ts';
import { basicFor, canDecide, isSolo } from './roles.ts';

/** Does a payment with these nodes need nobody but this member, who asks for it? */
export const needsOnly = (nodes: readonly OpenNode[], id: string): boolean =>
  nodes.every(({ threshold, eligible }) => threshold === 1 && eligible.includes(id));

/** People who may ask for payments of this wallet. @param at '' for the workspace itself */
const payersOf = ({ members }: PolicyDocument, at: string): Member[] =>
  members.filter((member) => member.role !== 'api' && mayInitiate(member, 'transfer', at));

/** Members who may ask for payments by this flow and need nobody else. @param wallet '*' for the default one */
function aloneBy(policy: PolicyDocument, flow: Flow, wallet: string): Member[] {
  const at = wallet === '*' ? '' : wallet;
  return payersOf(policy, at).filter(({ id }) =>
    needsOnly(openNodes(policy, [flow], { initiator: id, wallet: at }, undefined), id),
  );
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

/** What somebody who asks for payments of a wallet ('*' the default) needs beside that. */
export interface PayerNeeds extends PayerAlone {
  /** Approvals that others have to give, summed over the steps. */
  readonly others: number;
  /** Steps in which their own signature is one. */
  readonly own: number;
}

/** The same of everybody who may ask for payments of these wallets, by the flow that each goes by. */
export function payersNeeds(policy: PolicyDocument, wallets: readonly string[]): readonly PayerNeeds[] {
  return wallets.flatMap((wallet) => {
    const flow = basicFor(policy, wallet);
    const at = wallet === '*' ? '' : wallet;
    if (!flow) return [];
    return payersOf(policy, at).map(({ id }) => {
      const nodes = openNodes(policy, [flow], { initiator: id, wallet: at }, undefined);
      const steps = nodes.filter(({ kind }) => kind !== 'page');
      const own = steps.filter(({ eligible }) => eligible.includes(id)).length;
      return { wallet, id, own, others: steps.reduce((sum, { threshold }) => sum + threshold, 0) - own };
    });
  });
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
