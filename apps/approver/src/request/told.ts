import { isPrice, nearestCents } from '@holdfast/policy';
import { amountText, type Review, ruleTold, timeText, totalUnits, viewsOf } from '@holdfast/review';
import { type Child, el, localWords, row, rows } from '@holdfast/signer-ui';
import { sayPlace } from '../key-place-words.ts';
import type { Screen } from '../texts.ts';
import { shareableNote } from './shareable.ts';

const say = localWords({
  'en-US': {
    details: 'Technical details',
    units: 'Amount in smallest units',
    feeUnits: 'Fee cap in smallest units',
    detailDeployment: 'Installation',
    detailRequest: 'Request id',
    detailIntent: 'Canonical text',
    worth: 'Worth',
    fee: 'Fee in dollars, at most',
    whose: 'by the price that the signer of this page has of {time}; the rules go by the prices of all signers',
    from: 'Source of the price: {source}',
    fromFile: 'Source of the price: a file of the operator',
    own: 'The signers have not all said what this, or its fee, is worth in US dollars. So every rule that may speak of it has to be satisfied.',
    earlier:
      'The signers have not all said what earlier payments were worth in US dollars, so a limit may be used up. Every rule that may speak of this one has to be satisfied.',
  },
  'zh-CN': {
    details: '技术细节',
    units: '数量（最小单位）',
    feeUnits: '手续费上限（最小单位）',
    detailDeployment: '部署',
    detailRequest: '请求编号',
    detailIntent: '规范文本',
    worth: '价值',
    fee: '手续费上限（美元）',
    whose: '按本页面签名节点 {time} 的价格；规则按所有签名节点的价格',
    from: '价格来源：{source}',
    fromFile: '价格来源：运营方的价格文件',
    own: '并非所有签名节点都已给出本次付款或手续费的美元价值，因此须满足所有可能适用的规则。',
    earlier: '并非所有签名节点都已给出此前付款的美元价值，限额可能已用完，因此须满足所有可能适用的规则。',
  },
});

/** Where a price came from; a file that the operator gave no name (`@holdfast/prices`) has one in the reader's language. */
const sourceText = (screen: Screen, source: string): Text =>
  source === 'price file' ? say(screen, 'fromFile') : say(screen, 'from', { source });

/** As the console writes it. */
function centsText(cents: bigint): string {
  if (cents === 0n) return '< $0.01';
  const [whole, part = ''] = amountText(String(cents), '2').split('.');
  return `≈ $${whole}.${part.padEnd(2, '0')}`;
}

const dollars = (units: string, decimals: string, price: string): string =>
  centsText(nearestCents(BigInt(units), Number(decimals), price));

/** Is there a price, and when it was one? */
const isKnown = (price: Review['price']): price is NonNullable<typeof price> =>
  price !== undefined && isPrice(price.usd) && Number.isSafeInteger(price.at);

/** What several payments come to in USD; nothing of one, or where this signer has no price of one of them. */
export function worthOfAll(reviews: readonly Review[]): string | undefined {
  // A speed-up pays what its payment pays.
  const payments = reviews.filter(({ intent, payment }) => !payment && totalUnits(intent.outputs) !== '0');
  const cents = payments.flatMap(({ price, intent }) =>
    isKnown(price) ? [nearestCents(BigInt(totalUnits(intent.outputs)), Number(intent.asset.decimals), price.usd)] : [],
  );
  if (payments.length < 2 || cents.length < payments.length) return undefined;
  return centsText(cents.reduce((sum, one) => sum + one));
}

/** What is paid in USD, with whose price it is and of when; nothing where this signer has none, or where nothing of the coin is paid: what else leaves is told by itself. */
export function worthRow(screen: Screen, { price, intent }: Review): HTMLElement | null {
  if (!isKnown(price)) return null;
  const units = totalUnits(intent.outputs);
  if (units === '0') return null;
  const whose = el('p', { class: 'muted' }, say(screen, 'whose', { time: timeText(String(price.at)) }));
  const from = price.source ? el('p', { class: 'muted' }, sourceText(screen, price.source)) : null;
  const note = shareableNote('price', el('div', {}, whose, from));
  return row(say(screen, 'worth'), dollars(units, intent.asset.decimals, price.usd), note);
}

/** What the fee may come to in USD; nothing where this signer has no price. */
export function feeRow(screen: Screen, { feePrice, intent }: Review): HTMLElement | null {
  if (!feePrice || !isPrice(feePrice.usd) || intent.maxFee === '0') return null;
  return row(say(screen, 'fee'), dollars(intent.maxFee, intent.feeAsset.decimals, feePrice.usd));
}

/** The rule that asks, whole, as a sentence. */
export function ruleSentence(screen: Screen, review: Review): Child {
  const { policy, evaluation, unknown } = review;
  const naming = viewsOf(review, policy, policy).after;
  const told = (): string => ruleTold(screen.text, screen.language(), naming, evaluation.rule);
  const why = unknown && el('p', { class: 'muted' }, say(screen, unknown));
  return told() === ''
    ? why
    : el('div', {}, el('p', { class: 'muted' }, screen.say('passThrough', { text: told })), why);
}

/** For who wants to see the fields themselves. */
export function technicalDetails(
  screen: Screen,
  review: Review,
  canonical: string,
  own: readonly Child[],
): HTMLElement {
  const { intent } = review;
  const code = (text: string): HTMLElement => el('span', { class: 'mono' }, text);
  const units = totalUnits(intent.outputs);
  return el(
    'details',
    {},
    el('summary', {}, say(screen, 'details')),
    rows(
      units !== '0' && row(say(screen, 'units'), code(units)),
      intent.maxFee !== '0' && row(say(screen, 'feeUnits'), code(intent.maxFee)),
      ...own,
      intent.path !== '' && row(sayPlace(screen, 'path'), code(intent.path)),
      intent.keyGroup !== '' && row(sayPlace(screen, 'keyGroup'), code(intent.keyGroup)),
      row(say(screen, 'detailDeployment'), code(intent.deployment)),
      row(say(screen, 'detailRequest'), code(intent.id)),
      row(say(screen, 'detailIntent'), el('span', { class: 'mono pre' }, canonical)),
    ),
  );
}
