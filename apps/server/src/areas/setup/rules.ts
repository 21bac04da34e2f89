import { createHash, timingSafeEqual } from 'node:crypto';
import type { Language, SetupStage } from '@holdfast/contract';
import type { GraceRules, PolicyDocument } from '@holdfast/policy';

export interface Progress {
  readonly hasOwner: boolean;
  readonly ownerConfirmed: boolean;
  readonly hasPolicy: boolean;
  readonly hasKeyGroup: boolean;
  readonly hasWorkspace: boolean;
}

/** The first thing that is not done yet. */
export function stageOf(progress: Progress): SetupStage {
  if (!progress.hasOwner) return 'owner';
  if (!progress.ownerConfirmed) return 'totp';
  if (!progress.hasPolicy) return 'passkey';
  if (!progress.hasKeyGroup) return 'ceremony';
  return progress.hasWorkspace ? 'ready' : 'workspace';
}

/** The member who is the owner in the first policy; undefined when it is not exactly one. */
export function soleOwner(document: PolicyDocument): string | undefined {
  const owners = document.members.filter(({ role, status }) => role === 'owner' && status === 'active');
  return owners.length === 1 ? owners[0]?.id : undefined;
}

/** Where a page of the signer leads back to, and in which language it opens. */
export interface Visit {
  readonly back: string;
  readonly language: Language;
}
const queryOf = ({ back, language }: Visit, more: Readonly<Record<string, string>> = {}): URLSearchParams =>
  new URLSearchParams({ ...more, lang: language === 'zh_CN' ? 'zh-CN' : 'en-US', return: back });

/** Enrolment page of a signer. E-mail and name are only there to be filled in for the owner. */
export const enrollUrl = (origin: string, visit: Visit, owner: { email: string; name: string } | undefined): string =>
  `${origin}/#/enroll?${queryOf(visit, { ...owner })}`;
export const ceremonyUrl = (origin: string, visit: Visit): string => `${origin}/ceremony/#/?${queryOf(visit)}`;

const graceRulesText = (graceRules: readonly GraceRules[]): string =>
  graceRules
    .map(({ mode, coolingHours, until }) => `${mode} ${coolingHours} ${until}`)
    .sort()
    .join();
export const sameGraceRules = (a: readonly GraceRules[], b: readonly GraceRules[]): boolean =>
  graceRulesText(a) === graceRulesText(b);

const hashOf = (token: string): Buffer => createHash('sha256').update(token, 'utf8').digest();
/** What is kept of the set-up token: it is random, so its hash says nothing of it. */
export const tokenHash = (token: string): string => hashOf(token).toString('hex');
/** In equal time, however much of it is right. None is right where none was made, or it is spent. */
export const isSetupToken = (hash: string | null, token: string): boolean =>
  hash !== null && timingSafeEqual(Buffer.from(hash, 'hex'), hashOf(token.trim()));
