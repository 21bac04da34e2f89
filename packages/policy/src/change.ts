import { type BasicStrategy, type Member, type PolicyDocument, policyHash } from './document.ts';

/** Why a policy document, or the step to it, is not sound. */
export type PolicyProblem =
  | 'wrongVersion'
  | 'wrongPrevious'
  | 'otherDeployment'
  | 'otherPolicy'
  | 'signersChanged'
  | 'noOwner'
  | 'duplicateMember'
  | 'duplicateCredential'
  | 'noDefaultStrategy'
  | 'duplicateStrategy'
  | 'unknownApprover'
  | 'nodeNotSatisfiable';

const canDecide = (member: Member): boolean =>
  member.status === 'active' && member.role !== 'viewer' && member.credentials.length > 0;

const hasDuplicates = (values: readonly string[]): boolean => new Set(values).size !== values.length;

function strategyProblems(strategy: BasicStrategy, members: ReadonlyMap<string, Member>): PolicyProblem[] {
  const problems: PolicyProblem[] = [];
  const deciders = [...members.values()].filter(canDecide);
  for (const node of strategy.nodes) {
    const known = node.approvers.map((id) => members.get(id)).filter((member) => member !== undefined);
    if (known.length !== node.approvers.length || hasDuplicates(node.approvers)) problems.push('unknownApprover');
    const able = known.filter(canDecide).length;
    // With protection on, one of the approvers may be the initiator; a single decider alone is solo mode.
    const kept = strategy.signProtection === 'on' && deciders.length > 1 ? 1 : 0;
    if (able - kept < Number(node.threshold)) problems.push('nodeNotSatisfiable');
  }
  return problems;
}

/** What is unsound in a document by itself; nothing means that every flow in it can be satisfied by active members. */
export function checkPolicy(doc: PolicyDocument): PolicyProblem[] {
  const problems: PolicyProblem[] = [];
  const members = new Map(doc.members.map((member) => [member.id, member]));
  if (hasDuplicates(doc.members.map((member) => member.id))) problems.push('duplicateMember');
  const credentials = doc.members.flatMap((member) => member.credentials);
  if (hasDuplicates(credentials.map((c) => c.id)) || hasDuplicates(credentials.map((c) => c.publicKey)))
    problems.push('duplicateCredential');
  if (!doc.members.some((member) => member.role === 'owner' && canDecide(member))) problems.push('noOwner');
  const wallets = doc.strategies.map((strategy) => strategy.wallet);
  if (!wallets.includes('*')) problems.push('noDefaultStrategy');
  if (hasDuplicates(wallets)) problems.push('duplicateStrategy');
  if (hasDuplicates(doc.signers.map((signer) => signer.id))) problems.push('signersChanged');
  for (const strategy of doc.strategies) problems.push(...strategyProblems(strategy, members));
  return [...new Set(problems)];
}

/** The first document of an installation. */
export function checkGenesis(doc: PolicyDocument): PolicyProblem[] {
  const first: PolicyProblem[] = [];
  if (doc.version !== '1') first.push('wrongVersion');
  if (doc.prev !== '') first.push('wrongPrevious');
  return [...first, ...checkPolicy(doc)];
}

/** A step from the document in force to the next: hash-chained, version by version, the same installation and signers. */
export function checkPolicyChange(current: PolicyDocument, next: PolicyDocument): PolicyProblem[] {
  const step: PolicyProblem[] = [];
  if (BigInt(next.version) !== BigInt(current.version) + 1n) step.push('wrongVersion');
  if (next.prev !== policyHash(current)) step.push('wrongPrevious');
  if (next.deployment !== current.deployment) step.push('otherDeployment');
  if (next.id !== current.id) step.push('otherPolicy');
  if (JSON.stringify(next.signers) !== JSON.stringify(current.signers)) step.push('signersChanged');
  return [...step, ...checkPolicy(next)];
}
