import { type ChainConfig, type FeeOffer, familyOf } from '@holdfast/chains';
import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import type { Selectable } from 'kysely';
import type { Recorder } from '../../audit/service.ts';
import type { Catalog, CoinName } from '../../catalog.ts';
import { speedsUp } from '../../chains/facts.ts';
import type { FeeOffers } from '../../chains/fees.ts';
import type { Database, Db } from '../../db/database.ts';
import { asOne, ofEach } from '../../db/gathering.ts';
import { inTransaction } from '../../db/transaction.ts';
import { publish } from '../../events/hub.ts';
import { refuse } from '../../refuse.ts';
import type { WalletService } from '../wallet/service.ts';

/** By which payments of a sub-wallet are sent once more by themselves (`orders/bumps.ts`), and the room that they are approved with for that. */

type Row = Selectable<Database['bump_rules']>;
export type BumpRule = Pick<Row, 'after_minutes' | 'times'>;

const findRule = (db: Db, subWalletId: SubWalletId, chain: string): Promise<BumpRule | undefined> =>
  db
    .selectFrom('bump_rules')
    .select(['after_minutes', 'times'])
    .where('sub_wallet_id', '=', subWalletId)
    .where('chain', '=', chain)
    .executeTakeFirst();

/** What many payments ask at the same moment. */
const ruleOf = ofEach((db: Db) =>
  asOne(
    (subWalletId: SubWalletId, chain: string) => `${subWalletId} ${chain}`,
    (subWalletId, chain) => findRule(db, subWalletId, chain),
  ),
);

/** What it may cost so that it can be sent so many times more; no more than the chain's own cap where it was not above that before. */
function withRoom(chain: ChainConfig, offer: FeeOffer, times: number): FeeOffer {
  const cap = familyOf(chain).capFor?.(offer, times) ?? offer.maxFee;
  const most = BigInt(chain.maxFee);
  const maxFee = cap < most ? cap : most;
  return maxFee > offer.maxFee ? { ...offer, maxFee } : offer;
}

/** The same tiers, with the highest fees that its sub-wallet's rule takes. */
export async function roomFor<T extends Pick<FeeOffers, 'offers'>>(
  db: Db,
  chain: ChainConfig,
  subWalletId: SubWalletId,
  found: T,
): Promise<T> {
  const rule = speedsUp(chain) ? await ruleOf(db)(subWalletId, chain.id) : undefined;
  return rule ? { ...found, offers: found.offers.map((offer) => withRoom(chain, offer, rule.times)) } : found;
}

export interface BumpRuleDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly wallets: Pick<WalletService, 'subWallet'>;
}
/** Of whose payments on which chain. */
interface Of {
  readonly workspaceId: WorkspaceId;
  readonly subWalletId: SubWalletId;
  readonly name: CoinName;
}
/** What the log says of it. */
const said = (rule: BumpRule | undefined): Record<string, string> =>
  rule ? { after_minutes: String(rule.after_minutes), times: String(rule.times) } : { after_minutes: '' };

export function createBumpRules({ db, catalog, wallets }: BumpRuleDeps) {
  /** @throws unsupportedCoin, ambiguousCoin, walletNotFound */
  async function chainOf({ workspaceId, subWalletId, name }: Of): Promise<ChainConfig> {
    const { chain } = catalog.coin(name);
    await wallets.subWallet(workspaceId, subWalletId);
    return chain;
  }
  return {
    /** @throws as `chainOf` */
    async of(of: Of) {
      const chain = await chainOf(of);
      return { supported: speedsUp(chain), rule: (await findRule(db, of.subWalletId, chain.id)) ?? null };
    },
    /** Payments under way go by it from now on; those that were approved without room for it end up with a person sooner. @throws as `chainOf`, cannotAccelerate */
    async set(of: Of, rule: BumpRule | undefined, record: Recorder): Promise<void> {
      const chain = await chainOf(of);
      if (!speedsUp(chain)) throw refuse('cannotAccelerate', {});
      const key = { sub_wallet_id: of.subWalletId, chain: chain.id };
      await inTransaction(db, async (tx) => {
        const before = await findRule(tx, of.subWalletId, chain.id);
        if (rule)
          await tx
            .insertInto('bump_rules')
            .values({ workspace_id: of.workspaceId, ...key, ...rule })
            .onConflict((oc) => oc.columns(['sub_wallet_id', 'chain']).doUpdateSet(rule))
            .execute();
        else
          await tx
            .deleteFrom('bump_rules')
            .where('sub_wallet_id', '=', key.sub_wallet_id)
            .where('chain', '=', key.chain)
            .execute();
        const object = `subWallet:${of.subWalletId}`;
        await record(tx, { object, detail: { chain: chain.id }, before: said(before), after: said(rule) });
      });
      await publish(db, of.workspaceId, { topic: 'balance', id: String(of.subWalletId) });
    },
  };
}
