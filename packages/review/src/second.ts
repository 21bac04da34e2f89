import { type Flow, isSolo, type PolicyDocument } from '@holdfast/policy';

/** Said beside the change, which by itself reads as if a protection went. */
const words = {
  'en-US':
    'Why the initiator may approve now: with one member only, the asker approves their own requests anyway, “initiator excluded” or not. From the second member on it would leave nobody to approve. Require two approvals once the second member is there.',
  'zh-CN':
    '为何发起人可审批：仅有一位成员时，无论是否写明“发起人除外”，申请人都审批自己的申请。自第二位成员起，该限制将使无人可审批。第二位成员加入后，请设为须经两人批准。',
} as const;

const flowsOf = ({ strategies, senior, workspace }: PolicyDocument): Flow[] => [...strategies, ...senior, ...workspace];
const has = (policy: PolicyDocument, protection: Flow['signProtection']): boolean =>
  flowsOf(policy).some(({ signProtection }) => signProtection === protection);

/** Why flows let whoever asks approve, where the second member comes with it: nobody could approve any more otherwise. */
export const secondText = (
  current: PolicyDocument,
  next: PolicyDocument,
  language: keyof typeof words,
): string | undefined =>
  isSolo(current) && !isSolo(next) && has(current, 'on') && has(next, 'off') ? words[language] : undefined;
