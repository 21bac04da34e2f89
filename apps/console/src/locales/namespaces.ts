import type tools from './en-US/tools.json';
import type translation from './en-US/translation.json';
import type later from './en-US/translation.later.json';

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

/**
 * The keys of each namespace that has files, for typed keys; the other language is held to the same keys by a test. Here are those that several areas
 * use; an area with a namespace of its own has it beside itself (`locale/<language>/<namespace>.json`), and its manifest adds it.
 */
export interface Texts {
  tools: typeof tools & ToolTexts;
  translation: typeof translation & typeof later & FirstTexts;
}
/** What areas add to these two, each in a file of the same name beside it, whose manifest says so here. */
// biome-ignore lint/suspicious/noEmptyInterface: areas extend it
export interface ToolTexts {}
// biome-ignore lint/suspicious/noEmptyInterface: areas extend it
export interface FirstTexts {}
