import { type Canonical, canonicalText } from './canonical.ts';
import type { Member, PolicyDocument } from './document.ts';
import type { Intent } from './intent.ts';
import { type IntentKind, kindRecords } from './kinds/index.ts';
import type { Flow } from './node.ts';
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
  /** `accept`: whoever is granted a key of equal rights, or gets a further credential, has to accept it. */
  readonly kind: 'approve' | 'sign' | 'accept';
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

/** The nodes of a flow as they stand for an intent of this initiator about this sub-wallet. */
export const nodesFor = (policy: PolicyDocument, flow: Flow, initiator: string, wallet: string): OpenNode[] =>
  nodesAt(voicesOf(policy), flow, initiator, wallet);

const nodesAt = (voices: Voices, flow: Flow, initiator: string, wallet: string): OpenNode[] =>
  nodesOf(voices, flow, wallet, leavesOut(voices, flow) ? initiator : undefined);

/**
 * Does somebody who may ask for it find enough approvers at every node? Under protection that is everybody who is not needed: not named where every
 * voice counts.
 */
export function isReachable(voices: Voices, flow: Flow, kind: IntentKind, wallet: string): boolean {
  const nodes = nodesOf(voices, flow, wallet, undefined);
  if (!satisfiable(nodes)) return false;
  const tight = leavesOut(voices, flow) ? nodes.filter((node) => node.eligible.length === node.threshold) : [];
  const needed = new Set(tight.flatMap((node) => node.eligible));
  return voices.initiators(kind, wallet).some(({ id }) => !needed.has(id));
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

/** All nodes of these flows, and the acceptance of a key that the attached document grants. */
export function openNodes(
  policy: PolicyDocument,
  flows: readonly Flow[],
  intent: Pick<Intent, 'initiator' | 'wallet'>,
  next: PolicyDocument | undefined,
): OpenNode[] {
  const voices = voicesOf(policy);
  return [
    ...flows.flatMap((flow) => nodesAt(voices, flow, intent.initiator, intent.wallet)),
    ...(next ? acceptance(policy, next) : []),
  ];
}

/** Can every node still reach its threshold? */
export const satisfiable = (nodes: readonly OpenNode[]): boolean =>
  nodes.every((node) => node.eligible.length >= node.threshold);
