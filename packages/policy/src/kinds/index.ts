import { allowance } from './allowance.ts';
import { batch } from './batch.ts';
import { book } from './book.ts';
import { brc20, step } from './brc20.ts';
import { call } from './call.ts';
import { child } from './child.ts';
import { deploy } from './deploy.ts';
import { disperse } from './disperse.ts';
import { drop } from './drop.ts';
import { keyExport } from './export.ts';
import { inscription } from './inscription.ts';
import { keygen } from './keygen.ts';
import type { Attached, KindRecord, Staking } from './kind.ts';
import { message } from './message.ts';
import { policy } from './policy.ts';
import { row } from './row.ts';
import { speedup } from './speedup.ts';
import { delegate, reclaim, stake, unfrozen, unstake } from './stake.ts';
import { transfer } from './transfer.ts';

/** Every kind of what members sign, each said once. Where else kinds differ stands a `Record<IntentKind, …>`, so one that is missing there does not compile. */
const records = {
  transfer,
  policy,
  book,
  keygen,
  export: keyExport,
  stake,
  unstake,
  unfrozen,
  delegate,
  reclaim,
  speedup,
  drop,
  allowance,
  batch,
  row,
  disperse,
  call,
  child,
  message,
  deploy,
  inscription,
  brc20,
  step,
};

export type IntentKind = keyof typeof records;
export const kindRecords: Readonly<Record<IntentKind, KindRecord>> = records;
export const intentKinds = Object.keys(records) as readonly IntentKind[];

type Moves = { [K in IntentKind]: (typeof records)[K]['moves'] };
/** Kinds that are made on a chain. */
export type ChainKind = { [K in IntentKind]: Moves[K] extends 'nothing' ? never : K }[IntentKind];
/** Kinds about stake. */
export type StakeKind = {
  [K in IntentKind]: (typeof records)[K] extends { readonly staking: Staking } ? K : never;
}[IntentKind];

type Documents = { [K in IntentKind]: (typeof records)[K]['document'] };
/** Kinds whose body names a document. */
export type DocumentedKind = { [K in IntentKind]: Documents[K] extends undefined ? never : K }[IntentKind];
/** Under which a document travels beside its intent. */
export type AttachmentName = NonNullable<Documents[IntentKind]>['name'];
/** Kinds that take the place of a payment under way. */
export type AttemptKind = {
  [K in IntentKind]: Documents[K] extends { readonly name: 'payment' } ? K : never;
}[IntentKind];
/** Canonical texts by name: of an intent exactly the one that its kind names. */
export type Attachments = Readonly<Partial<Record<AttachmentName, string>>>;

/** The name of the document that intents of this kind name; undefined where they name none. */
export const attachmentName = (kind: IntentKind): AttachmentName | undefined => records[kind].document?.name;
export const attachmentNames = [...new Set(intentKinds.flatMap((kind) => attachmentName(kind) ?? []))];

/** The document of an intent of this kind among what came with it. */
export function attachedText(kind: IntentKind, attachments: Attachments): string | undefined {
  const name = attachmentName(kind);
  return name && attachments[name];
}

/** Reads the document of an intent of this kind; nothing for a kind that has none. Its hash is not compared here. @throws PolicyError */
export const readAttached = (kind: IntentKind, text: string): Attached =>
  kindRecords[kind].document?.read(text).attached ?? {};
