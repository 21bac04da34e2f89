import { modelOf } from '../chains/models.ts';
import { type Signer, SignerRefusal } from '../signers/client.ts';
import type { OrderDeps } from './deps.ts';
import { forgetOthers, keepOpen, type Open } from './open-keys.ts';
import type { paced } from './recall.ts';

type UsedDeps = Pick<OrderDeps, 'db' | 'catalog' | 'signers' | 'readerOf' | 'log'> & {
  readonly recall: ReturnType<typeof paced>;
};

/** As many as a signer takes at once. */
const most = 100;

async function isUsed({ db, catalog, readerOf, log }: UsedDeps, { id, chain: name, keys }: Open): Promise<boolean> {
  const chain = catalog.chain(name);
  if (!chain) return false;
  try {
    return await modelOf(chain).isUsed({ db, chain, reader: readerOf(chain) }, keys);
  } catch (error) {
    log.warn({ err: error, intent: id }, 'a chain does not say whether an ended payment can still be made');
    return false;
  }
}

/** Coins that an earlier state of this database knew, at addresses that it had given out: without them nothing could take the payment's place. */
async function recallCoins({ db, catalog, recall, log }: UsedDeps, { id, chain: name, wallet, keys }: Open) {
  const chain = catalog.chain(name);
  if (!chain || wallet === undefined) return;
  const txids = await modelOf(chain).forgotten(db, chain, keys);
  for (const txid of txids.slice(0, most))
    await recall(chain, wallet, txid).catch((error: unknown) =>
      log.warn({ err: error, intent: id, txid }, 'a coin that a signer names is not found'),
    );
}

async function standAt(deps: UsedDeps, signer: Signer): Promise<void> {
  const { payments } = await signer.call('open', {});
  const intents: string[] = [];
  for (const payment of payments) if (await isUsed(deps, payment)) intents.push(payment.id);
  const left = payments.filter(({ id }) => !intents.includes(id));
  await keepOpen(deps.db, signer.id, left);
  for (const payment of left) await recallCoins(deps, payment);
  for (let n = 0; n < intents.length; n += most) await signer.call('settle', { intents: intents.slice(n, n + most) });
}

/**
 * Asks each signer for the ended payments that it takes for open. Of those whose nonce or coin the chain has used since it is told: they are made, or never
 * will be. What the others hold is kept, and the next payment of their account takes it; coins among that
 * which nobody here knows are looked for. It needs no order of ours, so it also frees what an earlier state
 * of our database knew. Safe to repeat.
 */
export async function standForUsed(deps: UsedDeps): Promise<void> {
  await forgetOthers(
    deps.db,
    deps.signers.map(({ id }) => id),
  );
  await Promise.all(
    deps.signers.map((signer) =>
      standAt(deps, signer).catch((error: unknown) => {
        // One of an earlier release does not know the question, and one that is away is asked again.
        if (!(error instanceof SignerRefusal)) deps.log.warn({ err: error, signer: signer.name }, 'open payments');
      }),
    ),
  );
}
