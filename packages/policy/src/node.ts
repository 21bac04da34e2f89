import { limits } from './limits.ts';
import { type Checked, list, oneOf, patterns, record, text } from './schema.ts';

/** One step of a flow: so many of these members. `sign`, only ever the last, is the release by holders of an equal-rights key. */
const node = {
  name: text(patterns.name),
  kind: oneOf('approve', 'sign'),
  approvers: list(text(patterns.id), 1, limits.approversPerNode),
  threshold: text(/^([1-9]|1\d|20)$/),
};
export type ApprovalNode = Checked<typeof node>;
export const approvalNode = record(node);

/** Who has to approve, in order, and whether the initiator is left out. */
export interface Flow {
  readonly signProtection: 'on' | 'off';
  readonly nodes: readonly ApprovalNode[];
  /** Two of its approvals at least have to come through pages of different signers; left out, any page will do. */
  readonly pages?: 'different';
}
