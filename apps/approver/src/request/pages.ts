import { pageStand, type Review } from '@holdfast/review';
import { el, localWords, notice, signerText } from '@holdfast/signer-ui';
import { signersText } from '../signers-text.ts';
import type { Screen } from '../texts.ts';
import { keysHere } from './keys-here.ts';
import { addressee } from './who.ts';

const say = localWords({
  'en-US': {
    other:
      'The others approved on the page of {names}. This rule asks for an approval on another page too: this one. Before you decide, compare with who approved there: what the request does, and its fingerprint {words}.',
    same: 'All approvals that this signer knows of were made on this page, that of {names}. This rule asks for one through the page of another signer: yours here counts as an approval, but not as that one.',
    sameDone:
      'All approvals that this signer knows of were made on this page, that of {names}. Of those that are missing, one has to come through the page of another signer.',
    useless:
      'All approvals are there, and all were made on this page, that of {names}. One is missing through the page of another signer. Whoever may approve can make it, you too. That page shows the same fingerprint {words}.',
    otherSeveral:
      'The others approved on the page of {names}. This rule asks for an approval on another page too: this one. Before you decide, compare with who approved there: what each request does, and its fingerprint, which stands with it.',
    uselessSeveral:
      'All approvals are there, and all were made on this page, that of {names}. One is missing through the page of another signer. Whoever may approve can make it, you too. That page shows the same fingerprints.',
    open: 'Open this request on the page of {name}',
    openSeveral: 'Open these requests on the page of {name}',
    fresh:
      'Nobody has used a key on this page in this browser before. It is the page of {name}, at {origin}. If you usually decide on another signer’s page, open the request there, unless you know why you were led here.',
  },
  'zh-CN': {
    other:
      '其他人是在{names} 的页面上批准的。此规则还要求在另一页面上批准，即本页面。决定之前，请与在那里批准的人核对：请求的内容，以及指纹 {words}。',
    same: '本签名节点所知的所有批准都是在本页面（{names}）上作出的。此规则要求有一次批准经另一签名节点的页面：您在此处的批准算作批准，但不算作那一次。',
    sameDone:
      '本签名节点所知的所有批准都是在本页面（{names}）上作出的。尚缺的批准中，须有一次经另一签名节点的页面作出。',
    useless:
      '批准人数已足够，但都是在本页面（{names}）上作出的，还缺一次经另一签名节点页面的批准。任何可审批的人都可以作出，您也可以。该页面会显示相同的指纹 {words}。',
    otherSeveral:
      '其他人是在{names} 的页面上批准的。此规则还要求在另一页面上批准，即本页面。决定之前，请与在那里批准的人核对：每项请求的内容及所列指纹。',
    uselessSeveral:
      '批准人数已足够，但都是在本页面（{names}）上作出的，还缺一次经另一签名节点页面的批准。任何可审批的人都可以作出，您也可以。该页面会显示相同的指纹。',
    open: '在{name} 的页面上打开此请求',
    openSeveral: '在{name} 的页面上打开这些请求',
    fresh:
      '此浏览器此前未在本页面上使用过密钥。本页面是{name}（{origin}）的页面。如果您通常在另一签名节点的页面上作决定，请在那里打开此请求，除非您清楚为何被引导到这里。',
  },
});

/** The first words of the digest, that people can say to each other. The whole of it stands below. */
const shortWords = 3;

interface Where {
  /** This page's. */
  readonly origin: string;
  /** It shows several requests: what is the same for all is not to name one of them. */
  readonly several?: boolean;
}

/** The way to this very request, or to all that are shown, on another signer's page. */
function wayTo(
  screen: Screen,
  { intent, digest }: Review,
  { origin, name }: { origin: string; name: string },
  several: boolean,
): HTMLElement {
  const back = screen.route.query.get('return');
  const query = new URLSearchParams({ digest, ...(back ? { return: back } : {}) });
  const href = several ? `${origin}/#/approve?${screen.route.query}` : `${origin}/#/i/${intent.id}?${query}`;
  const text = say(screen, several ? 'openSeveral' : 'open', { name: signerText(screen, name) });
  return el('p', {}, el('a', { class: 'button', href, rel: 'noreferrer' }, text));
}

/** Has whoever looks approved before: whom the link is for, or else whose key was used last in this browser? */
function hasApproved(screen: Screen, review: Review): boolean {
  const wanted = addressee(screen, review);
  const [last] = keysHere();
  return review.approvals.some(
    ({ decision, member, credential }) =>
      decision === 'approve' && (wanted ? member === wanted.id : credential === last),
  );
}

/** To somebody who has used no key here yet: whose page this is, and the way to the others. */
function freshNotices(screen: Screen, review: Review, { origin, several = false }: Where): HTMLElement[] {
  const { signers } = review.policy;
  const others = signers.filter((signer) => signer.origin !== origin);
  if (keysHere().length > 0 || others.length === 0) return [];
  const own = signers.find((signer) => signer.origin === origin)?.name ?? location.host;
  const text = say(screen, 'fresh', { name: signerText(screen, own), origin });
  return [notice('info', text, ...others.map((one) => wayTo(screen, review, one, several)))];
}

/**
 * Through whose pages approvals came, where the rules ask for different ones; and that somebody is on a page that is new to them. Who made their key here
 * knows it, though they have decided on nothing yet. @param hasDecided whoever looks, here just now
 */
export function pageNotices(screen: Screen, review: Review, where: Where, hasDecided = false): HTMLElement[] {
  const { origin, several = false } = where;
  if (review.evaluation.state !== 'waiting') return [];
  const stand = pageStand(review, origin);
  if (!stand) return freshNotices(screen, review, where);
  const names = signersText(
    screen,
    stand.through.map(({ name }) => name),
  );
  const words = review.words.slice(0, shortWords).join(' ');
  // What was to be compared before a decision is past; whose is missing is told without it.
  if (stand.here === 'other' && hasApproved(screen, review)) return [];
  // Where all approvals are there it is no end: everybody who may approve can still make the one that is missing.
  if (stand.here === 'same' && (hasDecided || hasApproved(screen, review)))
    return [notice('info', say(screen, 'sameDone', { names }))];
  const isOfEach = several && stand.here !== 'same';
  const text = say(screen, isOfEach ? `${stand.here}Several` : stand.here, { names, words });
  return stand.here === 'other'
    ? [notice('info', text)]
    : [notice('warn', text, ...stand.left.map((one) => wayTo(screen, review, one, several)))];
}
