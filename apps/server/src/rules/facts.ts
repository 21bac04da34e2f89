import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import {
  type AssetKey,
  type Attached,
  assetKey,
  besideOf,
  bookInForce,
  centsOf,
  droppedBy,
  type Facts,
  feeOf,
  type GraceRules,
  highestOf,
  type Intent,
  isCall,
  nftsOf,
  type PolicyDocument,
  type Prices,
  parseIntent,
  pricedAssets,
  pricesAsked,
  pricesFrom,
  rulingOn,
  type SignedQuote,
  unitsOf,
  type WindowQuery,
  type WindowSum,
} from '@holdfast/policy';
import { sql } from 'kysely';
import type { Catalog } from '../catalog.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { AssetId } from '../ledger/service.ts';
import { callingKinds } from '../orders/kinds/index.ts';
import { countsAsPaid, saysOutflows } from '../orders/payments.ts';
import type { ToldSum } from '../signers/told-sums.ts';

/**
 * The server's own view of the facts that rules ask for: what signers will most likely find. They count and derive for themselves; where they
 * find something else, they say no.
 */
export interface FactsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly catalog: Catalog;
}

const assetsCounted = (catalog: Catalog, counts: (asset: AssetKey) => boolean): AssetId[] =>
  catalog.coins.filter(({ chain, asset }) => counts(assetKey(chain.id, asset.contract))).map(({ asset }) => asset.id);

/** Attempts at one payment count as one, by the highest of their fees. One that was dropped goes on counting, as it does at signers, who do not follow the chain. */
async function sumOf(
  db: Db,
  { workspace }: Pick<Intent, 'workspace'>,
  query: WindowQuery,
  assets: readonly AssetId[],
): Promise<WindowSum> {
  const place =
    query.scope === 'wallet'
      ? sql`and sub_wallet_id = ${Number(query.wallet)}`
      : query.scope === 'member'
        ? sql`and initiator = ${query.member}`
        : sql``;
  const { rows } = await sql<{ units: bigint; cents: bigint; unknown: number }>`
    with raised as materialized (select distinct on (raises) raises as payment, max_fee as most, fee_cents as most_cents from orders
      where raises is not null and workspace_id = ${Number(workspace)} and status in (1000, 1100, 1200, 2000) order by raises, max_fee desc)
    select coalesce(sum(case when paid then amount else 0 end + case when cost then coalesce(most, max_fee) else 0 end + coalesce(beside, 0)), 0)::numeric(78,0) as units,
      coalesce(sum(case when paid then value_cents else 0 end + case when cost then case when most is null then fee_cents else most_cents end else 0 end
        + coalesce(beside_cents, 0)), 0)::numeric(78,0) as cents,
      (count(*) filter (where paid and value_cents is null or cost and case when most is null then fee_cents else most_cents end is null
        or beside_unknown))::int as unknown
    from (select *, asset_id = any(${assets}::int[]) and ${countsAsPaid()} as paid, fee_asset_id = any(${assets}::int[]) as cost
      from orders left join raised on payment = orders.id
        -- What calls say of tokens.
        left join lateral (select sum(o.amount) as beside, sum(o.value_cents) as beside_cents, bool_or(o.value_cents is null) as beside_unknown
          from order_outflows o where ${saysOutflows()} and o.order_id = orders.id and o.asset_id = any(${assets}::int[])) outflows on true) each
    where (paid or cost or beside is not null) and raises is null and batch_of is null and workspace_id = ${Number(workspace)} and (status in (1000, 1100, 1200, 2000) or (status, sub_status) = (2300, 'dropped'))
      and created_at > now() - make_interval(hours => ${query.hours}) and intent_id <> ${query.except}::uuid ${place}`.execute(
    db,
  );
  const [row] = rows;
  return { units: row?.units ?? 0n, cents: row && row.unknown === 0 ? row.cents : undefined };
}

