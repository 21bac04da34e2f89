import { modelOf } from '../chains/models.ts';
import { type Signer, SignerRefusal } from '../signers/client.ts';
import type { OrderDeps } from './deps.ts';
import { forgetOthers, keepOpen, type Open } from './open-keys.ts';

type UsedDeps = Pick<OrderDeps, 'db' | 'catalog' | 'signers' | 'readerOf' | 'log'>;

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

async function standAt(deps: UsedDeps, signer: Signer): Promise<void> {
  const { payments } = await signer.call('open', {});
  const intents: string[] = [];
  for (const payment of payments) if (await isUsed(deps, payment)) intents.push(payment.id);
  const left = payments.filter(({ id }) => !intents.includes(id));
  await keepOpen(deps.db, signer.id, left);
  for (let n = 0; n < intents.length; n += most) await signer.call('settle', { intents: intents.slice(n, n + most) });
}

/**
 * Asks each signer for the ended payments that it takes for open. Of those whose nonce or coin the chain has used since it is told: they are made, or never
 * will be. What the others hold is kept, and the next payment of their account takes it. It needs no order of ours, so it also frees what an earlier state
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
