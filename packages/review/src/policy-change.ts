import type { BasicStrategy, Credential, Member, Role, SeniorRule, WorkspaceRule } from '@holdfast/policy';

/** Lists whose order says nothing by itself; it is part of what is signed all the same. */
export type OrderedList = 'members' | 'strategies' | 'workspace' | 'credentials' | 'wallets';

/** One thing that a proposed policy makes different. Places are counted from 1. */
export type PolicyChange =
  | { readonly what: 'memberAdded' | 'memberRemoved'; readonly member: Member }
  | {
      readonly what: 'memberRenamed' | 'roleChanged' | 'statusChanged' | 'keyHolderChanged';
      readonly member: Member;
      readonly from: string;
      readonly to: string;
    }
  /** '' is no role of its own in this sub-wallet. */
  | {
      readonly what: 'walletRoleChanged';
      readonly member: Member;
      readonly wallet: string;
      readonly from: Role | '';
      readonly to: Role | '';
    }
  | { readonly what: 'credentialAdded' | 'credentialRemoved'; readonly member: Member; readonly credential: Credential }
  | { readonly what: 'ruleAdded' | 'ruleRemoved'; readonly rule: BasicStrategy }
  | { readonly what: 'ruleChanged'; readonly from: BasicStrategy; readonly to: BasicStrategy }
  | { readonly what: 'workspaceAdded' | 'workspaceRemoved'; readonly rule: WorkspaceRule }
  | { readonly what: 'workspaceChanged'; readonly from: WorkspaceRule; readonly to: WorkspaceRule }
  | { readonly what: 'seniorAdded' | 'seniorRemoved'; readonly rule: SeniorRule; readonly place: number }
  | { readonly what: 'seniorChanged'; readonly from: SeniorRule; readonly to: SeniorRule }
  | { readonly what: 'seniorMoved'; readonly rule: SeniorRule; readonly from: number; readonly to: number }
  | { readonly what: 'bookMode' | 'coolingHours'; readonly from: string; readonly to: string }
  | { readonly what: 'reordered'; readonly list: OrderedList; readonly of: string; readonly order: readonly string[] }
  /** The version of the schema that the document is written in. */
  | { readonly what: 'format'; readonly from: string; readonly to: string }
  /** What none of the others tells: the field whole, as canonical text. */
  | { readonly what: 'other'; readonly field: string; readonly from: string; readonly to: string };

/** What a member is that only has a name and a role: what a new one has beyond that is told by itself. */
export const bareMember = ({ id, name, role }: Member): Member => ({
  id,
  name,
  role,
  status: 'active',
  keyHolder: 'no',
  wallets: [],
  credentials: [],
});
