import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import { install, startTestServer } from '@holdfast/server/test/index.ts';
import { type Api, testChains } from '@holdfast/testkit';
import { createWallet } from '../apps/server/src/areas/wallet/service.ts';
import { factsOf } from '../apps/server/src/chains/facts.ts';
import { createWatchedSet } from '../apps/server/src/chainwatch/watched.ts';
import { fillWallets } from '../apps/server/src/test/many-wallets.ts';
import { type BenchDatabase, startBenchDatabase } from './database.ts';
import type { Figure } from './run.ts';

const wallets = 100_000;
const addresses = 1_000_000;
const asks = 200;

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

async function times(work: () => Promise<unknown>): Promise<number[]> {
  const found: number[] = [];
  for (let n = 0; n < asks; n++) {
    const begun = performance.now();
    await work();
    found.push(performance.now() - begun);
  }
  return found.sort((a, b) => a - b);
}

/** What the watchers of all chains together hold in memory for so many addresses, in MiB, and one look-up. */
async function watching({ db }: BenchDatabase, chains: readonly string[]): Promise<Figure[]> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const before = process.memoryUsage();
  const sets = chains.map(createWatchedSet);
  for (const set of sets) await set.refresh(db);
  collect();
  const after = process.memoryUsage();
  const size = sets.reduce((sum, set) => sum + set.size, 0);
  const held = (m: NodeJS.MemoryUsage): number => m.heapUsed + m.external;
  const looks = await times(async () => sets.every((set) => set.has('an address of nobody')));
  return [
    {
      name: `watched addresses in memory, ${size.toLocaleString('en-US')}, above none`,
      value: (held(after) - held(before)) / 2 ** 20,
      unit: 'MiB',
      aim: '≤ 150',
      yardstick: `resident: ${((after.rss - before.rss) / 2 ** 20).toFixed(0)} MiB more`,
    },
    { name: 'one look-up of an address of nobody', value: at(looks, 0.5) * 1000, unit: 'µs' },
  ];
}

interface Place {
  readonly api: Api;
  readonly wallet_id: WorkspaceId;
  readonly sub_wallet_id: SubWalletId;
  /** The coin of which the sub-wallet has many addresses. */
  readonly symbol: string;
  /** Some address of it. */
  readonly address: string;
}

/** Every way to look at wallets and addresses, and a name given to one of them, by HTTP. */
function looksAt({ api, wallet_id, sub_wallet_id, symbol, address }: Place): Record<string, () => Promise<unknown>> {
  const rows = (ask: object) => () => api.wallet.subWallets({ wallet_id, ...ask });
  const select = (ask: object) => () => api.wallet.allSubWallets({ wallet_id, usable: true, size: 50, ...ask });
  const held = (page_no: number) => () => api.wallet.subWalletsBalance({ wallet_id, symbol, page_no });
  const list = (ask: object) => () => api.deposit.addresses({ sub_wallet_id, symbol, ...ask });
  const ids = Array.from({ length: 100 }, (_, n) => 1 + n * 997);
  return {
    'overview: value of all': () => api.wallet.asset({}),
    'overview: coins of all': () => api.wallet.openCoin({ wallet_id }),
    'wallets, first page': rows({}),
    'wallets, page 4,000': rows({ page_no: 4_000 }),
    'wallets, by one name': rows({ keyword: 'customer 73519' }),
    'wallets, by an alias': rows({ keyword: 'branch 9' }),
    'wallets, by what all have': rows({ keyword: 'customer' }),
    'wallets, by what none has': rows({ keyword: 'nobody has this' }),
    'wallets, by two letters': rows({ keyword: 'zq' }),
    'selector, opened': select({}),
    'selector, searched for one': select({ keyword: 'customer 73519' }),
    'selector, searched for what all have': select({ keyword: 'customer' }),
    'selector, searched for what none has': select({ keyword: 'nobody has this' }),
    'names of 100': () => api.wallet.allSubWallets({ wallet_id, ids }),
    'one coin over wallets, first 1,000': held(1),
    'one coin over wallets, thousand 90': held(90),
    'coins of one wallet': () => api.wallet.coinsAsset({ sub_wallet_id }),
    'an alias that looks like no other': () =>
      api.wallet.updateAlias({ wallet_id, sub_wallet_id, alias: 'Measured by itself' }),
    'deposit address': () => api.deposit.address({ sub_wallet_id, symbol }),
    'addresses, first page': list({}),
    'addresses, page 20,000': list({ page_no: 20_000 }),
    'addresses, by a whole one': list({ keyword: address }),
    'addresses, by eight letters': list({ keyword: address.slice(-8) }),
    'addresses, by a label': list({ keyword: 'invoice 7777' }),
    'addresses, by what many have': list({ keyword: 'invoice' }),
    'addresses, by what none has': list({ keyword: 'nobody has this' }),
  };
}

export async function run(): Promise<{ rows: Figure[] }> {
  const base = await startBenchDatabase();
  const server = await startTestServer({ config: { database: { url: base.url } } });
  try {
    const { api, workspaceId, subWalletId } = await install(server);
    const many = testChains.find((chain) => factsOf(chain).manyAddresses) ?? testChains[0];
    const symbol = many?.baseSymbol ?? '';
    const user = await base.pool.query('select min(id)::int as id from users');
    const assets = await base.pool.query('select id from assets order by id limit 3');
    const chains = testChains.map(({ id }) => id);
    const busy = { subWalletId, chain: many?.id ?? '', addresses: addresses - wallets * chains.length };
    const userId = user.rows[0].id;
    await fillWallets(base.pool, {
      workspaceId,
      userId,
      wallets,
      chains,
      busy,
      assets: assets.rows.map(({ id }) => id),
    });
    const { fillLooks, markSubWallets } = createWallet({ db: base.db } as Parameters<typeof createWallet>[0]);
    for (let n = 0; n < wallets / 10_000; n++) await fillLooks();
    await markSubWallets();
    // Wallets that are made one by one have it from the beginning, and leave nothing behind.
    await base.pool.query('vacuum (full, analyze) sub_wallets');
    const some = await base.pool.query('select address from addresses where sub_wallet_id = $1 and index = 555555', [
      subWalletId,
    ]);
    const place = { api, wallet_id: workspaceId, sub_wallet_id: subWalletId, symbol, address: some.rows[0].address };
    const bare = (): Promise<unknown> =>
      base.pool.query('select id, name from sub_wallets where workspace_id = $1 and id > 5000 order by id limit 20', [
        workspaceId,
      ]);
    const figures = await watching(base, chains);
    for (const [name, look] of Object.entries(looksAt(place))) {
      const [of, than, nothing] = [
        await times(look),
        await times(bare),
        await times(() => api.wallet.focusLimit({ sub_wallet_id: subWalletId })),
      ];
      figures.push({
        name: `${name}, p50; p99 ${at(of, 0.99).toFixed(1)} ms`,
        value: at(of, 0.5),
        unit: 'ms',
        aim: 'p99 ≤ 50',
        ...(at(of, 0.99) > 50 ? { missed: true } : {}),
        yardstick: `20 names read bare: p99 ${at(than, 0.99).toFixed(1)} ms; a call that reads next to nothing: p99 ${at(nothing, 0.99).toFixed(1)} ms`,
      });
    }
    return { rows: figures };
  } finally {
    await server.close();
    await base.close();
  }
}
