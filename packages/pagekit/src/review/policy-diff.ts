import type { BasicStrategy, Credential, Member, PolicyDocument } from '@holdfast/policy';

/** One readable step from the rules in force to those proposed. */
export type PolicyChange =
  | { readonly what: 'memberAdded' | 'memberRemoved'; readonly member: Member }
  | {
      readonly what: 'memberRenamed' | 'roleChanged' | 'statusChanged';
      readonly member: Member;
      readonly from: string;
      readonly to: string;
    }
  | { readonly what: 'credentialAdded' | 'credentialRemoved'; readonly member: Member; readonly credential: Credential }
  | { readonly what: 'ruleAdded' | 'ruleRemoved'; readonly rule: BasicStrategy }
  | { readonly what: 'ruleChanged'; readonly from: BasicStrategy; readonly to: BasicStrategy };

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function memberChanges(from: Member, to: Member): PolicyChange[] {
  const changes: PolicyChange[] = [];
  if (from.name !== to.name) changes.push({ what: 'memberRenamed', member: to, from: from.name, to: to.name });
  if (from.role !== to.role) changes.push({ what: 'roleChanged', member: to, from: from.role, to: to.role });
  if (from.status !== to.status) changes.push({ what: 'statusChanged', member: to, from: from.status, to: to.status });
  // A credential that kept its id but not its key is another credential.
  const gone = from.credentials.filter((credential) => !to.credentials.some((other) => same(credential, other)));
  const came = to.credentials.filter((credential) => !from.credentials.some((other) => same(credential, other)));
  for (const credential of gone) changes.push({ what: 'credentialRemoved', member: to, credential });
  for (const credential of came) changes.push({ what: 'credentialAdded', member: to, credential });
  return changes;
}

/** Everything that differs in members, credentials and rules, in the order a reader asks: who, with what, under which rule. */
export function policyChanges(current: PolicyDocument, next: PolicyDocument): PolicyChange[] {
  const changes: PolicyChange[] = [];
  for (const to of next.members) {
    const from = current.members.find((member) => member.id === to.id);
    if (from) changes.push(...memberChanges(from, to));
    else {
      changes.push({ what: 'memberAdded', member: to });
      for (const credential of to.credentials) changes.push({ what: 'credentialAdded', member: to, credential });
    }
  }
  for (const from of current.members)
    if (!next.members.some((member) => member.id === from.id)) changes.push({ what: 'memberRemoved', member: from });
  for (const to of next.strategies) {
    const from = current.strategies.find((rule) => rule.wallet === to.wallet);
    if (!from) changes.push({ what: 'ruleAdded', rule: to });
    else if (!same(from, to)) changes.push({ what: 'ruleChanged', from, to });
  }
  for (const from of current.strategies)
    if (!next.strategies.some((rule) => rule.wallet === from.wallet)) changes.push({ what: 'ruleRemoved', rule: from });
  return changes;
}
