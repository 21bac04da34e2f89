import { setTimeout as sleep } from 'node:timers/promises';
import type { ChainConfig } from '@holdfast/chains';
import { type ChainReader, readerOf as openReader } from '@holdfast/chains/rpc';
import { codeLookEveryMs } from './areas/address-book/code-look.ts';
import { createPersonalBook } from './areas/address-book/personal.ts';
import { bindPersonalBook } from './areas/address-book/personal-routes.ts';
import { bindAddressBook } from './areas/address-book/routes.ts';
import { createAddressBook } from './areas/address-book/service.ts';
import { bindDeposit } from './areas/deposit/routes.ts';
import { createDeposit } from './areas/deposit/service.ts';
import { bindKeyMaterial } from './areas/key-material/routes.ts';
import { createKeyMaterial } from './areas/key-material/service.ts';
import { bindProgram } from './areas/program/routes.ts';
import { createProgram } from './areas/program/service.ts';
import { bindQrc } from './areas/qrc/routes.ts';
import { createQrc } from './areas/qrc/service.ts';
import { bindSandbox } from './areas/sandbox/routes.ts';
import { createSandbox } from './areas/sandbox/service.ts';
import type { SessionService } from './areas/session/service.ts';
import { bindSigning } from './areas/signing/routes.ts';
import { createSigning } from './areas/signing/service.ts';
import { createBackTest } from './areas/strategy/past.ts';
import { bindBackTest, bindStrategy } from './areas/strategy/routes.ts';
import { createStrategy } from './areas/strategy/service.ts';
import { bindTeam } from './areas/team/routes.ts';
import { createTeam } from './areas/team/service.ts';
import { bindTodo } from './areas/todo/routes.ts';
import { createTodo } from './areas/todo/service.ts';
import { bindTransaction } from './areas/transaction/routes.ts';
import { createTransactions } from './areas/transaction/service.ts';
import type { WalletService } from './areas/wallet/service.ts';
import { bindWithdraw } from './areas/withdraw/routes.ts';
import { createWithdraw } from './areas/withdraw/service.ts';
import type { AuditService } from './audit/service.ts';
import type { Catalog } from './catalog.ts';
import { createChainWatch } from './chainwatch/service.ts';
import type { Clock } from './clock.ts';
import type { ServerConfig } from './config.ts';
import type { Db } from './db/database.ts';
import type { HttpApp } from './http/bind.ts';
import { createNotifier } from './jobs/notifier.ts';
import type { CurrentPolicy, Log } from './orders/deps.ts';
import { createOrders, type OrderDeps } from './orders/service.ts';
import { startOrderWorkers } from './orders/workers.ts';
import { createProposals, type ProposalDeps } from './proposals/service.ts';
import { startProposalWorkers } from './proposals/work.ts';
import { createQuotes } from './rules/quotes.ts';
import type { Signer } from './signers/client.ts';
import { createSignerMonitor, repeat } from './signers/monitor.ts';

export interface MoneyDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: ServerConfig;
  readonly catalog: Catalog;
  readonly signers: readonly Signer[];
  readonly wallets: WalletService;
  readonly policy: () => Promise<CurrentPolicy>;
  readonly refreshPolicy: () => Promise<void>;
  readonly sessions: SessionService;
  readonly audit: AuditService;
  readonly log: Log;
}

const purgeMs = 3_600_000;

/** One reader per chain: it keeps nothing, but its connections are shared. */
function readers(): (chain: ChainConfig) => ChainReader {
  const open = new Map<string, ChainReader>();
  return (chain) => {
    const reader = open.get(chain.id) ?? openReader(chain);
    open.set(chain.id, reader);
    return reader;
  };
}

/** Composition of everything that moves money: orders, the chain watcher, and the areas over them. */
/** How old what is known of a freeze may be where something could take effect at once. */
const freezeAgeMs = 1_000;
const freezeWaitMs = 300;

