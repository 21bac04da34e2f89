import {
  basicFor,
  type Flow,
  isSolo,
  type PolicyDocument,
  payersAlone,
  payersNeeds,
  walletsNamed,
} from '@holdfast/policy';
import { memberName } from './actors.ts';

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

const aloneWords = {
  'en-US': (names: readonly string[]) =>
    `With this change, payments asked for by ${names.join(', ')} need nobody else, where no advanced rule says otherwise.`,
  'zh-CN': (names: readonly string[]) =>
    `此变更生效后，${names.join('、')} 发起的付款无需他人批准，除非高级规则另有规定。`,
} as const;

/** Who can pay without anybody else from then on, and could not before: what that comes from, a flow, a key or a role, does not say it. Undefined where there is nobody. */
export function aloneText(
  current: PolicyDocument,
  next: PolicyDocument,
  language: keyof typeof aloneWords,
): string | undefined {
  const wallets = [...new Set([...walletsNamed(current), ...walletsNamed(next)])];
  const before = new Set(payersAlone(current, wallets).map(({ wallet, id }) => `${wallet} ${id}`));
  const now = payersAlone(next, wallets).filter(({ wallet, id }) => !before.has(`${wallet} ${id}`));
  const names = [...new Set(now.map(({ id }) => id))].map((id) => memberName({ policy: next }, id));
  return names.length === 0 ? undefined : aloneWords[language](names);
}

const ownWords = {
  'en-US': (names: readonly string[]) =>
    `With this change, asking for a payment counts as an approval of it where ${names.join(', ')} ${names.length === 1 ? 'asks' : 'ask'}: others have to give fewer.`,
  'zh-CN': (names: readonly string[]) =>
    `此变更生效后，${names.join('、')} 发起付款即计为对该付款的一次批准，所需的他人批准随之减少。`,
} as const;

/**
 * Whose own signature is an approval of what they ask for from then on, so that others give fewer, but still some: who needs nobody else `aloneText` tells.
 * Undefined where it is nobody's.
 */
export function ownText(
  current: PolicyDocument,
  next: PolicyDocument,
  language: keyof typeof ownWords,
): string | undefined {
  if (isSolo(current)) return undefined;
  const wallets = [...new Set([...walletsNamed(current), ...walletsNamed(next)])];
  const before = new Map(payersNeeds(current, wallets).map((one) => [`${one.wallet} ${one.id}`, one]));
  const told = payersNeeds(next, wallets).filter(({ wallet, id, own, others }) => {
    const was = before.get(`${wallet} ${id}`);
    return was !== undefined && own > was.own && others < was.others && others > 0;
  });
  const names = [...new Set(told.map(({ id }) => id))].map((id) => memberName({ policy: next }, id));
  return names.length === 0 ? undefined : ownWords[language](names);
}

const goneWords = {
  'en-US': (names: readonly string[]) =>
    `With this change no rule of wallets asks ${names.join(', ')} to approve any more.`,
  'zh-CN': (names: readonly string[]) => `此变更生效后，没有钱包规则再要求 ${names.join('、')} 审批。`,
} as const;

/** Who is asked by a rule of wallets that counts. */
function askedBy({ strategies, senior }: PolicyDocument): Set<string> {
  const flows = [...strategies, ...senior.filter(({ enabled }) => enabled === 'on')];
  return new Set(flows.flatMap(({ nodes }) => nodes.flatMap(({ approvers }) => approvers)));
}

/** Who is asked by no rule of wallets any more, though they stay members. Undefined where that is nobody. */
export function goneText(
  current: PolicyDocument,
  next: PolicyDocument,
  language: keyof typeof goneWords,
): string | undefined {
  const after = askedBy(next);
  const stays = new Set(next.members.flatMap(({ id, status }) => (status === 'active' ? [id] : [])));
  const names = [...askedBy(current)]
    .filter((id) => !after.has(id) && stays.has(id))
    .map((id) => memberName({ policy: next }, id));
  return names.length === 0 ? undefined : goneWords[language](names);
}

const looserWords = {
  'en-US': {
    fewer: (now: number, then: number) =>
      `With this change the default rule asks for fewer approvals: ${now} instead of ${then}.`,
    pages: 'With this change its approvals need not come from pages of different signers any more.',
  },
  'zh-CN': {
    fewer: (now: number, then: number) => `此变更生效后，默认规则所需的批准减少：由 ${then} 次减为 ${now} 次。`,
    pages: '此变更生效后，默认规则的批准不再须在不同签名节点的页面作出。',
  },
} as const;

/** That the default flow asks for less from then on: fewer approvals, or no longer the pages of different signers. Undefined where it does not. */
export function looserText(
  current: PolicyDocument,
  next: PolicyDocument,
  language: keyof typeof looserWords,
): string | undefined {
  const [before, after] = [basicFor(current, '*'), basicFor(next, '*')];
  if (!before || !after || isSolo(current)) return undefined;
  const needed = ({ nodes }: Flow): number => nodes.reduce((sum, { threshold }) => sum + Number(threshold), 0);
  const words = looserWords[language];
  const told = [
    ...(needed(after) < needed(before) ? [words.fewer(needed(after), needed(before))] : []),
    ...(before.pages === 'different' && after.pages !== 'different' ? [words.pages] : []),
  ];
  return told.length === 0 ? undefined : told.join(language === 'en-US' ? ' ' : '');
}
