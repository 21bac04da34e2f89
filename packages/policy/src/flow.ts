import { type Canonical, canonicalText } from './canonical.ts';
import type { Member, PolicyDocument } from './document.ts';
import type { Intent } from './intent.ts';
import { type IntentKind, kindRecords } from './kinds/index.ts';
import type { Flow } from './node.ts';
import { areDifferent, pagesOfMember, takesTwo } from './pages.ts';
import { canDecide, canSign, isSolo, roleIn } from './roles.ts';

/** Who may do what in an approval flow: said once, for the evaluation of intents and for the soundness of policy documents. */

/** May this member ask for something of this kind? */
export function mayInitiate(member: Member, kind: IntentKind, wallet = ''): boolean {
  const { roles, keyHolder } = kindRecords[kind].initiators;
  return canSign(member) && roles.includes(roleIn(member, wallet)) && (!keyHolder || member.keyHolder === 'yes');
}

/** May this member refuse something of this kind though no flow names it? */
export const mayObject = (policy: PolicyDocument, kind: IntentKind, id: string): boolean =>
  kindRecords[kind].objectors === 'all' && policy.members.some((member) => member.id === id && canDecide(member));

export interface OpenNode {
  readonly name: string;
  /**
   * `page`: of all who approve in a flow, one through the page of another signer than the others. `accept`: whoever is granted a key of equal rights, or gets
   * a further credential, has to accept it.
   */
  readonly kind: 'approve' | 'sign' | 'page' | 'accept';
  readonly threshold: number;
  /** Members who may decide at this node, each once, the initiator taken out where protection asks for it. */
  readonly eligible: readonly string[];
}

/** Who may ask and decide under one document, each found once: documents have hundreds of flows and members. */
export interface Voices {
  readonly solo: () => boolean;
  /** Members who may decide about this sub-wallet, by id. */
  readonly deciders: (wallet: string) => ReadonlyMap<string, Member>;
  readonly initiators: (kind: IntentKind, wallet: string) => readonly Member[];
  /** Through which pages of those that count as different this member could decide. */
  readonly pages: (id: string) => ReadonlySet<string>;
}

function remembered<T>(find: (name: string) => T): (name: string) => T {
  const found = new Map<string, T>();
  return (name) => {
    const known = found.get(name) ?? find(name);
    found.set(name, known);
    return known;
  };
}

export function voicesOf(policy: PolicyDocument): Voices {
  const { members } = policy;
  let solo: boolean | undefined;
  const asking = remembered((kind) =>
    remembered((wallet) => members.filter((one) => mayInitiate(one, kind as IntentKind, wallet))),
  );
  return {
    solo: () => {
      solo ??= isSolo(policy);
      return solo;
    },
    deciders: remembered(
      (wallet) => new Map(members.filter((one) => canDecide(one, wallet)).map((one) => [one.id, one])),
    ),
    initiators: (kind, wallet) => asking(kind)(wallet),
    pages: remembered((id) => {
      const member = members.find((one) => one.id === id);
      return member ? pagesOfMember(policy, member) : new Set();
    }),
  };
}

/** Is who asks left out? Not where nobody else could decide. */
const leavesOut = (voices: Voices, { signProtection }: Flow): boolean => signProtection === 'on' && !voices.solo();

/** The nodes with everybody who may decide at them but `without`. */
function nodesOf(voices: Voices, flow: Flow, wallet: string, without: string | undefined): OpenNode[] {
  const deciders = voices.deciders(wallet);
  return flow.nodes.map(({ name, kind, threshold, approvers }) => ({
    name,
    kind,
    threshold: Number(threshold),
    eligible: [...new Set(approvers)].filter((id) => {
      const decider = id === without ? undefined : deciders.get(id);
      return decider !== undefined && (kind === 'approve' || decider.keyHolder === 'yes');
    }),
  }));
}

/** Of these nodes' people, those who could decide through a page that counts; nobody where no two could through different ones. */
function peopleOfPages(voices: Voices, nodes: readonly OpenNode[], without?: string): string[] {
  const people = [...new Set(nodes.flatMap(({ eligible }) => eligible))].filter((id) => id !== without);
  const pages = new Map(people.map((id) => [id, voices.pages(id)] as const).filter(([, some]) => some.size > 0));
  return areDifferent(pages) ? [...pages.keys()] : [];
}

