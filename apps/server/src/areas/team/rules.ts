import {
  type Credential,
  type Flow,
  type IntentKind,
  isReachable,
  isSolo,
  kindAbout,
  type Member,
  type PolicyDocument,
  voicesOf,
} from '@holdfast/policy';
import type { PolicyEdit } from '../../proposals/types.ts';

/** Edits of the members, and what they would do to flows. Pure. */

type Edit = Pick<PolicyDocument, 'members'>;

export const findMember = (doc: PolicyDocument, id: string): Member | undefined =>
  doc.members.find((member) => member.id === id);

const change = (doc: PolicyDocument, id: string, to: (member: Member) => Member): Edit => ({
  members: doc.members.map((member) => (member.id === id ? to(member) : member)),
});

const open = <T extends Flow>(flow: T): T => ({ ...flow, signProtection: 'off' });

/**
 * With the second member who can decide, solo mode ends, and with it the one who decided alone is left out of their own requests: nothing could be
 * approved any more. So the same step says openly what was the case: they may approve their own, until the flows name others.
 */
export function addMember(doc: PolicyDocument, member: Member): ReturnType<PolicyEdit> {
  const members = [...doc.members, member];
  if (!isSolo(doc) || isSolo({ ...doc, members })) return { members };
  return {
    members,
    strategies: doc.strategies.map(open),
    senior: doc.senior.map((rule) => (rule.action === 'flow' ? open(rule) : rule)),
    workspace: doc.workspace.map(open),
  };
}

/** Owners and admins are that everywhere, and a wallet can be named once: a member who is something else is none that the rules could hold. */
export const fitsWallets = ({
  role,
  wallets,
}: Pick<Member, 'role'> & { readonly wallets: readonly { readonly wallet: string }[] }): boolean =>
  ((role !== 'owner' && role !== 'admin') || wallets.length === 0) &&
  new Set(wallets.map(({ wallet }) => wallet)).size === wallets.length;

export const setRoles = (doc: PolicyDocument, id: string, role: Member['role'], wallets: Member['wallets']): Edit =>
  change(doc, id, (member) => ({ ...member, role, wallets }));

/** A removed member keeps their place in the document, so that history stays readable, and no key. */
export const removeMember = (doc: PolicyDocument, id: string): Edit =>
  change(doc, id, (member) => ({ ...member, status: 'removed', credentials: [] }));

export const setHolder = (doc: PolicyDocument, id: string, keyHolder: Member['keyHolder']): Edit =>
  change(doc, id, (member) => ({ ...member, keyHolder }));

export const addCredential = (doc: PolicyDocument, id: string, credential: Credential): Edit =>
  change(doc, id, (member) => ({ ...member, credentials: [...member.credentials, credential] }));

export const dropCredential = (doc: PolicyDocument, id: string, credentialId: string): Edit =>
  change(doc, id, (member) => ({
    ...member,
    credentials: member.credentials.filter((one) => one.id !== credentialId),
  }));

export interface NamedFlow {
  readonly level: 'senior' | 'basic' | 'workspace';
  readonly id: string;
  readonly name: string;
  readonly flow: Flow;
  /** The sub-wallet it is about, '' for the workspace. */
  readonly wallet: string;
  /** What somebody has to be able to ask for by it. */
  readonly kind: IntentKind;
}

export const flowsOf = (doc: PolicyDocument): NamedFlow[] => [
  ...doc.senior
    .filter(({ action }) => action === 'flow')
    .map(
      (rule): NamedFlow => ({
        level: 'senior',
        id: rule.id,
        name: rule.name,
        flow: rule,
        wallet: rule.when.wallets[0] ?? '',
        kind: 'transfer',
      }),
    ),
  ...doc.strategies.map(
    (basic): NamedFlow => ({
      level: 'basic',
      id: basic.wallet,
      name: '',
      flow: basic,
      wallet: basic.wallet === '*' ? '' : basic.wallet,
      kind: 'transfer',
    }),
  ),
  ...doc.workspace.map(
    (rule): NamedFlow => ({
      level: 'workspace',
      id: rule.op,
      name: '',
      flow: rule,
      wallet: '',
      kind: kindAbout[rule.op],
    }),
  ),
];

const names = ({ flow }: NamedFlow, id: string): boolean => flow.nodes.some(({ approvers }) => approvers.includes(id));

export const flowsNaming = (doc: PolicyDocument, id: string): NamedFlow[] =>
  flowsOf(doc).filter((flow) => names(flow, id));

/** Could nobody who may ask find enough approvers at every node? */
export const isBroken = (doc: PolicyDocument, { flow, wallet, kind }: NamedFlow): boolean =>
  !isReachable(voicesOf(doc), flow, kind, wallet);

/** Flows that work now and would not under these members. */
export const brokenBy = (doc: PolicyDocument, edit: Edit): NamedFlow[] =>
  flowsOf(doc).filter((flow) => !isBroken(doc, flow) && isBroken({ ...doc, ...edit }, flow));

/**
 * `an…@example.org`: enough to recognise, not to write to; of each as many letters as tell it from the others.
 * @param others all that are shown together, this one too
 */
export function maskEmail(email: string, others: readonly string[]): string {
  const at = email.lastIndexOf('@');
  if (at < 0) return '';
  const cut = (one: string, letters: number): string =>
    `${one.slice(0, Math.min(letters, one.lastIndexOf('@')))}${one.slice(one.lastIndexOf('@'))}`.toLowerCase();
  const rivals = others.filter((one) => one.toLowerCase() !== email.toLowerCase());
  let letters = Math.min(2, at);
  while (letters < at && rivals.some((one) => cut(one, letters) === cut(email, letters))) letters++;
  return `${email.slice(0, letters)}…${email.slice(at)}`;
}

/** A page on which somebody makes a key; it leads back with the public part. */
export interface KeyPage {
  readonly host: string;
  /** Whose page it is: a passkey made there answers on the pages of all of them. */
  readonly signers: readonly string[];
  readonly url: string;
  /** Does a passkey that they have answer there? */
  readonly hasKey: boolean;
}

/** One page for each host name that signers have. */
export function keyPages(
  signers: readonly { readonly name: string; readonly origin: string }[],
  visit: Readonly<Record<'name' | 'email' | 'return', string>>,
  credentials: readonly Credential[],
): KeyPage[] {
  const hostOf = ({ origin }: { readonly origin: string }): string => new URL(origin).hostname;
  const known = credentials.flatMap((one) => (one.type === 'passkey' ? one.origins : []));
  return [...new Set(signers.map(hostOf))].map((host) => {
    const here = signers.filter((signer) => hostOf(signer) === host);
    return {
      host,
      signers: here.map(({ name }) => name),
      url: `${here[0]?.origin}/#/key?${new URLSearchParams(visit)}`,
      hasKey: here.some(({ origin }) => known.includes(origin)),
    };
  });
}
