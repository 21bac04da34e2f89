import { liftsFreeze, type Rule, workspaceOps } from '@holdfast/policy';
import {
  amountText,
  honestText,
  memberName,
  policyHeadline,
  type Review,
  timeLeft,
  timeText,
  totalUnits,
  viewsOf,
} from '@holdfast/review';
import { addressView, type Child, card, digestView, el, heading, type Param, row, rows } from '@holdfast/signer-ui';
import type { Screen } from '../texts.ts';

const networkName = (review: Review): string => review.chain?.name ?? review.intent.chain;

/** Amount and symbol of everything a transfer sends, exactly. */
export function sendText(review: Review): { amount: string; symbol: string } {
  const { asset, outputs } = review.intent;
  return { amount: amountText(totalUnits(outputs), asset.decimals), symbol: asset.symbol };
}

/** The one plain sentence that says what happens if this is approved. */
export function headline(screen: Screen, review: Review): Text {
  const { intent } = review;
  if (intent.kind === 'policy') {
    const views = viewsOf(review, review.policy, review.nextPolicy ?? review.policy);
    return screen.say('passThrough', { text: () => policyHeadline(screen.text, views, liftsFreeze(intent)) });
  }
  if (intent.kind === 'book')
    return screen.say('headBook', {
      added: String(review.book?.add.length ?? 0),
      removed: String(review.book?.remove.length ?? 0),
    });
  if (intent.kind === 'keygen')
    return screen.say('headKeygen', { parties: String(review.keygen?.parties.length ?? 0) });
  if (intent.kind === 'export')
    return screen.say('headExport', {
      signer: review.keyExport?.signer ?? '?',
      name: memberName(review, intent.initiator),
      // In whole it stands below, in blocks to compare.
      recipient: `${review.keyExport?.recipient.slice(0, 14) ?? '?'}…`,
    });
  const params: Record<string, Param> = {
    ...sendText(review),
    network: networkName(review),
    wallet: review.intent.wallet,
  };
  if (intent.outputs.length === 1) return screen.say('headTransfer', params);
  return screen.say('headTransferMany', { ...params, count: String(intent.outputs.length) });
}

export function requestHeading(screen: Screen, review: Review): HTMLElement {
  const { intent } = review;
  const meta = el(
    'p',
    { class: 'meta' },
    el('span', { class: 'pill' }, screen.say(`kind_${intent.kind}`)),
    el('span', {}, screen.say('askedBy', { name: memberName(review, intent.initiator) })),
    el('span', {}, timeText(intent.created)),
  );
  return heading(headline(screen, review), undefined, meta);
}

/** The rest of the validity, counted down while the screen is there. */
function countdown(screen: Screen, expires: number): Text {
  const left = (): string => {
    const { unit, amount } = timeLeft(expires, Date.now());
    return screen.text(`left_${unit}`, { amount });
  };
  const node = screen.say('passThrough', { text: left });
  const timer = setInterval(() => {
    node.data = left();
  }, 1_000);
  screen.left.addEventListener('abort', () => clearInterval(timer));
  return node;
}

function ruleName(screen: Screen, rule: Rule | undefined): Text {
  if (!rule) return screen.say('ruleNone');
  if (rule.level === 'senior') return screen.say('passThrough', { text: honestText(rule.name) });
  if (rule.level === 'basic')
    return rule.id === '*' ? screen.say('ruleDefault') : screen.say('ruleWallet', { wallet: rule.id });
  if (rule.level === 'tightening') return screen.say('ruleTightening');
  const ops = workspaceOps.filter((op) => rule.id.split(',').includes(op));
  return screen.say('ruleWorkspace', {
    scope: () => ops.map((op) => screen.text(`op_${op}`)).join(screen.text('listJoin')),
  });
}

function ruleText(screen: Screen, review: Review): Child[] {
  const { evaluation, intent } = review;
  const name = ruleName(screen, evaluation.rule);
  const guarded =
    evaluation.nodes.length > 0 && evaluation.nodes.every(({ eligible }) => !eligible.includes(intent.initiator));
  return guarded ? [name, ' · ', screen.say('ruleProtection')] : [name];
}

function transferRows(screen: Screen, review: Review): Child[] {
  const { intent } = review;
  const sum = sendText(review);
  const fee = amountText(intent.maxFee, intent.feeAsset.decimals);
  const sent = row(screen.say(intent.outputs.length > 1 ? 'rowTotal' : 'rowSend'), `${sum.amount} ${sum.symbol}`);
  sent.lastElementChild?.classList.add('strong');
  return [
    sent,
    row(screen.say('rowNetwork'), networkName(review), el('span', { class: 'muted mono' }, ` ${intent.chain}`)),
    intent.asset.contract !== '' && row(screen.say('rowToken'), addressView(intent.asset.contract)),
    row(screen.say('rowFrom'), screen.say('rowWallet', { wallet: intent.wallet }), addressView(intent.from)),
    row(screen.say('rowWorkspace'), intent.workspace),
    row(screen.say('rowFee'), `${fee} ${intent.feeAsset.symbol}`),
  ];
}

/** Who asked, why, under which rule and until when: the same for every kind of request. */
export function contextRows(screen: Screen, review: Review): HTMLElement {
  const { intent, remark, nextPolicy } = review;
  const version = nextPolicy ? `${intent.policy.version} → ${nextPolicy.version}` : intent.policy.version;
  const remarkText =
    remark === ''
      ? el('span', { class: 'muted' }, screen.say('remarkNone'))
      : el('span', { class: 'pre' }, honestText(remark));
  return rows(
    ...(intent.kind === 'transfer' ? transferRows(screen, review) : []),
    row(screen.say('rowInitiator'), memberName(review, intent.initiator)),
    row(screen.say('rowRemark'), remarkText),
    row(screen.say('rowRule'), ...ruleText(screen, review)),
    row(screen.say('rowPolicy'), screen.say('policyVersion', { version })),
    row(
      screen.say('rowExpires'),
      timeText(intent.expires),
      el('span', { class: 'muted' }, ' · ', countdown(screen, Number(intent.expires))),
    ),
  );
}

export const digestCard = (screen: Screen, review: Review): HTMLElement =>
  card(
    screen.say('digestTitle'),
    undefined,
    digestView(review.words, review.digest),
    el('p', { class: 'muted' }, screen.say('digestHint')),
  );

/** For who wants to see the fields themselves. */
export function technicalDetails(screen: Screen, review: Review, canonical: string): HTMLElement {
  const { intent } = review;
  const code = (text: string): HTMLElement => el('span', { class: 'mono' }, text);
  const transfer = intent.kind === 'transfer';
  return el(
    'details',
    {},
    el('summary', {}, screen.say('details')),
    rows(
      transfer && row(screen.say('detailUnits'), code(totalUnits(intent.outputs))),
      transfer && row(screen.say('detailFeeUnits'), code(intent.maxFee)),
      transfer && row(screen.say('detailPath'), code(intent.path)),
      transfer && row(screen.say('detailKeyGroup'), code(intent.keyGroup)),
      row(screen.say('detailDeployment'), code(intent.deployment)),
      row(screen.say('detailRequest'), code(intent.id)),
      row(screen.say('detailIntent'), el('span', { class: 'mono pre' }, canonical)),
    ),
  );
}
