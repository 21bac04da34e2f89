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

/** What all of them say of each output; what one does not know, or says otherwise than another, is missing. */
export function agreedContents(answers: readonly Contents[], outputs: readonly Placed[]): ReadonlyMap<string, Content> {
  const agreed = new Map<string, Content>();
  for (const output of outputs) {
    const key = keyOf(output);
    const said = answers.map((answer) => answer.get(key)?.toSorted().join());
    const [first] = said;
    if (first !== undefined && said.every((one) => one === first))
      agreed.set(key, first === '' ? 'clear' : 'inscribed');
  }
  return agreed;
}
