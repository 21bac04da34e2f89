/** Withdraw requests over HTTP: a server, its database, its chain and whoever asks are processes of their own, so that each one's share of the processor is known. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { headerNames, withdraw } from '@holdfast/contract';
import { install, startTestServer } from '@holdfast/server/test/index.ts';
import { serverProcesses } from '@holdfast/server/test/processes.ts';
import { type Devnet, devnetChains, startDevnet } from '../packages/devnet/src/index.ts';
import type { Asked, AskingPlan } from './asking.ts';
import type { BenchDatabase } from './database.ts';
import { cpuOfFamily } from './database-work.ts';
import { percentile } from './one-key.ts';
import { cpuOf } from './payments.ts';

const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const connections = 64;
const client = fileURLToPath(new URL('asking.ts', import.meta.url));

/** Of one run; processor times in ms for each accepted request. */
export interface OverHttp {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly serverCpu: number;
  readonly databaseCpu: number;
  readonly clientCpu: number;
}
export interface Desk {
  /** Asks for so long; refusals end it. */
  ask(ms: number): Promise<OverHttp>;
  /** Signers that answer at once, or none. */
  setSigners(there: boolean): void;
  close(): Promise<void>;
}

async function runClient(plan: AskingPlan): Promise<{ asked: Asked; cpuMs: number }> {
  const child = fork(client, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] });
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`who asks ended (${code})`)));
  child.send(plan);
  let cpuMs = 0;
  const look = setInterval(() => (cpuMs = cpuOf(child.pid) || cpuMs), 100);
  try {
    const [asked] = (await Promise.race([once(child, 'message'), ended])) as [Asked];
    ended.catch(() => undefined);
    return { asked, cpuMs };
  } finally {
    clearInterval(look);
  }
}

/** The treasury's coins are on the chain: what the books hold is what a look at the chain finds. */
async function fundTreasury({ api, subWalletId }: Awaited<ReturnType<typeof install>>, chainId: string): Promise<void> {
  const ask = { sub_wallet_id: subWalletId, symbol: 'ETH' };
  await api.sandbox.fund({ ...ask, amount: '100000' });
  for (let waited = 0; waited < 100; waited++) {
    await api.sandbox.mine({ chain_id: chainId, blocks: 10 });
    if ((await api.withdraw.symbolBalance(ask)).normal_balance !== '0') return;
    await sleep(200);
  }
  throw new Error('the deposit was not credited');
}

/** The whole request: session, second factor, every check, fee, intent, order and hold, on one balance. */
export async function openDesk(base: BenchDatabase): Promise<Desk> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'hf-bench-chain-'));
  const devnet: Devnet<'evm'> = await startDevnet({ chains: ['evm'], dir, tickMs: 0 });
  const servers = serverProcesses(1);
  const server = await startTestServer({
    chains: devnetChains(devnet),
    config: { database: { url: base.url }, sandbox: { faucetUrl: devnet.faucet.url } },
    start: servers.start,
  });
  const installed = await install(server);
  await fundTreasury(installed, devnet.evm.config.id);
  const form = { sub_wallet_id: String(installed.subWalletId), symbol: 'ETH', address_to: to, amount: '0.001' };
  const headers = {
    [headerNames.token]: installed.token,
    [headerNames.client]: 'web',
    [headerNames.language]: 'en_US',
    'user-agent': 'testkit',
  };
  const plan = {
    port: Number(new URL(server.url).port),
    path: withdraw.create.path,
    headers,
    form: new URLSearchParams(form).toString(),
    connections,
  };
  const cpuNow = (): [number, number] => [cpuOf(servers.pid(0)), cpuOfFamily(base.pid())];
  return {
    setSigners(there) {
      for (const signer of server.signers) signer.setDown(!there);
    },
    async ask(ms) {
      const before = cpuNow();
      const { asked, cpuMs } = await runClient({ ...plan, ms });
      const after = cpuNow();
      if (Object.keys(asked.refused).length > 0) throw new Error(`refused: ${JSON.stringify(asked.refused)}`);
      const each = (n: 0 | 1): number => (after[n] - before[n]) / asked.accepted;
      return {
        perSecond: (asked.accepted * 1000) / asked.ms,
        p50: percentile(asked.spansMs, 0.5),
        p99: percentile(asked.spansMs, 0.99),
        serverCpu: each(0),
        databaseCpu: each(1),
        clientCpu: cpuMs / asked.accepted,
      };
    },
    async close() {
      await server.close();
      await devnet.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
