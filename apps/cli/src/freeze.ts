import { honestText, memberName } from '@holdfast/review';
import type { StopFacts } from '@holdfast/review/facts';
import { type Freezer, freezersOf, rulesOf, standingOf } from '@holdfast/review/freeze';
import { signWithSecret } from '@holdfast/review/keyfile';
import { orderFreeze } from '@holdfast/signer-ui/freeze';
import { stopFacts } from '@holdfast/signer-ui/signer-api';
import { CliError, type ExitName, explain } from './exit.ts';
import { loadKey, type OpenedKey } from './key-file.ts';
import { reasonOf } from './reason.ts';
import type { Terminal } from './terminal.ts';

export interface FreezeOptions {
  readonly signers: readonly string[];
  readonly key: string;
  readonly reason: string;
  readonly passphraseFile?: string | undefined;
}

function freezerOf(facts: StopFacts, { credential }: OpenedKey): Freezer {
  const rules = rulesOf(facts);
  if (!rules) throw new CliError('refused', 'not set up: there is nothing to freeze');
  const found = freezersOf(rules).find(
    (one) => one.credential.type === 'device' && one.credential.publicKey === credential.publicKey,
  );
  if (!found) throw new CliError('refused', `its rules know nobody who may freeze with the key ${credential.id}`);
  return found;
}

/** Since when, by whom, and what stands behind it. */
function frozenText(facts: StopFacts): string {
  const { freeze, policyText } = facts;
  if (!facts.frozen || !freeze) throw new CliError('refused', 'it does not say that it is frozen');
  const rules = rulesOf({ policyText });
  const name = rules ? memberName({ policy: rules }, freeze.by) : honestText(freeze.by);
  const holds = {
    proven: 'proven by their key',
    earlier: 'proven under earlier rules',
    said: 'as the server said',
    false: 'NOT proven',
  };
  return `frozen since ${new Date(freeze.at).toISOString()} by ${name}, ${holds[standingOf(facts)]}`;
}

/** What came of one signer. */
type Outcome = { readonly exit: ExitName; readonly facts?: StopFacts };

async function stopOne(terminal: Terminal, origin: string, key: OpenedKey, reason: string): Promise<Outcome> {
  try {
    const freezer = freezerOf(await stopFacts(origin), key);
    const facts = await orderFreeze(origin, freezer, reason, (challenge) =>
      Promise.resolve(signWithSecret(key.secret, challenge)),
    );
    terminal.print(`${honestText(facts.name)} ${origin}: ${frozenText(facts)}`);
    return { exit: 'ok', facts };
  } catch (error) {
    const { exit, text } = explain(error);
    terminal.note(`${origin}: NOT FROZEN: ${text}`);
    return { exit };
  }
}

/** Signers that those asked know of, and that nobody asked. */
function notAsked(outcomes: readonly Outcome[], asked: readonly string[]): string[] {
  const ids = new Set(outcomes.flatMap(({ facts }) => (facts ? [facts.signer] : [])));
  const others = outcomes
    .flatMap(({ facts }) => facts?.peers ?? [])
    .filter(({ id, origin }) => !ids.has(id) && !asked.includes(origin));
  return [...new Set(others.map(({ name, origin }) => `${honestText(name)} ${origin}`))];
}

/**
 * Has every signer given stop at once, each by an order of its own, signed with a key file. What one of them does keeps none of the others.
 * @throws CliError unless all of them are frozen
 */
export async function freeze(
  terminal: Terminal,
  { signers, key: file, reason: typed, passphraseFile }: FreezeOptions,
): Promise<void> {
  const reason = reasonOf(typed);
  const key = await loadKey(terminal, file, passphraseFile);
  const outcomes = await Promise.all(signers.map((origin) => stopOne(terminal, origin, key, reason)));
  for (const other of notAsked(outcomes, signers))
    terminal.note(`warning: ${other} was not asked: give --signer for it too`);
  const failed = outcomes.filter(({ exit }) => exit !== 'ok');
  if (failed.length === 0) return;
  const exit = failed.find((one) => one.exit !== 'unreachable')?.exit ?? 'unreachable';
  throw new CliError(exit, `${failed.length} of ${signers.length} signers did not say that they are frozen`);
}