/** What a flow asks of its approvals' pages. */
const pageNode = (voices: Voices, nodes: readonly OpenNode[]): OpenNode => ({
  name: 'Pages',
  kind: 'page',
  threshold: 1,
  eligible: peopleOfPages(voices, nodes),
});

/** The nodes of a flow as they stand for an intent of this initiator about this sub-wallet. */
const nodesAt = (voices: Voices, flow: Flow, initiator: string, wallet: string): OpenNode[] =>
  nodesOf(voices, flow, wallet, leavesOut(voices, flow) ? initiator : undefined);

/**
 * Does somebody who may ask for it find enough approvers at every node? Under protection that is everybody who is not needed: not named where every
 * voice counts. Where different pages are asked for, those who are left have to be able to use them.
 */
export function isReachable(voices: Voices, flow: Flow, kind: IntentKind, wallet: string): boolean {
  const nodes = nodesOf(voices, flow, wallet, undefined);
  if (!satisfiable(nodes)) return false;
  const tight = leavesOut(voices, flow) ? nodes.filter((node) => node.eligible.length === node.threshold) : [];
  const needed = new Set(tight.flatMap((node) => node.eligible));
  const without = (id: string): string | undefined => (leavesOut(voices, flow) ? id : undefined);
  const hasPages = (id: string): boolean => !flow.pages || peopleOfPages(voices, nodes, without(id)).length > 0;
  return voices.initiators(kind, wallet).some(({ id }) => !needed.has(id) && hasPages(id));
}

/**
 * What a flow begins with: different pages, where it takes two people, whoever they are, and they have passkeys for them.
 * @param kinds what goes by it
 */
export function beginsDifferent(policy: PolicyDocument, flow: Flow, kinds: readonly IntentKind[]): boolean {
  const [voices, asking] = [voicesOf(policy), { ...flow, pages: 'different' as const }];
  return takesTwo(flow) && kinds.every((kind) => isReachable(voices, asking, kind, ''));
}

/** Members who would hold a key of equal rights after the step, and do not now. */
export const newHolders = (current: PolicyDocument, next: PolicyDocument): string[] =>
  next.members
    .filter(({ id, keyHolder, status }) => {
      const before = current.members.find((member) => member.id === id);
      return keyHolder === 'yes' && status === 'active' && before?.keyHolder !== 'yes';
    })
    .map(({ id }) => id);

/** Members in force who would get a credential that is not theirs now. A credential that says anything else than before is another one. */
export const gainingKeys = (current: PolicyDocument, next: PolicyDocument): Member[] =>
  current.members.filter((before) => {
    const after = next.members.find(({ id }) => id === before.id);
    if (!after || canonicalText(after.credentials as Canonical) === canonicalText(before.credentials as Canonical))
      return false;
    const own = new Set(before.credentials.map((one) => canonicalText(one)));
    return after.credentials.some((one) => !own.has(canonicalText(one)));
  });

/**
 * The node at which they all accept, by a credential in force: a key of equal rights, or a further credential, reaches nobody in whose name others
 * could then sign. Nobody is left out of it, not even the initiator.
 */
function acceptance(current: PolicyDocument, next: PolicyDocument): OpenNode[] {
  const eligible = [...new Set([...newHolders(current, next), ...gainingKeys(current, next).map(({ id }) => id)])];
  return eligible.length === 0 ? [] : [{ name: 'Acceptance', kind: 'accept', threshold: eligible.length, eligible }];
}

/** All nodes of these flows, what they ask of their approvals' pages, and the acceptance of a key that the attached document grants. */
export function openNodes(
  policy: PolicyDocument,
  flows: readonly Flow[],
  intent: Pick<Intent, 'initiator' | 'wallet'>,
  next: PolicyDocument | undefined,
): OpenNode[] {
  const voices = voicesOf(policy);
  const each = flows.map((flow) => ({ flow, nodes: nodesAt(voices, flow, intent.initiator, intent.wallet) }));
  return [
    ...each.flatMap(({ nodes }) => nodes),
    ...each.filter(({ flow }) => flow.pages).map(({ nodes }) => pageNode(voices, nodes)),
    ...(next ? acceptance(policy, next) : []),
  ];
}

/** Can every node still reach its threshold? */
export const satisfiable = (nodes: readonly OpenNode[]): boolean =>
  nodes.every((node) => node.eligible.length >= node.threshold);
