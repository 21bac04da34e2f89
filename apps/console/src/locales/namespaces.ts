import type apiPage from './en-US/apiPage.json';
import type privateKeyRecovery from './en-US/privateKeyRecovery.json';
import type strategyEngine from './en-US/strategyEngine.json';
import type teamMember from './en-US/teamMember.json';
import type tools from './en-US/tools.json';
import type translation from './en-US/translation.json';
import type later from './en-US/translation.later.json';
import type whiteAddress from './en-US/whiteAddress.json';

/** The namespaces of the texts (spec §7). A namespace's two files exist once an area uses it; `translation` is the default. */
export const namespaces = [
  'apiPage',
  'btcAddress',
  'coSigner',
  'coldWallet',
  'collection',
  'invoice',
  'kyt',
  'privateKeyRecovery',
  'strategyEngine',
  'teamMember',
  'tools',
  'trade',
  'translation',
  'whiteAddress',
] as const;
export type Namespace = (typeof namespaces)[number];

/** Texts of the default namespace that no first screen says: a file of their own, fetched with the first of the other screens (`lib/lazy.ts`). */
export const laterTexts = 'translation.later';
export type TextFile = Namespace | typeof laterTexts;

/** The keys of each namespace that has files, for typed keys; the other language is held to the same keys by a test. */
export interface Texts {
  apiPage: typeof apiPage;
  privateKeyRecovery: typeof privateKeyRecovery;
  strategyEngine: typeof strategyEngine;
  teamMember: typeof teamMember;
  tools: typeof tools;
  translation: typeof translation & typeof later;
  whiteAddress: typeof whiteAddress;
}
