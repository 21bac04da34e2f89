import { randomUUID } from 'node:crypto';
import {
  type ChainConfig,
  familyOf,
  groupKeyAt,
  type Plan,
  signatureToWire,
  type WireSignature,
} from '@holdfast/chains';
import { type AccountReader, accountReader, readerOf } from '@holdfast/chains/rpc';
import { newIdentity } from '@holdfast/channel';
import type { OrderId, SubWalletId } from '@holdfast/contract';
import { type Approval, type PolicyDocument, parseIntent, policyHash } from '@holdfast/policy';
import { decide, genesisDocument, newTestKey, newTestMember, type TestKey, type TestMember } from '@holdfast/testkit';
import { namedAddress, type Slate, startSlate } from '@holdfast/testkit/chain';
import { sql } from 'kysely';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';
import { createRecorder, theSystem } from '../audit/service.ts';
import type { Catalog } from '../catalog.ts';
import { type Clock, systemClock, usualValidForMs } from '../clock.ts';
import type { Db } from '../db/database.ts';
import type { createNotifier } from '../jobs/notifier.ts';
import { catalogIn } from '../ledger/test/assets.ts';
import { fund, type People } from '../ledger/test/books.ts';
import { takeApprovals } from '../orders/approvals.ts';
import type { OrderDeps } from '../orders/deps.ts';
import { createOrders, type OrderRequest } from '../orders/service.ts';
import type { RequestChange } from '../orders/test/requests.ts';
import { type Signer, SignerRefusal } from '../signers/client.ts';

/** Everything orders need, without the server around them: so that a test decides itself which step runs, and when it dies. */
export interface BareOrders {
  readonly database: TestDatabase;
  readonly chain: ChainConfig;
  readonly catalog: Catalog;
  readonly reader: AccountReader;
  readonly books: People;
  readonly subWallet: SubWalletId;
  /** The address of the sub-wallet. */
  readonly account: string;
  readonly owner: TestMember;
  readonly document: PolicyDocument;
  /** Intents the signers have signed, one entry per session. */
  readonly sessions: string[];
  /** Dependencies over a database, a reader and signers that may be made to die. */
  deps(change?: { db?: Db; wrap?: <T extends object>(target: T) => T }): OrderDeps;
  /** An order as it is taken, whatever an area would have checked before. */
  order(amount: bigint, change?: RequestChange, feePlan?: Readonly<Record<string, string>>): Promise<OrderId>;
  close(): Promise<void>;
}
export interface Bare extends BareOrders {
  readonly slate: Slate;
}

const keysOf =
  ({ root: secp256k1, ed25519 }: TestKey) =>
  (at: string) =>
    groupKeyAt({ secp256k1, ed25519 }, at);

/** A signer in this process: admits everything that it has not given up, signs with a whole key. */
function signerWith(id: string, key: TestKey, chain: ChainConfig, sessions: string[]): Signer {
  const [given, closed] = [new Set<string>(), new Set<string>()];
  const open = new Map<string, { intent: string; signatures: WireSignature[] }>();
  const methods: Record<string, (params: Record<string, unknown>) => unknown> = {
    announce: () => ({}),
    announceAll: ({ announcements }) => ({ answers: (announcements as object[]).map(() => ({})) }),
    close: ({ intent }) => {
      const text = String(intent);
      if (!given.has(text)) closed.add(text);
      return { closed: closed.has(text) };
    },
    'sign.open': ({ session, intent, plan }) => {
      const text = String(intent);
      if (closed.has(text)) throw new SignerRefusal(id, 'intentClosed', '');
      const unsigned = familyOf(chain).build(chain, parseIntent(text), plan as Plan, keysOf(key));
      sessions.push(text);
      open.set(String(session), {
        intent: text,
        signatures: unsigned.sighashes.map((asked) => signatureToWire(key.sign(asked))),
      });
      return { hello: { party: id, ephemeral: '', nonce: '', signature: '' } };
    },
    'sign.step': ({ session }) => {
      const { intent = '', signatures } = open.get(String(session)) ?? {};
      if (closed.has(intent)) throw new SignerRefusal(id, 'intentClosed', '');
      given.add(intent);
      return { outbound: [], signatures, done: true };
    },
  };
  const call = async (method: string, params: object): Promise<never> => {
    const handle = methods[method];
    if (!handle) throw new Error(`${method} is not for this test`);
    return handle(params as Record<string, unknown>) as never;
  };
  return { id, name: `Signer ${id}`, origin: `http://localhost:870${id}`, identity: '', call } as Signer;
}

