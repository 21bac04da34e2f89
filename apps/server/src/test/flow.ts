import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChainConfig } from '@holdfast/chains';
import { type Devnet, devnetChains, rpcClient, startDevnet } from '@holdfast/devnet';
import { type Intent, parseIntent } from '@holdfast/policy';
import { decide, type TestMember } from '@holdfast/testkit';
import { type Installed, type InstallOptions, install, startTestServer, type TestServer } from '../../test/index.ts';
import type { ServerConfig } from '../config.ts';

export interface Flow {
  readonly devnet: Devnet<'evm' | 'bitcoin'>;
  readonly server: TestServer;
  readonly installed: Installed;
  readonly api: Installed['api'];
  rpc(chain: 'evm' | 'bitcoin', method: string, ...params: unknown[]): Promise<unknown>;
  mine(chain: 'evm' | 'bitcoin', blocks?: number): Promise<void>;
  fund(symbol: string, amount: string): Promise<string>;
  /** Decides on an order as a member would on a signer's page, in these words; `changed`, in others on the way here. */
  decide(
    orderId: number,
    member?: TestMember,
    decision?: 'approve' | 'refuse' | 'initiate',
    said?: { readonly remark?: string; readonly changed?: string },
  ): Promise<void>;
  available(symbol: string): Promise<string>;
  status(orderId: number): Promise<number>;
  close(): Promise<void>;
}

/** Waits until `look` gives something; fails loudly with what it was waiting for. */
export async function until<T>(what: string, look: () => Promise<T | undefined | false>, limitMs = 60_000): Promise<T> {
  const end = Date.now() + limitMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > end) throw new Error(`waited ${limitMs} ms for ${what}`);
    await sleep(50);
  }
}

interface Deciding {
  approve(intentId: string, decision?: 'approve' | 'refuse'): Promise<Intent>;
}
/** Decides on a request as soon as the signers were shown it. */
export const decideSoon = (
  fixture: Deciding,
  ...[intentId, decision]: Parameters<Deciding['approve']>
): Promise<Intent> =>
  until('the request at the signer', () => fixture.approve(intentId, decision).catch(() => undefined));

const chainIds = { evm: 'evm:31337', bitcoin: 'bitcoin:regtest' } as const;

/** The real server with stand-in signers on real local chains whose blocks are mined only when asked for. */
export async function startFlow(
  options: InstallOptions = {},
  adjust: (chains: ChainConfig[]) => ChainConfig[] = (chains) => chains,
  config: Partial<ServerConfig> = {},
): Promise<Flow> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'hf-flow-'));
  const devnet = await startDevnet({ chains: ['evm', 'bitcoin'], dir, tickMs: 0 });
  const chains = adjust(devnetChains(devnet));
  // Web hooks may lead to this machine, and nothing to anywhere else.
  const notices = { allow: ['127.0.0.1'], telegramUrl: 'http://127.0.0.1:9' };
  const server = await startTestServer({
    chains,
    config: { sandbox: { faucetUrl: devnet.faucet.url }, notices, ...config },
  });
  const installed = await install(server, options);
  const rpc = (chain: 'evm' | 'bitcoin', method: string, ...params: unknown[]): Promise<unknown> =>
    rpcClient(devnet[chain].url)(method, ...params);
  const flow: Flow = {
    devnet,
    server,
    installed,
    // A restart may give the server another port.
    get api() {
      return server.api({ token: installed.token });
    },
    rpc,
    mine: async (chain, blocks = 1) => void (await flow.api.sandbox.mine({ chain_id: chainIds[chain], blocks })),
    fund: async (symbol, amount) =>
      (await flow.api.sandbox.fund({ symbol, amount, sub_wallet_id: installed.subWalletId })).txid,
    async decide(orderId, member = installed.owner, decision = 'approve', { remark, changed } = {}) {
      const text = await until('announcement', async () => {
        const { rows } = await server.database.pool.query<{ intent_id: string }>(
          'select intent_id from orders where id = $1',
          [orderId],
        );
        return server.signers[0]?.announced.get(rows[0]?.intent_id ?? '');
      });
      const intent = parseIntent(text);
      const signed = decide(member, intent, decision, remark);
      const approval = changed === undefined ? signed : { ...signed, remark: changed };
      server.signers[0]?.emit({ type: 'approval', intentId: intent.id, approval });
    },
    available: async (symbol) =>
      (await flow.api.withdraw.symbolBalance({ sub_wallet_id: installed.subWalletId, symbol })).normal_balance,
    status: async (orderId) => (await flow.api.transaction.detail({ id: orderId, type: 2 })).status,
    async close() {
      await server.close();
      await devnet.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
  return flow;
}

/** An address nobody here owns. */
export const stranger = {
  evm: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  bitcoin: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
} as const;
