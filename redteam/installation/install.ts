import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { devnetChains, startDevnet } from '@holdfast/devnet';
import type { PolicyDocument } from '@holdfast/policy';
import { confirm, type Pair, runCeremony, startPair } from '@holdfast/signer/test/harness.ts';
import { type Api, apiOf, raw, totpAt } from '@holdfast/testkit';
import { genesis, newPolicy } from '@holdfast/testkit/signer';
import type { App } from '../../apps/server/src/app.ts';
import { sealTotpSecret } from '../../apps/server/src/areas/session/totp.ts';
import { startEmbedded } from '../../apps/server/src/db/embedded/server.ts';
import { createSecretBox } from '../../apps/server/src/secrets.ts';
import { startSigner } from '../../apps/signer/src/app.ts';
import type { SignerConfig } from '../../apps/signer/src/config.ts';
import { type Crew, type Fixture, halt, newApiClients, newCrew, newFixture, payees } from '../fixture.ts';
import { decideAtPage, until } from './desk.ts';
import { type Ground, rpc, type Stall, startServer, withPool } from './installation.ts';

const hourMs = 3_600_000;
const chain = 'evm:31337';
const coinChain = 'bitcoin:regtest';

/** Omar asks, one of the desk agrees, then two of the board; payees have to be listed. The same for changes of the rules. */
function policyOf(pair: Pair, crew: Crew, { pia, off }: Fixture['apiClients']): PolicyDocument {
  const base = newPolicy(pair, Object.values(crew), []);
  const { rex } = crew;
  return {
    ...base,
    members: [
      ...base.members.map((member) =>
        member.id === 'rex' ? { ...member, status: 'removed' as const, credentials: rex.member.credentials } : member,
      ),
      { ...pia.member, keyHolder: 'no' },
      { ...off.member, keyHolder: 'no', status: 'removed' },
    ],
    strategies: [
      {
        wallet: '*',
        signProtection: 'on',
        nodes: [
          { kind: 'approve', name: 'desk', approvers: ['adam', 'anna'], threshold: '1' },
          { kind: 'sign', name: 'board', approvers: ['olga', 'adam', 'anna'], threshold: '2' },
        ],
      },
    ],
    book: { mode: 'on', coolingHours: '24' },
  };
}

type Account = Ground['account'] & { readonly email: string };
const accountOf = (secret: string): Account => ({
  email: 'olga@example.org',
  password: randomBytes(12).toString('hex'),
  secret,
});

/** Olga sets up the server as a person does, and the signers' pages are played by the harness. */
async function firstRun(
  { url, setupToken = '' }: Pick<App, 'url' | 'setupToken'>,
  fixture: Pick<Fixture, 'pair' | 'crew' | 'policy'>,
) {
  const { email, password } = accountOf('');
  const { totp_secret: secret } = await apiOf(url).setup.owner({
    email,
    password,
    nick_name: 'Olga',
    setup_token: setupToken,
  });
  const totp = totpAt(secret, new Date());
  const { open_token: token } = await apiOf(url).setup.totp({ email, password, totp });
  const { pair, policy, crew } = fixture;
  await genesis(pair, policy, crew.olga);
  const ceremony = await runCeremony(pair.places, policy, crew.olga, { approvedBy: [crew.adam, crew.anna] });
  const group = await confirm(pair.places, ceremony);
  const api = apiOf(url, { token });
  const { wallet_id: workspace } = await api.setup.workspace({ wallet_name: 'Acme', sub_wallet_name: 'Treasury' });
  return { api, token, account: { password, secret }, ceremony, group, workspace };
}

/** The others have accounts with Olga's password and authenticator: how they came to them is not the matter here. */
async function enrol(
  ground: Pick<Ground, 'postgres'>,
  database: string,
  fixture: Pick<Fixture, 'pair' | 'crew'>,
  secret: string,
): Promise<void> {
  const box = createSecretBox(fixture.pair.server.dh.secret);
  await withPool(ground, database, async (pool) => {
    for (const { member } of Object.values(fixture.crew).filter(({ member: { id } }) => id !== 'olga')) {
      const email = `${member.id}@example.org`;
      await pool.query(
        `with one as (insert into users (email, nick_name, password_hash, totp_secret, totp_confirmed_at)
          select $1, $2, password_hash, $3, totp_confirmed_at from users where email = 'olga@example.org' returning id)
        insert into members (workspace_id, user_id, member_id, role, status)
          select workspace_id, one.id, $2, $4, $5 from one, installation`,
        [email, member.id, sealTotpSecret(box, email, secret), member.role, member.id === 'rex' ? 'removed' : 'active'],
      );
    }
  });
}

async function list(api: Api, fixture: Fixture): Promise<void> {
  const { evm, narrow, bitcoin } = payees;
  const items = [
    { chains: [chain], address: evm.address, memo: '', symbols: [], label: evm.label },
    { chains: [chain], address: narrow.address, memo: '', symbols: ['USDC'], label: narrow.label },
    { chains: [coinChain], address: bitcoin.address, memo: '', symbols: [], label: bitcoin.label },
  ];
  const made = await api.addressBook.add({ items, remark: '' });
  await decideAtPage(fixture, made.approval_url, ['olga', 'adam', 'anna']);
  await until('the address book', async () => (await api.addressBook.list({})).list.length === items.length);
}

