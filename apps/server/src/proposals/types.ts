import type { PolicyDocument } from '@holdfast/policy';

/** A change of the rules, given the ones in force; the version, the chain and the rest are added by whoever takes it. */
export type PolicyEdit = (
  current: PolicyDocument,
) => Partial<Pick<PolicyDocument, 'members' | 'strategies' | 'senior' | 'workspace' | 'book'>>;
