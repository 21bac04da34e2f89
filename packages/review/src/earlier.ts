import { tickDecimals, tickIn, tickSymbol } from '@holdfast/policy';
import type { EarlierFacts } from './facts.ts';
import { amountText, timeText } from './format.ts';
import type { Review } from './open.ts';

/** Said of other payments; by themselves, so that pages can fetch them when they are needed. */
export const earlierWords = {
  'en-US': {
    replaced:
      'An earlier {deed} may still be made unless this one replaces it. The signers sign this one in its place only: at most one of the two is made.',
    open: 'An earlier {deed} may still be made. This one stays in its own sub-wallet. It is there to take the place of such a payment, which then can never be made. Whether it takes the place of this one, this page cannot say.',
    exposed:
      'Another {deed} is signed and can be made at ANY time, also long after its time is over. If you were told that it failed, refuse this one: both would be made.',
    beside:
      'Another {deed} can be made as well as this one: it can be signed until {until}. If you were told that it failed, refuse this one and ask again after that.',
    settled:
      'An earlier {deed} was signed, and by the server’s word it is paid or on its way. It may already be made: check on the chain before you approve, whoever says that it failed.',
    covered:
      'An earlier {deed} was signed, then another in its place. Either may already be made: check on the chain which before you approve, whoever says that it failed.',
    passing:
      'Another {deed} is signed and can be made until {until}. If you were told that it failed, refuse this one: both would be made. Ask again after that.',
    lapsed:
      'An earlier {deed} was signed. It was made before {until}, or never will be: the signers cannot see which. If you were told that it failed, find it on the chain before you approve.',
    refused:
      'Refused here by a member: {deed}. Only if by the rules at signing that refusal does not count can it still be signed, until {until}.',
    before: 'Signed before: {deed}. If you were told that it failed, check on the chain before you approve.',
    underWay: 'Under way as well: {deed}. If you were told that it failed, refuse this one.',
    others: 'Other transactions of this wallet that can still be made: {count}.',
  },
  'zh-CN': {
    replaced:
      '较早的一笔{deed}仍可能被执行，除非本次请求取代它。签名节点只会在取代它的前提下签署本次请求：两者最多执行一笔。',
    open: '较早的一笔{deed}仍可能被执行。本次付款留在自己的钱包内，用于取代这样的付款，使其永远无法执行。它是否取代这一笔，本页面无法判断。',
    exposed:
      '另一笔{deed}已签署，随时都可能被执行，即使其有效期早已结束。如果有人告诉您它已失败，请拒绝本次请求：否则两笔都会执行。',
    beside:
      '另一笔{deed}可能与本次请求同时执行，在 {until} 之前都可以被签署。如果有人告诉您它已失败，请拒绝本次请求，待该时间之后重新申请。',
    settled:
      '较早的一笔{deed}已签署，据服务器称已付出或正在付出，可能已经执行：无论谁说它已失败，请先在链上查证再批准。',
    covered:
      '较早的一笔{deed}已签署，之后由另一笔取代。任一笔都可能已经执行：无论谁说它已失败，请先在链上查清是哪一笔再批准。',
    passing:
      '另一笔{deed}已签署，在 {until} 之前可能被执行。如果有人告诉您它已失败，请拒绝本次请求：否则两笔都会执行。请在该时间之后重新申请。',
    lapsed:
      '较早的一笔{deed}已签署。它要么在 {until} 之前已执行，要么永远不会执行：签名节点无法得知。如果有人告诉您它已失败，请先在链上查证再批准。',
    refused: '已有成员在此拒绝：{deed}。仅当按签署时的规则该拒绝不计入时，它在 {until} 之前才仍可能被签署。',
    before: '此前已签署：{deed}。如果有人告诉您它已失败，请先在链上查证再批准。',
    underWay: '同时处理中：{deed}。如果有人告诉您它已失败，请拒绝本次请求。',
    others: '该钱包另有 {count} 笔交易仍可能被执行。',
  },
} as const;

/** What another transaction does, in words that its sentence takes in. */
export const earlierDeeds = {
  'en-US': {
    transfer: 'payment of {amount} to {address}',
    stake: 'stake of {amount}',
    unstake: 'unstaking of {amount}',
    unfrozen: 'withdrawal of unfrozen coins',
    delegate: 'delegation of {amount} to {address}',
    reclaim: 'reclaim of {amount} from {address}',
    allowance: 'allowance of up to {amount} to {address}',
    call: 'call of {address} with {amount}',
    drop: 'drop of a payment, by which nothing is paid',
    deploy: 'deployment of a contract',
    child: 'child that pays for its parent transaction',
    message: 'message for {address}',
    disperse: 'payment of {amount} to {address} in one transaction with others',
    inscription: 'sending of an inscription with {amount} to {address}',
    brc20: 'BRC-20 payment of {amount} to {address}',
  },
  'zh-CN': {
    transfer: '付款（{amount} 至 {address}）',
    stake: '质押（{amount}）',
    unstake: '解除质押（{amount}）',
    unfrozen: '已解锁资产提取',
    delegate: '资源委托（{amount} 至 {address}）',
    reclaim: '委托收回（{amount}，自 {address}）',
    allowance: '授权（{address} 最多可取走 {amount}）',
    call: '合约调用（{address}，附带 {amount}）',
    drop: '撤销付款（不付给任何人）',
    deploy: '合约部署',
    child: '为父交易付费的子交易',
    message: '消息签名（供 {address} 使用）',
    disperse: '付款（{amount} 至 {address}，与其他付款同在一笔交易）',
    inscription: '铭文（附带 {amount}，至 {address}）',
    brc20: 'BRC-20 付款（{amount} 至 {address}）',
  },
} as const;
type Deed = keyof (typeof earlierDeeds)['en-US'];
const isDeed = (kind: string): kind is Deed => Object.hasOwn(earlierDeeds['en-US'], kind);