export function createMoney(deps: MoneyDeps) {
  const { db, clock, config, catalog, signers, wallets, log } = deps;
  const validForMs = config.approvalSeconds * 1_000;
  const readerOf = readers();
  const notifier = createNotifier(db, (error) => log.warn({ err: error }, 'live event not sent'));
  const wakers: (() => void)[] = [];
  const wake = (): void => {
    for (const each of wakers) each();
  };
  const orderDeps: OrderDeps = {
    db,
    clock,
    catalog,
    signers,
    readerOf,
    policy: deps.policy,
    quotes: createQuotes({ signers, clock }),
    notifier,
    audit: deps.audit,
    origin: config.origin,
    validForMs,
    log,
  };
  const orders = createOrders(orderDeps, wake);
  const watch = createChainWatch({ db, chains: catalog.chains, readerOf, notifier, log, wakeOrders: wake });
  const deposits = createDeposit({ db, catalog, wallets, signers, origin: config.origin });
  const qrcs = createQrc({ db, clock, orders });
  const monitor = createSignerMonitor(signers);
  const frozen = async (): Promise<boolean> => (await monitor.look(freezeAgeMs)).some(({ health }) => health?.frozen);
  const proposalDeps: ProposalDeps = {
    db,
    clock,
    signers,
    policy: deps.policy,
    refreshPolicy: async () => {
      await deps.refreshPolicy();
      orders.forgetPolicy();
    },
    frozen,
    notifier,
    audit: deps.audit,
    origin: config.origin,
    validForMs,
    log,
  };
  const proposals = createProposals(proposalDeps, wake);
  const strategies = createStrategy({ db, proposals, policy: deps.policy });
  const book = createAddressBook({ db, clock, catalog, proposals, policy: deps.policy, wallets, readerOf });
  const personal = createPersonalBook({ db, clock, catalog, book });
  // A signer that does not answer is not waited for: what it is asked to sign later, it refuses by itself.
  const knownFrozen = (): Promise<boolean> => Promise.race([frozen(), sleep(freezeWaitMs, false, { ref: false })]);
  const withdrawals = createWithdraw({
    db,
    clock,
    catalog,
    wallets,
    orders,
    watch,
    book,
    readerOf,
    frozen: knownFrozen,
  });
  const team = createTeam({
    db,
    clock,
    sessions: deps.sessions,
    proposals,
    policy: deps.policy,
    wallets: deps.wallets,
    origin: config.origin,
    signerOrigin: signers[0]?.origin ?? config.origin,
  });
  const programs = createProgram({ db, clock, proposals, policy: deps.policy });
  const signing = createSigning({ db, signers, monitor, proposals, policy: deps.policy });
  const keyMaterial = createKeyMaterial({
    db,
    clock,
    signers,
    monitor,
    proposals,
    policy: deps.policy,
    notifier,
  });
  const transactions = createTransactions({ db, catalog, wallets, orders, watch });
  const todos = createTodo({ db, orders, proposals });
  const sandbox = createSandbox({ catalog, readerOf, faucetUrl: config.sandbox?.faucetUrl });
  return {
    orders,
    proposals,
    watch,
    bind(app: HttpApp): void {
      bindDeposit(app, { service: deposits, catalog });
      bindWithdraw(app, { clock, service: withdrawals, orders, qrcs });
      bindTransaction(app, { service: transactions, catalog, orders });
      bindTeam(app, team);
      bindProgram(app, programs);
      bindAddressBook(app, { service: book, catalog });
      bindPersonalBook(app, { service: personal, catalog });
      bindSigning(app, { service: signing, keyMaterial });
      bindKeyMaterial(app, keyMaterial);
      bindStrategy(app, { service: strategies, catalog, todos, team });
      bindBackTest(app, createBackTest({ db, clock }));
      bindTodo(app, { service: todos, catalog, wallets, team, validForMs });
      bindQrc(app, qrcs);
      bindSandbox(app, { service: sandbox, deposits });
    },
    /** Starts moving orders and following chains; returns the call that ends both and waits for what is under way. */
    start(): () => Promise<void> {
      const workers = startOrderWorkers(orderDeps, proposals.takeApproval);
      const proposing = startProposalWorkers({
        ...proposalDeps,
        book: book.current,
        onPassed: async (tx, found) => {
          if (found.kind === 'policy')
            await Promise.all([strategies.cases.passed(tx, found), programs.passed(tx, found)]);
          if (found.kind === 'book') await book.passed(tx, found);
          if (found.kind === 'export') await keyMaterial.passed(tx, found);
        },
      });
      wakers.push(workers.wake, proposing.wake);
      const stopWatch = watch.start(repeat);
      const stopPurge = repeat(qrcs.purge, purgeMs, (error) => log.warn({ err: error }, 'old codes not removed'));
      const stopForget = repeat(book.purge, purgeMs, (error) =>
        log.warn({ err: error }, 'beneficiaries of old payees not removed'),
      );
      const stopLook = repeat(book.lookForCode, codeLookEveryMs, (error) =>
        log.warn({ err: error }, 'payees’ addresses not looked at'),
      );
      return async () => {
        await Promise.all([workers.stop(), proposing.stop(), stopWatch(), stopPurge(), stopForget(), stopLook()]);
        await notifier.stop();
      };
    },
  };
}
