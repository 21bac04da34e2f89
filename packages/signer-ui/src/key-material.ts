import { parsePolicy } from '@holdfast/policy';
import { memberName, otherShares, timeText } from '@holdfast/review';
import type { ExportFacts, SignerFacts } from '@holdfast/review/facts';
import { el } from './dom.ts';
import type { Param } from './language.ts';
import { localWords, type Voice } from './local-words.ts';
import { notice } from './parts.ts';
import { signerText } from './signer-text.ts';

/** The words of this part, fetched with it: hardly ever is key material on its way. */
const say = localWords({
  'en-US': {
    waits: 'Key material of {signer} goes out from {time}: asked by {name}, readable by the holder of',
    ready: 'Key material of {signer} can go out since {time}: asked by {name}, readable by the holder of',
    taken: 'Key material of {signer} went out, and can again until {until}: asked by {name}, readable by the holder of',
    link: 'View it, or refuse',
    whole:
      'More than one share of this key is out or on its way: whoever has two needs no approval for anything. Refuse what you do not know of.',
  },
  'zh-CN': {
    waits: '{signer} 的密钥材料将自 {time} 起交付：由 {name} 申请，可由以下接收方的持有人读取',
    ready: '{signer} 的密钥材料自 {time} 起即可交付：由 {name} 申请，可由以下接收方的持有人读取',
    taken: '{signer} 的密钥材料已交付，在 {until} 之前还可再次交付：由 {name} 申请，可由以下接收方的持有人读取',
    link: '查看或拒绝',
    whole: '该密钥有不止一份分片已交付或即将交付：持有两份的人做任何事都无需审批。如不知情，请予拒绝。',
  },
});

export type BannerFacts = Pick<SignerFacts, 'policyText' | 'exports' | 'exported' | 'time'>;

/**
 * Key material on its way out, for every page a signer serves. It comes straight from the signer, so that whoever looks at one learns of it whatever
 * the server does, says or links.
 */
export function exportBanners(voice: Voice, facts: BannerFacts): HTMLElement[] {
  if (facts.policyText === null) return [];
  const policy = parsePolicy(facts.policyText);
  const nameOf = (id: string): Param => {
    const name = policy.signers.find((signer) => signer.id === id)?.name;
    return name === undefined ? id : () => `${signerText(voice, name)()} (${id})`;
  };
  const word = ({ taken, readyAt }: ExportFacts) => (taken > 0 ? 'taken' : readyAt > facts.time ? 'waits' : 'ready');
  const banners = facts.exports.map((one) => {
    const params = {
      signer: nameOf(one.signer),
      name: memberName({ policy }, one.initiator),
      time: timeText(String(one.readyAt)),
      until: timeText(String(one.until)),
    };
    return notice(
      'warn',
      el('p', {}, say(voice, word(one), params), ' ', el('span', { class: 'mono', translate: 'no' }, one.recipient)),
      el('a', { href: `/#/i/${encodeURIComponent(one.id)}` }, say(voice, 'link')),
    );
  });
  const whole = facts.exports.some((one) => otherShares(facts, one).length > 0);
  return whole ? [notice('bad', say(voice, 'whole')), ...banners] : banners;
}
