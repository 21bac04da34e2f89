import type { ChainConfig } from '@holdfast/chains';
import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import type { Db } from '../../db/database.ts';
import { publish } from '../../events/hub.ts';
import type { Ports } from '../../ports.ts';
import * as addressQueries from './address-queries.ts';
import { type AddressDeps, ensureAddresses } from './addresses.ts';
import * as opened from './opened.ts';
import { firstBranches, firstIndex } from './rules.ts';

export type OpeningDeps = AddressDeps & Pick<Ports, 'catalog' | 'audit'>;

/** A network that is being opened, and the form of the accounts that are made ('' = the usual one). */
interface Opening {
  readonly workspaceId: WorkspaceId;
  readonly chain: ChainConfig;
  readonly form: string;
}

/** What somebody waits for in a request; a server goes on with the rest. */
export const requestMs = 10_000;
const roundMs = 30_000;
/** Longer than a wallet takes: a server that is killed leaves an opening to the others so much later. */
const spareMs = 15_000;
const atOnce = 8;
const batch = 200;

/** The first addresses of a sub-wallet on a network; those that are there stay. */
export async function makeFirst(
  deps: AddressDeps,
  { workspaceId, chain, form }: Opening,
  subWalletId: SubWalletId,
  record: Recorder,
): Promise<void> {
  for (const branch of firstBranches(chain)) {
    const place = { workspaceId, subWalletId, chain, branch, first: firstIndex(chain, form) };
    await ensureAddresses(deps, place, { upTo: 1, known: -1 }, record);
  }
}

/** Gives every sub-wallet that has none its first addresses, for so long. @returns whether all have them */
async function makeForAll(deps: OpeningDeps, opening: Opening, forMs: number, record: Recorder): Promise<boolean> {
  const end = performance.now() + forMs;
  const { workspaceId, chain } = opening;
  const on = { workspaceId, chain: chain.id, branches: firstBranches(chain) };
  for (let after = 0 as SubWalletId; ; ) {
    const lacking = await addressQueries.findLacking(deps.db, on, after, batch);
    const waiting = [...lacking];
    const work = async (): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined; id = performance.now() < end ? waiting.shift() : undefined)
        await makeFirst(deps, opening, id, record);
    };
    const ended = await Promise.allSettled(Array.from({ length: Math.min(atOnce, waiting.length) }, work));
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
    if (waiting.length > 0) return false;
    const last = lacking.at(-1);
    if (last === undefined || lacking.length < batch) return true;
    after = last;
  }
}

/**
 * Goes on with an opening that was begun, and opens the network once every sub-wallet has its addresses. Whatever ends it between two of them, the next server
 * goes on where it was.
 */
export async function goOn(deps: OpeningDeps, opening: Opening, forMs: number, record: Recorder): Promise<void> {
  const { db } = deps;
  const place = { workspaceId: opening.workspaceId, chain: opening.chain.id, contract: '' };
  try {
    if (await makeForAll(deps, opening, forMs, record)) await opened.changeState(db, place, 'open', record);
  } finally {
    await opened.leaveOpening(db, place);
    await publish(db, place.workspaceId, { topic: 'balance', id: place.chain });
  }
}

/** From here on new sub-wallets get addresses there too. False when the network was open already. */
export const begin = (db: Db, place: opened.Place, form: string): Promise<boolean> =>
  opened.beginOpening(db, place, { form, forMs: requestMs + spareMs });

/** One round at an opening that nobody is at. What a signer refuses is tried again in the next. */
export async function continueOpening(deps: OpeningDeps): Promise<void> {
  const found = await opened.takeOpening(deps.db, roundMs + spareMs);
  const chain = found && deps.catalog.chain(found.chain);
  if (chain) await goOn(deps, { ...found, chain }, roundMs, deps.audit.recorder('wallet.setOpenCoin'));
}
