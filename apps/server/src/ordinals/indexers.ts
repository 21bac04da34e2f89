import type { BlockList } from 'node:net';
import type { ChainConfig } from '@holdfast/chains';
import type { OrdinalsConfig } from '../config.ts';
import type { Db } from '../db/database.ts';
import { type Contents, keyOf, type Placed, type TickBalance } from './answers.ts';
import { askOpi, askOrd } from './outside.ts';
import { balanceHere, contentsHere } from './own.ts';

/** Whoever follows inscriptions: this server itself, or a program of somebody's. All throw where nobody answers. */
export interface Indexer {
  readonly name: string;
  /** Missing where it says nothing of outputs. */
  readonly contents?: (outputs: readonly Placed[]) => Promise<Contents>;
  /** Missing where it says nothing of BRC-20. */
  readonly balance?: (address: string, tick: string) => Promise<TickBalance>;
}

/** Those that are configured for a chain. */
export function indexersOf(db: Db, chain: ChainConfig, { own, others }: OrdinalsConfig, allow: BlockList): Indexer[] {
  const here: Indexer[] = own
    ? [
        {
          name: 'own',
          contents: (outputs) => contentsHere(db, chain.id, outputs),
          balance: (address, tick) => balanceHere(db, chain, address, tick),
        },
      ]
    : [];
  const outside = others.map(({ kind, url }): Indexer => {
    const base = url.replace(/\/+$/, '');
    const name = `${kind} ${new URL(url).host}`;
    return kind === 'ord'
      ? { name, contents: (outputs) => askOrd(base, allow, outputs) }
      : { name, balance: (address, tick) => askOpi(base, allow, address, tick) };
  });
  return [...here, ...outside];
}

export type Content = 'clear' | 'inscribed';

/** Inscribed by the word of any, clear by that of all; what is neither is missing. */
export function judgedContents(answers: readonly Contents[], outputs: readonly Placed[]): ReadonlyMap<string, Content> {
  const found = new Map<string, Content>();
  for (const output of outputs) {
    const key = keyOf(output);
    const said = answers.map((answer) => answer.get(key)?.length);
    if (said.some((count) => (count ?? 0) > 0)) found.set(key, 'inscribed');
    else if (said.length > 0 && said.every((count) => count === 0)) found.set(key, 'clear');
  }
  return found;
}