async function openStalls(
  api: Api,
  workspace: Parameters<Api['wallet']['createSubWallet']>[0]['wallet_id'],
  many: number,
) {
  const stalls: Stall[] = [];
  for (let n = 0; n < many; n++) {
    const made = await api.wallet.createSubWallet({ wallet_id: workspace, sub_wallet_name: `Stall ${n}` });
    const own = made.addresses.find((row) => row.chain_id === chain);
    const coins = made.addresses.find((row) => row.chain_id === coinChain);
    stalls.push({ id: Number(made.sub_wallet_id), address: own?.address ?? '', coins: coins?.address ?? '' });
  }
  return stalls;
}

/** Attacks on Bitcoin run alone, in a copy each: the first stalls are enough for all of them. */
const withCoins = 2;

/** Coins and tokens for every stall, credited by the server's own watcher; two coins on Bitcoin for the first. */
async function fund(ground: Pick<Ground, 'devnet' | 'postgres'>, database: string, stalls: readonly Stall[]) {
  const post = async (at: string, body: object): Promise<void> => {
    const reply = await fetch(`${ground.devnet.faucet.url}${at}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`faucet: ${await reply.text()}`);
  };
  for (const { address } of stalls)
    for (const [symbol, amount] of [
      ['ETH', '5'],
      ['USDC', '100'],
    ])
      await post('/fund', { chain, symbol, address, amount });
  for (const { coins: address } of stalls.slice(0, withCoins))
    for (const amount of ['0.5', '0.4']) await post('/fund', { chain: coinChain, symbol: 'BTC', address, amount });
  await post('/mine', { chain, blocks: 5 });
  await post('/mine', { chain: coinChain, blocks: 3 });
  await withPool(ground, database, (pool) =>
    until(
      'the deposits',
      async () => {
        const { rows } = await pool.query<{ n: number }>(
          `select count(*)::int as n from deposits where sub_status = 'credited'`,
        );
        return (rows[0]?.n ?? 0) >= 2 * (stalls.length + withCoins);
      },
      60_000,
    ),
  );
}

/** All of ours on Bitcoin, those for change too, as long as nobody has laid hands on the database. */
const coinAddresses = (base: Pick<Ground, 'postgres'>, database: string): Promise<ReadonlySet<string>> =>
  withPool(base, database, async (pool) => {
    const { rows } = await pool.query<{ address: string }>('select address from addresses where chain = $1', [
      coinChain,
    ]);
    return new Set(rows.map(({ address }) => address));
  });

const signerSettings = (chains: SignerConfig['chains'], prices: string): Partial<SignerConfig> => ({
  chains,
  prices: [{ kind: 'file', name: 'price file', file: prices, maxAgeMinutes: 1_000_000 } as const],
  publicRate: { perSecond: 100_000, burst: 100_000 },
});

/** Builds the installation that all attacks begin from, through the server's own endpoints, and stops it. `close` ends chain and database. */
export async function buildGround(stallsWanted: number): Promise<{ ground: Ground; close(): Promise<void> }> {
  const dir = mkdtempSync(join(tmpdir(), 'holdfast-ground-'));
  // PostgreSQL runs under an account of its own when we are root.
  chmodSync(dir, 0o755);
  const fast = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 200 };
  const [devnet, postgres] = await Promise.all([
    startDevnet({ dir: join(dir, 'chains'), tickMs: 0 }),
    startEmbedded({ dir: join(dir, 'postgres', 'data'), settings: fast }),
  ]);
  const prices = join(dir, 'prices.json');
  writeFileSync(prices, JSON.stringify({ [`${chain}|`]: '2000' }));
  const chains = devnetChains(devnet).map((one) => ({ ...one, rpcUrl: '' })) as SignerConfig['chains'];
  const pair = await startPair({ config: signerSettings(chains, prices) });
  const close = async (): Promise<void> => {
    await pair.stop();
    await Promise.all([devnet.stop(), postgres.stop()]);
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    const ground = await fill({ devnet, dir, postgres: postgres.connection }, pair, stallsWanted);
    return {
      ground,
      async close() {
        await Promise.all(ground.ending);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function fill(
  base: Pick<Ground, 'devnet' | 'dir' | 'postgres'>,
  pair: Pair,
  stallsWanted: number,
): Promise<Ground> {
  const template = 'estate_base';
  await withPool(base, 'postgres', (pool) => pool.query(`create database ${template}`));
  const crew = newCrew();
  const apiClients = newApiClients();
  const policy = policyOf(pair, crew, apiClients);
  const app = await startServer(base, { pair }, template);
  const { api, token, account, ceremony, group, workspace } = await firstRun(app, { pair, crew, policy });
  const fixture = newFixture({ pair, crew, apiClients, policy, group, ceremony, start: startSigner });
  await enrol(base, template, fixture, account.secret);
  await list(api, fixture);
  const stalls = await openStalls(api, workspace, stallsWanted);
  await fund(base, template, stalls);
  // Asking for the log makes both signers witness all of it.
  await raw(app.url, '/api/mpc/audit/export', { token });
  const { keys: logKeys, checkpoint_size: logSize } = await api.audit.status({});
  await app.close();
  await halt(pair.places);
  // The signers' clock is moved by the harness; the database has its own, so the server's copy is made older.
  await withPool(base, template, (pool) => pool.query("update book_entries set since = since - interval '25 hours'"));
  pair.now = 25 * hourMs;
  const bitcoin = { log: join(base.dir, 'chains', 'bitcoin.log'), addresses: await coinAddresses(base, template) };
  const snapshot = String(await rpc(base.devnet, 'evm_snapshot'));
  const height = Number(await rpc(base.devnet, 'eth_blockNumber')) + 1;
  const found = { account, stalls, bitcoin, snapshot, height, logKeys, logSize };
  return { ...base, template, fixture, ...found, next: 0, ending: [] };
}
