import { addressView, card, el, notice, row, rows, type SignerFacts } from '@holdfast/pagekit';
import { honestText, memberName, type Review, timeText } from '@holdfast/pagekit/review';
import { parsePolicy } from '@holdfast/policy';
import { localWords } from './local-words.ts';
import type { Screen } from './texts.ts';

/** What a signer tells of key material, and the rules it names people by. */
export type KeyMaterialFacts = Pick<SignerFacts, 'policyText' | 'exports' | 'keyMaterialDelayMs'>;

/** The words of this part, fetched with it: hardly any request is about key material. */
const say = localWords({
  'en-US': {
    warning:
      'This share leaves its signer for good. With one more share (another signer’s, or the recovery kit) it is the whole key, and whoever has both can move everything without any approval.',
    later: 'Until it has left, and while it waits, anybody who may decide can refuse: that ends it for good.',
    signer: 'Share of',
    epoch: 'Generation of the shares',
    delay: 'Leaves at the earliest',
    hours: '{count} h after the last approval',
    minutes: '{count} min after the last approval',
    seconds: '{count} s after the last approval',
    recipient: 'Encrypted to',
    hint: 'Only who holds the secret of this recipient opens the file. Ask them for it by another way, and compare all of it.',
    banner: 'Key material of {signer} goes to {name} from {time}.',
    link: 'Look at it, or refuse',
  },
  'zh-CN': {
    warning:
      '该分片将永久离开签名节点。只要再有一份分片（另一签名节点的分片或恢复包），即构成完整密钥；同时持有两者的人无需任何审批即可转移全部资产。',
    later: '在交付之前以及等待期内，任何有决策权的成员均可拒绝，拒绝后即永久终止。',
    signer: '分片所属',
    epoch: '分片代次',
    delay: '最早交付时间',
    hours: '最后一次审批后 {count} 小时',
    minutes: '最后一次审批后 {count} 分钟',
    seconds: '最后一次审批后 {count} 秒',
    recipient: '加密接收方',
    hint: '只有持有该接收方私钥的人才能打开文件。请通过其他渠道向对方确认，并逐字核对。',
    banner: '{signer} 的密钥材料将自 {time} 起交付给 {name}。',
    link: '查看或拒绝',
  },
});

/** A signer by its name and number; the number alone where the rules name no such signer. */
function signerName({ policy }: Pick<Review, 'policy'>, id: string): string {
  const name = policy.signers.find((signer) => signer.id === id)?.name;
  return name === undefined ? id : `${honestText(name)} (${id})`;
}

/** Hours where they are whole, else minutes or seconds: what the operator of the signer has set. */
function delayText(screen: Screen, delayMs: number): Text {
  const seconds = Math.round(delayMs / 1_000);
  if (seconds % 3_600 === 0) return say(screen, 'hours', { count: String(seconds / 3_600) });
  return seconds % 60 === 0
    ? say(screen, 'minutes', { count: String(seconds / 60) })
    : say(screen, 'seconds', { count: String(seconds) });
}

/** What a request for key material is about: whose share, of which key, and who alone can open the file. */
export function exportCard(screen: Screen, review: Review, { keyMaterialDelayMs }: KeyMaterialFacts): HTMLElement[] {
  const { keyExport } = review;
  if (!keyExport) return [];
  return [
    notice('warn', say(screen, 'warning')),
    rows(
      row(say(screen, 'signer'), signerName(review, keyExport.signer)),
      row(screen.say('detailKeyGroup'), el('span', { class: 'mono' }, keyExport.keyGroup)),
      row(say(screen, 'epoch'), keyExport.epoch),
      row(say(screen, 'delay'), delayText(screen, keyMaterialDelayMs)),
    ),
    card(
      say(screen, 'recipient'),
      screen.say('compareBlocks'),
      addressView(keyExport.recipient),
      el('p', { class: 'muted' }, say(screen, 'hint')),
    ),
    notice('info', say(screen, 'later')),
  ];
}

/**
 * Key material on its way out, on every page a signer serves. It comes straight from the signer, so that whoever looks at one learns of it whatever the
 * server does.
 * @param except the request that is on the screen already
 */
export function exportBanners(screen: Screen, facts: KeyMaterialFacts, except = ''): HTMLElement[] {
  if (facts.policyText === null) return [];
  const policy = parsePolicy(facts.policyText);
  return facts.exports
    .filter(({ id }) => id !== except)
    .map(({ id, signer, initiator, readyAt }) => {
      const params = {
        signer: signerName({ policy }, signer),
        name: memberName({ policy }, initiator),
        time: timeText(String(readyAt)),
      };
      const link = el('a', { href: `#/i/${encodeURIComponent(id)}` }, say(screen, 'link'));
      return notice('warn', say(screen, 'banner', params), ' ', link);
    });
}