interface EarlierTold {
  readonly word: keyof (typeof earlierWords)['en-US'];
  readonly deed: Deed;
  /** Nobody can take it for the payment that is asked for, or members refused it, so that it is said without an alarm. */
  readonly quiet: boolean;
  readonly params: Readonly<Record<string, string>>;
}

function amountOf({ chains }: Review, { chain, contract }: EarlierFacts, units: string): string {
  const known = chains.find(({ id }) => id === chain)?.assets.find((asset) => asset.contract === contract);
  const tick = tickIn(contract);
  if (tick !== undefined) return `${amountText(units, tickDecimals)} ${tickSymbol(tick)}`;
  return known ? `${amountText(units, String(known.decimals))} ${known.symbol}` : `${units} ${contract}`;
}

/** Does the payment stay in its own sub-wallet? Then signers take it with any nonce. */
const paysItself = ({ intent: { outputs, wallet } }: Review): boolean =>
  outputs.every(({ path }) => path.split('/')[2] === wallet);

/** Words for a payment of another amount that is done with, or is meant to be made as well. What ended and may yet be made alarms whatever its amount. */
const quietWords: Partial<Record<EarlierFacts['standing'], EarlierTold['word']>> = {
  settled: 'before',
  covered: 'before',
  lapsed: 'before',
  beside: 'underWay',
  refused: 'refused',
};
/** Whoever is told that a payment failed asks again for about as much: less by a fee, or corrected. More apart than a fifth is another one. */
function isLike({ intent }: Review, { chain, contract }: EarlierFacts, to: string, units: string): boolean {
  if (chain !== intent.chain || contract !== intent.asset.contract) return false;
  return intent.outputs.some(({ address, amount }) => {
    const [less = 0n, more = 0n] = [BigInt(amount), BigInt(units)].toSorted((a, b) => (a < b ? -1 : 1));
    return address === to && (more - less) * 5n <= more;
  });
}

const signedAt = ({ signed }: EarlierFacts): { readonly signed?: string } =>
  signed === undefined ? {} : { signed: timeText(String(signed)) };

/**
 * What is to be known of other transactions before this one is approved: whatever names one of its payees, or gives way to it, one by one; of all else how many.
 */
export function earlierTold(review: Review): EarlierTold[] {
  const payees = new Set(review.intent.outputs.map(({ address }) => address));
  const near = review.earlier.filter(
    ({ standing, outputs }) => standing === 'replaced' || outputs.some(({ address }) => payees.has(address)),
  );
  const told = near.flatMap((earlier) =>
    earlier.outputs.map(({ address, amount }): EarlierTold => {
      const { standing, kind = '', expires, dead = expires } = earlier;
      const until = timeText(String(standing === 'beside' ? expires : dead));
      // To correct what members refused and ask again is how refusing works: an alarm at each such payment would be read by nobody where it matters.
      const isCalm = standing === 'refused' || !isLike(review, earlier, address, amount);
      const quiet = isCalm ? quietWords[standing] : undefined;
      const word = quiet ?? (standing === 'replaced' && paysItself(review) ? 'open' : standing);
      const deed = isDeed(kind) ? kind : 'transfer';
      return {
        word,
        deed,
        quiet: quiet !== undefined,
        params: { amount: amountOf(review, earlier, amount), address, until, ...signedAt(earlier) },
      };
    }),
  );
  const others = review.earlier.length - near.length + review.earlierLeft;
  const left: EarlierTold = { word: 'others', deed: 'transfer', quiet: true, params: { count: String(others) } };
  return others > 0 ? [...told, left] : told;
}

const filled = (text: string, params: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');

/** With when it was signed, so that the payment of last month is not taken for one of today. In Chinese what it is stands between brackets already. */
function deedText({ deed, params }: EarlierTold, language: keyof typeof earlierWords): string {
  const text = filled(earlierDeeds[language][deed], params);
  if (params.signed === undefined) return text;
  if (language === 'en-US') return `${text} (${params.signed})`;
  return text.endsWith('）') ? `${text.slice(0, -1)}，${params.signed}）` : `${text}（${params.signed}）`;
}

/** The sentence that says it. */
export const earlierText = (told: EarlierTold, language: keyof typeof earlierWords): string =>
  filled(earlierWords[language][told.word], { ...told.params, deed: deedText(told, language) });
