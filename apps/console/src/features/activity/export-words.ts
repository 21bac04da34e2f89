import { activityKinds } from '@holdfast/contract';
import type { Exported } from '../../lib/export/job.ts';
import { keyOf, named, namedActions, sentences, type Translate } from './sentences.ts';
import type { Entry } from './view.ts';

const hole = (name: string): string => `{{${name}}}`;
/** What the server fills in. */
const holes = { what: hole('what'), name: hole('name'), chain: hole('chain') };
const plain = { detail: {}, about: { object: 'other', id: '', name: '', payment: null, change: null } } as const;
const payee = { address: '', label: '', payees: 1, batch_name: '' };
const paid = { amount: '', symbol: '', sub_wallet_name: '', ...payee, stake: null, nft: null };
/** Things that an action's sentence depends on, by what the server calls each. */
const cases = [
  ['payment', { about: { ...plain.about, object: 'order', payment: paid } }],
  ['address', { about: { ...plain.about, object: 'address' } }],
  ['wallet', { about: { ...plain.about, object: 'wallet' } }],
  ['member', { about: { ...plain.about, object: 'member' } }],
  ...(['approve', 'refuse', 'initiate'] as const).map((decision) => [decision, { detail: { decision } }] as const),
] as const satisfies readonly (readonly [string, Partial<Entry>])[];

/** Every sentence with holes, and each of an action that has several. */
export function exportWords(t: Translate): Exported['words'] {
  const words: Record<string, string> = {};
  for (const [action, sentence] of Object.entries(sentences)) {
    const said = (some: object): string => t(keyOf(sentence, { ...plain, ...some } as unknown as Entry), holes);
    words[`say.${action}`] = said({});
    if (typeof sentence !== 'function') continue;
    for (const [name, some] of cases) words[`say.${action}.${name}`] = said(some);
  }
  for (const action of namedActions()) words[`say.${action}`] = t(named(action), holes);
  const amount = { amount: hole('amount'), wallet: hole('wallet'), payee: hole('payee') };
  words['about.payment'] = t('tools:activity.about.payment', amount);
  words['about.deposit'] = t('tools:activity.about.deposit', amount);
  words['about.change'] = t('tools:activity.about.change', { text: hole('text') });
  for (const kind of activityKinds) words[`kind.${kind}`] = t(`tools:activity.kind.${kind}`);
  return words;
}