async function makeWorkspace(db: Db, key: TestKey, chain: ChainConfig): Promise<People & { account: string }> {
  await sql`insert into key_groups values (${key.id}, ${key.root.publicKey}, ${key.root.chainCode}, ${key.ed25519.publicKey}, ${key.ed25519.chainCode}, 1, 2)`.execute(
    db,
  );
  const one = async <T>(query: ReturnType<typeof sql<{ id: T }>>): Promise<T> => {
    const [row] = (await query.execute(db)).rows;
    if (!row) throw new Error('nothing was made');
    return row.id;
  };
  const userId = await one(
    sql<{
      id: People['userId'];
    }>`insert into users (email, nick_name, password_hash, totp_secret) values ('o@example.org', 'o', 'x', 'y') returning id`,
  );
  const workspaceId = await one(
    sql<{
      id: People['workspaceId'];
    }>`insert into workspaces (name, key_group_id) values ('w', ${key.id}) returning id`,
  );
  const wallet = await one(
    sql<{
      id: SubWalletId;
    }>`insert into sub_wallets (workspace_id, name, type, created_by, status) values (${workspaceId}, 's', 1, ${userId}, 'active') returning id`,
  );
  const at = `m/${familyOf(chain).coinType}/${wallet}/0/0`;
  const publicKey = keysOf(key)(at);
  const account = familyOf(chain).addressOf(chain, publicKey);
  await sql`insert into addresses (workspace_id, sub_wallet_id, chain, key_group_id, path, branch, index, address, public_key, attestations)
    values (${workspaceId}, ${wallet}, ${chain.id}, ${key.id}, ${at}, 0, 0, ${account}, ${Buffer.from(publicKey).toString('hex')}, '{}')`.execute(
    db,
  );
  return { workspaceId, userId, subWallets: [wallet], account };
}

export const plainFees = { units: '10', price: '4' };
/** What these come to at most. */
export const plainMaxFee = 40n;

/** Starts a database for one account on a chain, with members beside the owner in the rules. The test gives it coins. */
export async function startBareOn(
  chain: ChainConfig,
  clock: Clock = () => new Date(),
  others: readonly TestMember[] = [],
): Promise<BareOrders> {
  const database = await startTestDatabase();
  const catalog = await catalogIn(database.db, [chain]);
  const key = newTestKey();
  const books = await makeWorkspace(database.db, key, chain);
  const [subWallet] = books.subWallets;
  if (subWallet === undefined) throw new Error('no sub-wallet');
  const owner = newTestMember('owner-1', 'owner');
  const places = ['1', '2'].map((id) => ({
    id,
    name: `Signer ${id}`,
    origin: `http://localhost:870${id}`,
    identity: newIdentity(),
  }));
  const document = genesisDocument([owner, ...others], places);
  const sessions: string[] = [];
  const signers = ['1', '2'].map((id) => signerWith(id, key, chain, sessions));
  const reader = accountReader(readerOf(chain));
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const audit: OrderDeps['audit'] = {
    recorder: (action, acting = theSystem) => createRecorder(action, acting, systemClock),
  };
  const deps: Bare['deps'] = ({ db = database.db, wrap = <T extends object>(target: T): T => target } = {}) => ({
    db,
    clock,
    catalog,
    signers: signers.map(wrap),
    monitor: { silent: () => new Set() },
    quotes: async () => [],
    readerOf: () => wrap(reader),
    policy: async () => ({ document, text: '', hash: policyHash(document), graceRules: [] }),
    notifier: { changed: () => undefined, stop: async () => undefined } satisfies ReturnType<typeof createNotifier>,
    audit,
    origin: 'http://localhost:8700',
    validForMs: usualValidForMs,
    log: quiet,
  });
  const orders = createOrders(deps(), () => undefined);
  return {
    database,
    chain,
    catalog,
    reader,
    books,
    subWallet,
    account: books.account,
    owner,
    document,
    sessions,
    deps,
    async order(amount, { to = namedAddress('payee'), ...change } = {}, feePlan = plainFees) {
      const asset = catalog.feeAsset(chain);
      const request: OrderRequest = {
        kind: 'withdraw',
        chain,
        asset,
        feeAsset: asset,
        workspaceId: books.workspaceId,
        subWalletId: subWallet,
        keyGroup: key.id,
        path: `m/${familyOf(chain).coinType}/${subWallet}/0/0`,
        from: books.account,
        call: '',
        outputs: [{ address: to, amount, memo: '', entry: '', path: '' }],
        maxFee: plainMaxFee,
        feePlan,
        initiatorUser: books.userId,
        initiator: owner.id,
        requestId: randomUUID(),
        requestHash: 'a'.repeat(64),
        remark: '',
        ...change,
      };
      const made = await orders.submit(request, audit.recorder('withdraw.create'));
      if ('short' in made) throw new Error(`short of ${made.short}`);
      return made.id;
    },
    close: database.close,
  };
}

/** Starts a chain in memory too, and gives the account `coins` × 10^18 units of its coin on the chain and in the books. Blocks come by `slate.mine`. */
export async function startBare(coins: number, others: readonly TestMember[] = []): Promise<Bare> {
  const slate = startSlate();
  const bare = await startBareOn(slate.chain, undefined, others);
  const units = BigInt(coins) * 10n ** 18n;
  slate.give(bare.account, units);
  // The watcher starts at the tip, above the block with these coins: the books get them here.
  slate.mine(2);
  await fund(bare.database.db, bare.books, bare.subWallet, slate.chain.baseSymbol, units);
  return { ...bare, slate };
}

/** The owner's decision on an order, as a signer's feed would report it. */
export async function approvalOf(bare: BareOrders, id: OrderId) {
  const order = await bare.database.db
    .selectFrom('orders')
    .select(['intent', 'intent_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { intentId: order.intent_id, approval: decide(bare.owner, parseIntent(order.intent), 'approve') };
}

/** Takes one decision as a signer's feed reports it; whether it was new. */
export async function takeApproval(deps: OrderDeps, intentId: string, approval: Approval): Promise<boolean> {
  const { fresh, failed } = await takeApprovals(deps, [{ intentId, approval }]);
  for (const { reason } of failed) throw reason;
  return fresh.length > 0;
}