/** How many NFTs the calls in a window send, of collections that a rule speaks of: signers count each for itself, by reading the same bytes. */
async function nftSumOf(db: Db, { workspace }: Pick<Intent, 'workspace'>, query: WindowQuery): Promise<WindowSum> {
  const orders = db
    .selectFrom('orders')
    .select('intent')
    .where('workspace_id', '=', Number(workspace) as WorkspaceId)
    .where('kind', 'in', callingKinds)
    .where('raises', 'is', null)
    .where(sql<boolean>`(status in (1000, 1100, 1200, 2000) or (status, sub_status) = (2300, 'dropped'))`)
    .where(
      sql<boolean>`created_at > now() - make_interval(hours => ${query.hours}) and intent_id <> ${query.except}::uuid`,
    )
    .$if(query.scope === 'wallet', (all) => all.where('sub_wallet_id', '=', Number(query.wallet) as SubWalletId))
    .$if(query.scope === 'member', (all) => all.where('initiator', '=', query.member));
  const sent = (await orders.execute()).flatMap(({ intent }) => nftsOf(parseIntent(intent)));
  const units = sent.reduce((sum, one) => (query.counts(one.asset) ? sum + one.units : sum), 0n);
  return { units, cents: 0n };
}

/** What counts in a window by now, as the server can know it. */
export const spentIn = (
  { db, catalog }: Pick<FactsDeps, 'db' | 'catalog'>,
  of: Pick<Intent, 'workspace'>,
  query: WindowQuery,
): Promise<WindowSum> => sumOf(db, of, query, assetsCounted(catalog, query.counts));

/** Entries among these that are listed and cooled down at `now`, the moment for which the rules of the book were read. */
async function activeEntries(db: Db, intent: Intent, coolingHours: number, now: Date): Promise<ReadonlySet<string>> {
  const named = intent.outputs.map(({ entry }) => entry).filter((entry) => entry !== '');
  if (named.length === 0) return new Set();
  const { rows } = await sql<{
    hash: string;
  }>`select hash from book_entries where workspace_id = ${Number(intent.workspace)}
    and hash = any(${named}) and removed_at is null and since + make_interval(hours => ${coolingHours}) <= ${now}`.execute(
    db,
  );
  return new Set(rows.map(({ hash }) => hash));
}

/**
 * A window as it is counted here, or as a signer has told it, whichever is more. What it told of fewer assets is not more than what the window holds; what it told
 * of others says nothing.
 */
function highestSum(
  own: WindowSum,
  query: WindowQuery,
  told: readonly ToldSum[],
  known: ReadonlySet<AssetKey>,
): WindowSum {
  const about = told.filter(({ hours, scope, assets }) => {
    const ours = assets.filter((asset) => known.has(asset));
    return hours === query.hours && scope === query.scope && ours.length > 0 && ours.every(query.counts);
  });
  return about.reduce((sum: WindowSum, { units, cents }) => {
    const [more, worth] = [BigInt(units), cents === null ? undefined : BigInt(cents)];
    const most = sum.cents === undefined || worth === undefined ? undefined : worth > sum.cents ? worth : sum.cents;
    return { units: more > sum.units ? more : sum.units, cents: most };
  }, own);
}

const mostRounds = 8;

/** What the signers said that the coins of an order are worth: when it was asked for, when that had risen, and now, for what is to be signed. */
export interface OrderQuotes {
  readonly quotes: readonly SignedQuote[];
  readonly risen_quotes: readonly SignedQuote[];
  readonly near?: readonly SignedQuote[];
  /** Prices by which a signer asked for more approvals, by its own word: in USD by `chain|contract`. */
  readonly told_prices?: Readonly<Record<string, string>>;
  /** What a signer counted in windows when it asked for more approvals, by its own word. */
  readonly told_sums?: readonly ToldSum[];
}

const said = (document: PolicyDocument, quotes: readonly SignedQuote[]): Prices =>
  pricesFrom(document, quotes, Number(quotes[0]?.at ?? 0));

/** As signers count: the highest of all, and for what is to be signed only where there is a price of now. */
function highestIn(document: PolicyDocument, { quotes, risen_quotes: risen, near, told_prices }: OrderQuotes): Prices {
  const now = near && said(document, near);
  const told = new Map(Object.entries(told_prices ?? {}));
  const highest = highestOf(said(document, quotes), said(document, risen), now ?? new Map(), told);
  return now ? new Map([...highest].filter(([asset]) => now.has(asset))) : highest;
}

/** Have all signers said what everything is worth that rules ask the price of? */
export function isPriced(
  document: PolicyDocument,
  intent: Intent,
  attached: Attached,
  quotes: readonly SignedQuote[],
): boolean {
  const prices = said(document, quotes);
  return pricedAssets(intent, attached).every((asset) => prices.has(asset));
}

