/**
 * `npm run faults`: random `kill -9` of server, signers and database during mixed deposits and withdrawals on a sandbox of its own, then a count
 * from the chain itself: nothing lost, nothing twice, books = chain. Exit code 1 on any violation. The seed is printed; `--seed N` repeats a run's
 * choices (not the machine's timing).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { randomFrom } from '@holdfast/testkit/random';
import { type Installation, openInstallation } from '../sandbox/installation.ts';
import { bookedDeposits, bookedOrders, ownAddresses, readBooks } from './books.ts';
import { readChains } from './chain-facts.ts';
import { checks, type Evidence } from './check.ts';
import type { Books } from './facts.ts';
import { readJournals } from './journals.ts';
import { runChaos } from './kills.ts';
import { type FaultOptions, readFaultOptions } from './options.ts';
import { prepare } from './prepare.ts';
import { changeRules, lastVersions } from './rules.ts';
import { startStakes } from './stakes.ts';
import { createWorkload } from './workload.ts';

const open = new Set([1000, 1100, 1200]);
const credited = 2000;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(0)} s`;

/** Waits until nothing moves any more, or the time is over. */
async function drain(fixture: Installation, until: number, deposits: () => number): Promise<void> {
  for (let last = ''; Date.now() < until; await sleep(2_000)) {
    const waiting = (await bookedOrders(fixture)).filter(({ status }) => open.has(status)).length;
    const arriving = deposits() - (await bookedDeposits(fixture)).filter(({ status }) => status === credited).length;
    if (waiting === 0 && arriving <= 0) return;
    const line = `  draining: ${waiting} orders and ${arriving} deposits on their way`;
    if (line !== last) console.log(line);
    last = line;
  }
}

function report(evidence: Evidence): number {
  let violations = 0;
  for (const [name, check] of Object.entries(checks)) {
    const found = [...check(evidence)];
    console.log(
      `  ${found.length === 0 ? 'ok  ' : 'FAIL'} ${name}${found.length > 0 ? `: ${found.length} violations` : ''}`,
    );
    for (const violation of found.slice(0, 20)) console.log(`         ${violation}`);
    violations += found.length;
  }
  return violations;
}

const counted = (names: readonly string[]): string =>
  [...Map.groupBy(names, (name) => name)].map(([name, all]) => `${name} ${all.length}`).join(', ') || 'nothing';

function summary({ asked, made, books, chain, decided, rules }: Evidence): void {
  const signedAgain = decided.length - new Set(decided.map(({ signer, intent }) => `${signer} ${intent}`)).size;
  const refused = asked.filter((each) => each.refused !== undefined);
  const rows = {
    'deposits made, credited': `${made.length}, ${books.deposits.filter(({ status }) => status === credited).length}`,
    'withdrawals asked for, accepted, refused': `${asked.length}, ${asked.filter((each) => each.orderId !== undefined).length}, ${refused.length}`,
    'orders paid on chain': `${chain.payments.length} (${counted(chain.payments.map(({ symbol }) => symbol))})`,
    'done with stake': counted((chain.stakes ?? []).map(({ kind }) => kind)),
    'changes of the rules taken over': rules.taken,
    'decisions to sign again, within their conflict class': signedAgain,
  };
  for (const [name, value] of Object.entries(rows)) console.log(`  ${name}: ${value}`);
  for (const reason of new Set(refused.map((each) => each.refused))) console.log(`    refused: ${reason}`);
}

async function run(options: FaultOptions, fixture: Installation): Promise<number> {
  const random = randomFrom(options.seed);
  const began = Date.now();
  const until = began + options.minutes * 60_000;
  const prepared = await prepare(fixture);
  console.log(
    `prepared: ${prepared.wallets.length} sub-wallets, ${prepared.targets.length} addresses (${seconds(Date.now() - began)})`,
  );
  const workload = createWorkload({ fixture, random, targets: prepared.targets, giveUpAt: until });
  const stakes = startStakes({
    fixture,
    asked: workload.asked,
    seed: options.seed,
    targets: prepared.targets,
    giveUpAt: until,
  });
  const begin = (upTo: number): void => {
    while (workload.begun() < upTo) workload.begin();
  };
  const chaosBegan = Date.now();
  const chaosMs = (until - chaosBegan) * 0.55;
  const rules = changeRules({
    fixture,
    expected: ({ request }) => workload.asked.some(({ requestId }) => requestId === request),
    changes: options.changes,
    pauseMs: Math.floor(chaosMs / (2 * (options.changes + 1))),
    until,
  });
  const killed = await runChaos({
    fixture,
    random,
    servers: options.servers,
    kills: options.kills,
    meanPauseMs: Math.floor(chaosMs / Math.max(1, options.kills)),
    until,
    between: (n) => {
      if (n > 0 && n % 25 === 0)
        console.log(`  ${n} kills, ${workload.begun()} begun (${seconds(Date.now() - began)})`);
      begin(Math.ceil(((n + 1) * options.orders) / options.kills));
    },
  });
  begin(options.orders);
  console.log(
    `${[...killed].map(([name, n]) => `${name} ${n}×`).join(', ')} killed in ${seconds(Date.now() - chaosBegan)}`,
  );
  await rules.stop();
  await stakes.stop();
  await workload.settle();
  await drain(fixture, until, () => prepared.made.length + workload.made.length);
  console.log(`drained after ${seconds(Date.now() - began)}`);
  await rules.approver().stop();
  const versions = await lastVersions(fixture, until);
  const own = await ownAddresses(fixture, prepared.wallets);
  const books: Books = await readBooks(fixture, prepared.wallets);
  const chain = await readChains(fixture, own);
  await fixture.stop();
  const decided = await readJournals(fixture.data);
  const made = [...prepared.made, ...workload.made];
  const minimums = new Map(
    fixture.chains.flatMap(({ assets }) => assets.map(({ symbol, minDeposit }) => [symbol, BigInt(minDeposit)])),
  );
  const told = { taken: rules.taken(), versions };
  const evidence = { asked: workload.asked, made, books, chain, decided, rules: told, minimums };
  summary(evidence);
  return report(evidence) + rules.approver().strangers().length;
}

const options = readFaultOptions(process.argv.slice(2));
console.log(
  `seed ${options.seed}: ${options.kills} kills, ${options.orders} deposits and withdrawals, ${options.changes} changes of the rules, ${options.servers} server${options.servers === 1 ? '' : 's'}, at most ${options.minutes} min`,
);
// Unstaked coins come back at once: nobody waits for days.
process.env.HOLDFAST_UNFREEZE_DAYS ??= '0';
// One wallet pays more within this hour than others do in a day.
process.env.HOLDFAST_FEE_PAYMENTS ??= String(options.orders);
const fixture = await openInstallation(undefined, options.servers);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void fixture.stop().then(() => process.exit(130)));
let violations = 1;
try {
  violations = await run(options, fixture);
  console.log(
    violations === 0 ? '0 lost, 0 duplicated, books = chain' : `${violations} violations (seed ${options.seed})`,
  );
} finally {
  await fixture.stop();
  if (options.keep || violations > 0) console.log(`data and logs: ${fixture.data}`);
  else fixture.remove();
}
process.exit(violations === 0 ? 0 : 1);
