import { type IntentKind, intentKinds } from '@holdfast/policy';
import type { KindInTerminal } from './kinds/kind.ts';

/** The words for a kind lie in the module of its name, so that no list has to name it. */
async function wordsFor(kind: IntentKind): Promise<KindInTerminal> {
  const { terminal }: { readonly terminal: KindInTerminal } = await import(`./kinds/${kind}.ts`);
  return terminal;
}

/** Read at the start: a kind without words ends the program before anybody is shown anything. */
const words = new Map(await Promise.all(intentKinds.map(async (kind) => [kind, await wordsFor(kind)] as const)));

/** What a terminal says of a kind of request. */
export function kindInTerminal(kind: IntentKind): KindInTerminal {
  const found = words.get(kind);
  if (!found) throw new Error(`${kind} has no words for a terminal`);
  return found;
}
