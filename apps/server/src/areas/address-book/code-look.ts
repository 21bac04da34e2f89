import { setTimeout as sleep } from 'node:timers/promises';
import { type ChainConfig, familyOf } from '@holdfast/chains';
import { type ChainReader, RpcError } from '@holdfast/chains/rpc';
import type { Catalog } from '../../catalog.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import * as queries from './queries.ts';

interface CodeLookDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly catalog: Catalog;
  readonly readerOf: (chain: ChainConfig) => Pick<ChainReader, 'isContract'>;
  /** How long one answer is waited for. */
  readonly answerMs?: number;
}

/** How often whoever listed a payee may wait for its type, at most, plus a round's own time. */
export const codeLookEveryMs = 30_000;
/** Per chain and round, so that a long book keeps no node busy. */
const perRound = 60;
/** Code may come and go: an account that delegates, a contract that is put where an address was agreed on before. */
const staleAfterMs = 24 * 3_600_000;

/**
 * One round of asking the chains' nodes whether payees' addresses hold code. Nobody waits for it: a list shows what was found out before. A node that
 * gives no answer in time is left alone until the next round, and its payees stay external; what it gave none for is asked last from then on, so that
 * one address a node cannot answer for keeps no other from being looked at.
 */
export function createCodeLook({ db, clock, catalog, readerOf, answerMs = 3_000 }: CodeLookDeps) {
  /** undefined when the node gave no answer. */
  const holdsCode = async (chain: ChainConfig, address: string): Promise<boolean | undefined> => {
    const answer = readerOf(chain)
      .isContract(address)
      .catch((error: unknown) => {
        if (error instanceof RpcError) return undefined;
        throw error;
      });
    return Promise.race([answer, sleep(answerMs, undefined, { ref: false })]);
  };

  /** By chain, addresses without an answer, the latest last. Another process finds out by itself. */
  const unanswered = new Map(catalog.chains.map(({ id }) => [id, new Set<string>()]));

  async function look(chain: ChainConfig): Promise<void> {
    const since = new Date(clock().getTime() - staleAfterMs);
    const late = unanswered.get(chain.id) ?? new Set();
    for (const address of await queries.codeUnknown(db, chain.id, { since, late: [...late] }, perRound)) {
      const holds = await holdsCode(chain, address);
      late.delete(address);
      if (holds === undefined) return void late.add(address);
      await queries.noteCode(db, { chain: chain.id, address }, { holds_code: holds, looked_at: clock() });
    }
  }
  const withCode = catalog.chains.filter((chain) => familyOf(chain).hasContracts);
  return async (): Promise<void> => void (await Promise.all(withCode.map(look)));
}
