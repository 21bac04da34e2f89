import {
  amountText,
  blocksOf,
  credentialFingerprint,
  honestText,
  memberName,
  type PolicyChange,
  policyChanges,
  type Review,
  timeLeft,
  timeText,
  totalUnits,
} from '@holdfast/pagekit/review';
import { type BasicStrategy, digestWords, liftsFreeze, type PolicyDocument, type Rule } from '@holdfast/policy';

/** The lines of a request as a terminal shows them: everything that is signed, nothing shortened. */
const line = (name: string, value: string): string => `  ${name.padEnd(16)}${value}`;

const people = (policy: PolicyDocument, ids: readonly string[]): string =>
  ids.map((id) => memberName({ policy }, id)).join(', ');

function ruleText(policy: PolicyDocument, rule: BasicStrategy): string {
  const nodes = rule.nodes.map(
    (node) => `${honestText(node.name)}: ${node.threshold} of ${people(policy, node.approvers)}`,
  );
  return `${nodes.join(' -> ')}${rule.signProtection === 'on' ? ', initiator excluded' : ', initiator may approve'}`;
}

const scope = (wallet: string): string => (wallet === '*' ? 'all wallets' : `wallet ${wallet}`);

function changeLines(current: PolicyDocument, next: PolicyDocument, change: PolicyChange): string[] {
  switch (change.what) {
    case 'memberAdded':
      return [`+ member ${honestText(change.member.name)}, ${change.member.role}`];
    case 'memberRemoved':
      return [`- member ${honestText(change.member.name)}, ${change.member.role}`];
    case 'memberRenamed':
    case 'roleChanged':
    case 'statusChanged':
      return [`  ${honestText(change.member.name)}: ${honestText(change.from)} -> ${honestText(change.to)}`];
    case 'credentialAdded':
      return [
        `+ ${change.credential.type} ${change.credential.id} of ${honestText(change.member.name)}, known to its holder as`,
        `    ${digestWords(credentialFingerprint(change.credential)).join(' ')}`,
      ];
    case 'credentialRemoved':
      return [`- ${change.credential.type} ${change.credential.id} of ${honestText(change.member.name)}`];
    case 'ruleAdded':
      return [`+ rule for ${scope(change.rule.wallet)}: ${ruleText(next, change.rule)}`];
    case 'ruleRemoved':
      return [`- rule for ${scope(change.rule.wallet)}: ${ruleText(current, change.rule)}`];
    case 'ruleChanged':
      return [
        `  rule for ${scope(change.to.wallet)}`,
        `-   ${ruleText(current, change.from)}`,
        `+   ${ruleText(next, change.to)}`,
      ];
  }
}

function transferLines({ intent, chain }: Review): string[] {
  const { asset, feeAsset } = intent;
  const outputs = intent.outputs.flatMap((output) => [
    line('to', blocksOf(output.address).join(' ')),
    line('amount', `${amountText(output.amount, asset.decimals)} ${asset.symbol}`),
    ...(output.memo === '' ? [] : [line('memo', output.memo)]),
    line('address book', output.entry === '' ? 'not in it' : output.entry),
  ]);
  return [
    ...outputs,
    line('network', `${honestText(chain?.name ?? '')} ${intent.chain}`.trim()),
    ...(asset.contract === '' ? [] : [line('token contract', blocksOf(asset.contract).join(' '))]),
    line('from', `workspace ${intent.workspace}, wallet ${intent.wallet}, ${blocksOf(intent.from).join(' ')}`),
    line('fee at most', `${amountText(intent.maxFee, feeAsset.decimals)} ${feeAsset.symbol}`),
  ];
}

/** The one sentence that says what happens. */
export function headlineOf({ intent, nextPolicy, book, keygen, chain }: Review): string {
  if (intent.kind === 'policy')
    return `${liftsFreeze(intent) ? 'Lift the freeze, and change' : 'Change'} the rules from version ${intent.policy.version} to ${nextPolicy?.version ?? '?'}`;
  if (intent.kind === 'book')
    return `Change the address book: ${book?.add.length ?? 0} added, ${book?.remove.length ?? 0} removed`;
  if (intent.kind === 'keygen') return `Make new keys, shared by ${keygen?.parties.length ?? 0} parties`;
  const many = intent.outputs.length > 1 ? ` to ${intent.outputs.length} addresses` : '';
  const sum = `${amountText(totalUnits(intent.outputs), intent.asset.decimals)} ${intent.asset.symbol}`;
  return `Send ${sum} from wallet ${intent.wallet}${many} on ${honestText(chain?.name ?? intent.chain)}`;
}

function ruleOf(rule: Rule | undefined): string {
  if (!rule) return 'none';
  if (rule.level === 'senior') return honestText(rule.name);
  if (rule.level === 'basic') return rule.id === '*' ? 'default rule' : `rule of wallet ${rule.id}`;
  return `${rule.level === 'tightening' ? 'only tightens' : 'rules of the workspace for'} ${rule.id}`;
}

function decisionLines(review: Review): string[] {
  const { evaluation } = review;
  const nodes = evaluation.nodes.map((node) => {
    const left = node.eligible.filter((id) => !node.approved.includes(id));
    const approved = node.approved.length === 0 ? 'nobody yet' : people(review.policy, node.approved);
    return line(
      honestText(node.name).slice(0, 15),
      `${node.threshold} of ${node.eligible.length}; approved: ${approved}; left: ${people(review.policy, left) || 'nobody'}`,
    );
  });
  return [line('rule', ruleOf(evaluation.rule)), ...nodes];
}

/** Everything about a request, line by line. */
export function requestLines(review: Review, now: number): string[] {
  const { intent, nextPolicy, policy } = review;
  const left = timeLeft(Number(intent.expires), now);
  const changes = nextPolicy
    ? policyChanges(policy, nextPolicy).flatMap((change) => changeLines(policy, nextPolicy, change))
    : [];
  return [
    ...(intent.kind === 'transfer' ? transferLines(review) : []),
    ...changes.map((text) => `  ${text}`),
    line('asked by', `${memberName(review, intent.initiator)}, ${timeText(intent.created)}`),
    line('remark', review.remark === '' ? 'none' : JSON.stringify(honestText(review.remark))),
    ...decisionLines(review),
    ...(review.evaluation.solo ? [line('', 'solo mode: the owner decides alone')] : []),
    line('rules in force', `version ${intent.policy.version}`),
    line(
      'valid until',
      `${timeText(intent.expires)} (${left.unit === 'none' ? 'expired' : `${left.amount} ${left.unit} left`})`,
    ),
    line('words', review.words.slice(0, 4).join(' ')),
    line('', review.words.slice(4).join(' ')),
    line('digest', review.digest),
  ];
}
