import { checkPolicy, type GraceRules, type PolicyDocument, parsePolicy, policyHash } from '@holdfast/policy';
import { SignerRefusal } from './client.ts';
import type { SignerState } from './monitor.ts';
import type { KeyGroupPublic } from './types.ts';

/** Nothing is learned from one signer alone: `waiting` until all have it, `conflict` when they differ. */
export type Agreement<T> =
  | { readonly state: 'waiting' }
  | { readonly state: 'conflict'; readonly what: string }
  | { readonly state: 'agreed'; readonly value: T };
export interface AgreedPolicy {
  readonly document: PolicyDocument;
  readonly text: string;
  readonly hash: string;
}

const waiting = { state: 'waiting' } as const;
const conflict = (what: string) => ({ state: 'conflict', what }) as const;
const same = (values: readonly string[]): boolean => new Set(values).size === 1;

/** Does the document name exactly the signers we are configured with, by the same keys? */
function namesOurSigners(document: PolicyDocument, expected: readonly { id: string; identity: string }[]): boolean {
  const named = document.signers.map(({ id, identity }) => `${id}:${identity}`).sort();
  return (
    named.join() ===
    expected
      .map(({ id, identity }) => `${id}:${identity}`)
      .sort()
      .join()
  );
}

/**
 * The policy every signer holds, fetched from all and compared to the byte. `known` is what was agreed before: while every signer names its hash,
 * nothing is fetched.
 */
export async function agreePolicy(
  states: readonly SignerState[],
  known: { hash: string | null; text: string | null },
): Promise<Agreement<AgreedPolicy>> {
  const healths = states.map(({ health }) => health);
  if (healths.length === 0 || healths.some((health) => !health?.policy || !health.deployment)) return waiting;
  if (!same(healths.map((health) => `${health?.deployment}`))) return conflict('deployment');
  if (!same(healths.map((health) => `${health?.policy?.version}:${health?.policy?.hash}`))) return conflict('policy');
  if (known.hash !== null && known.text !== null && known.hash === healths[0]?.policy?.hash)
    return { state: 'agreed', value: { document: parsePolicy(known.text), text: known.text, hash: known.hash } };
  return fetchPolicy(states);
}

async function fetchPolicy(states: readonly SignerState[]): Promise<Agreement<AgreedPolicy>> {
  const told = states[0]?.health;
  const texts: string[] = [];
  for (const { signer } of states) {
    try {
      texts.push((await signer.call('policy', {})).document);
    } catch (error) {
      if (error instanceof SignerRefusal) return conflict(`policy (${error.code})`);
      return waiting;
    }
  }
  const [text = ''] = texts;
  if (!same(texts)) return conflict('policy document');
  const document = parsePolicy(text);
  const hash = policyHash(document);
  if (hash !== told?.policy?.hash || document.deployment !== told.deployment) return conflict('policy hash');
  if (
    !namesOurSigners(
      document,
      states.map(({ signer }) => signer),
    )
  )
    return conflict('signers named in the policy');
  const [problem] = checkPolicy(document);
  return problem ? conflict(`policy (${problem})`) : { state: 'agreed', value: { document, text, hash } };
}

/** What any signer holds payments to beside the rules in force: both have to sign, so all of it counts. */
export const graceRulesOf = (states: readonly SignerState[]): readonly GraceRules[] =>
  states.flatMap(({ health }) => health?.book?.held ?? []);

const fingerprint = ({ id, secp256k1, ed25519, epoch, threshold, parties }: KeyGroupPublic): string =>
  JSON.stringify([
    id,
    secp256k1.publicKey,
    secp256k1.chainCode,
    ed25519.publicKey,
    ed25519.chainCode,
    epoch,
    threshold,
    parties,
  ]);

/** The one active key group, when every signer has it and says the same about it. */
export function agreeKeyGroup(states: readonly SignerState[]): Agreement<KeyGroupPublic> {
  const groups = states.map(({ health }) => health?.keyGroups.find((group) => group.active));
  const [first] = groups;
  if (!first || groups.some((group) => !group)) return waiting;
  return same(groups.map((group) => (group ? fingerprint(group) : '')))
    ? { state: 'agreed', value: first }
    : conflict('key group');
}
