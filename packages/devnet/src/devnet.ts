import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { bitcoinFaucet, fillPurse, purseAddress } from './bitcoin/faucet.ts';
import { startBitcoin } from './bitcoin/launch.ts';
import type { Child } from './children.ts';
import { evmChainId, startAnvil } from './evm/anvil.ts';
import { fundEvm } from './evm/faucet.ts';
import { keepState, type StateKeeper } from './evm/state.ts';
import { deployToken, devToken } from './evm/token.ts';
import { FaucetError } from './faucet/errors.ts';
import { type FaucetActions, serveFaucet } from './faucet/server.ts';
import { type Call, rpcClient } from './json-rpc.ts';
import { bitcoinMiner, evmMiner, startTicker } from './ticker.ts';
import type { Devnet, DevnetNodes, DevnetOptions } from './types.ts';

const defaultTickMs = 2_000;
const evmChain = `evm:${evmChainId}`;
const bitcoinChain = 'bitcoin:regtest';

interface Nodes {
  readonly urls: { readonly evm: string; readonly bitcoin: string };
  readonly evm: Call;
  readonly bitcoin: Call;
  readonly keeper: StateKeeper;
}

const describeNodes = (urls: Nodes['urls']): DevnetNodes => ({
  evm: { url: urls.evm, chainId: evmChainId, token: devToken },
  bitcoin: { url: urls.bitcoin },
});

function actionsOf({ urls, evm, bitcoin, keeper }: Nodes): FaucetActions {
  const coins = bitcoinFaucet(bitcoin);
  return {
    async fund({ chain, symbol, address, amount }) {
      if (chain === evmChain) return fundEvm(evm, symbol, address, amount);
      if (chain !== bitcoinChain) throw new FaucetError('unknown chain');
      if (symbol !== 'BTC') throw new FaucetError(`no ${symbol.slice(0, 20)} on this chain`);
      return coins.fund(address, amount);
    },
    async mine(chain, blocks) {
      if (chain === bitcoinChain) await bitcoin('generatetoaddress', blocks, purseAddress);
      else if (chain === evmChain) {
        for (let n = 0; n < blocks; n++) await evm('evm_mine');
        await keeper.save();
      } else throw new FaucetError('unknown chain');
    },
    status: async () => ({
      ...describeNodes(urls),
      chains: [
        { chain: evmChain, height: Number(await evm<string>('eth_blockNumber')), symbols: ['ETH', devToken.symbol] },
        { chain: bitcoinChain, height: await bitcoin<number>('getblockcount'), symbols: ['BTC'] },
      ],
    }),
  };
}

/** What is running, filled as it starts, so that a start that fails half-way can be undone. */
interface Running {
  readonly children: Child[];
  nodes?: Nodes;
  server?: Server;
  stopTicker?: () => void;
}

async function startNodes(running: Running, dir: string, ports: NonNullable<DevnetOptions['ports']>): Promise<Nodes> {
  const stateFile = path.join(dir, 'evm-state.json');
  const anvil = await startAnvil({ port: ports.evm ?? 0, stateFile, logFile: path.join(dir, 'anvil.out') });
  running.children.push(anvil);
  const bitcoin = await startBitcoin({ dir, port: ports.bitcoin ?? 0 });
  running.children.push(bitcoin.child);
  const urls = { evm: `http://127.0.0.1:${anvil.ready}`, bitcoin: bitcoin.url };
  const evm = rpcClient(urls.evm);
  const nodes = { urls, evm, bitcoin: rpcClient(urls.bitcoin), keeper: keepState(evm, stateFile) };
  await deployToken(nodes.evm);
  await nodes.keeper.save();
  await fillPurse(nodes.bitcoin);
  running.nodes = nodes;
  return nodes;
}

async function stopAll({ children, nodes, server, stopTicker }: Running): Promise<void> {
  stopTicker?.();
  server?.close();
  server?.closeAllConnections();
  // What could not be saved now was saved after the last block; stopping goes on.
  await nodes?.keeper.save().catch(() => undefined);
  await Promise.all(children.map((child) => child.stop()));
}

/**
 * Starts both chains where they stopped, and the faucet. A fresh folder gets the token and the first 110 Bitcoin blocks.
 * @throws Error with the last words of the child that did not start
 */
export async function startDevnet(options: DevnetOptions): Promise<Devnet> {
  const { dir, ports = {}, log = () => undefined, tickMs = defaultTickMs } = options;
  mkdirSync(dir, { recursive: true });
  const running: Running = { children: [] };
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping ??= stopAll(running);
    return stopping;
  };
  try {
    const nodes = await startNodes(running, dir, ports);
    running.server = await serveFaucet(actionsOf(nodes), ports.faucet ?? 0);
    const miners = [evmMiner(nodes.evm), bitcoinMiner(nodes.bitcoin, purseAddress)];
    if (tickMs > 0) running.stopTicker = startTicker(miners, tickMs, nodes.keeper.saveSometimes);
    const failed = Promise.race(running.children.map((child) => child.exited));
    void failed.then((why) => stopping ?? log(why));
    const { port } = running.server.address() as AddressInfo;
    return { ...describeNodes(nodes.urls), faucet: { url: `http://127.0.0.1:${port}` }, failed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