/** Methods that were agreed on for the contracts that a call names, by entries that are listed and cooled down at `now`. */
async function agreedMethods(
  db: Db,
  intent: Intent,
  coolingHours: number,
  now: Date,
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (!isCall(intent)) return new Map();
  const named = intent.outputs.map(({ address }) => address);
  const { rows } = await sql<{ address: string; methods: string[] }>`
    select address, methods from book_entries where workspace_id = ${Number(intent.workspace)} and address = any(${named})
      and ${intent.chain} = any(chains) and methods <> '{}' and removed_at is null and since + make_interval(hours => ${coolingHours}) <= ${now}`.execute(
    db,
  );
  return new Map(rows.map(({ address, methods }) => [address, methods]));
}

/**
 * Everything the rules in force want to know of this payment. A window is summed only when a rule comes to ask for it.
 * @param judge what asks; whoever asks more than which rule decides says so
 */
export async function gatherFacts(
  { db, clock, catalog }: FactsDeps,
  { document, graceRules }: { readonly document: PolicyDocument; readonly graceRules: readonly GraceRules[] },
  intent: Intent,
  quotes: OrderQuotes,
  attached: Attached = {},
  judge: (facts: Facts) => unknown = (facts) => rulingOn(document, intent, facts, attached),
): Promise<Facts> {
  const now = clock();
  const book = bookInForce(document.book, graceRules, now.getTime());
  // Of a drop the payees of its payment are asked about.
  const payment = droppedBy(intent, attached) ?? intent;
  const active = await activeEntries(db, payment, book.coolingHours, now);
  const methods = await agreedMethods(db, payment, book.coolingHours, now);
  const sums = new Map<string, WindowSum>();
  const asked: { key: string; query: WindowQuery; assets: AssetId[] }[] = [];
  const rules: WindowQuery['counts'][] = [];
  const facts: Facts = {
    feesCount: true,
    ...pricesAsked(said(document, quotes.quotes), highestIn(document, quotes)),
    isInternal: (_, output) => output.path !== '',
    isListed: (_, output) => active.has(output.entry),
    methodsOf: (_, output) => methods.get(output.address) ?? [],
    whitelistHeld: book.mode === 'on',
    spent: (query) => {
      const assets = assetsCounted(catalog, query.counts);
      // Of a rule about NFTs, which are no assets, the rule itself is what it asks about.
      if (assets.length === 0 && !rules.includes(query.counts)) rules.push(query.counts);
      const key = `${query.hours} ${query.scope} ${assets.join() || `rule ${rules.indexOf(query.counts)}`}`;
      if (!sums.has(key)) asked.push({ key, query, assets });
      return sums.get(key);
    },
  };
  const known = new Set(catalog.coins.map(({ chain, asset }) => assetKey(chain.id, asset.contract)));
  // Each round answers what the one before asked; other answers may lead to other rules, which may ask again.
  for (let round = 0; round < mostRounds; round++) {
    judge(facts);
    if (asked.length === 0) return facts;
    for (const { key, query, assets } of asked.splice(0))
      sums.set(
        key,
        assets.length === 0
          ? await nftSumOf(db, intent, query)
          : highestSum(await sumOf(db, intent, query, assets), query, quotes.told_sums ?? [], known),
      );
  }
  return facts;
}

/** Value of a payment in cents by these quotes; undefined when some signer had no price. */
export function worthOf(document: PolicyDocument, intent: Intent, quotes: OrderQuotes): bigint | undefined {
  const price = highestIn(document, quotes).get(assetKey(intent.chain, intent.asset.contract));
  return price === undefined ? undefined : centsOf(unitsOf(intent), Number(intent.asset.decimals), price);
}

/** The same of what leaves beside its amount, by asset; an asset that some signer had no price for is left out. */
export function besideWorthOf(document: PolicyDocument, intent: Intent, quotes: OrderQuotes): Map<AssetKey, bigint> {
  const prices = highestIn(document, quotes);
  return new Map(
    besideOf(intent).flatMap(({ asset, units, decimals }) => {
      const price = prices.get(asset);
      return price === undefined ? [] : [[asset, centsOf(units, decimals, price)] as const];
    }),
  );
}

/** The same of the most that it may cost. */
export function feeWorthOf(document: PolicyDocument, intent: Intent, quotes: OrderQuotes): bigint | undefined {
  const { asset, decimals, units } = feeOf(intent);
  const price = highestIn(document, quotes).get(asset);
  return price === undefined ? undefined : centsOf(units, decimals, price);
}
