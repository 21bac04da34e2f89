import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Child, guarded, startChild } from '../children.ts';
import { freePort } from '../ports.ts';

export interface Launch {
  readonly dir: string;
  readonly port: number;
  /** `user:password` that callers have to give; left out, our node asks for none, and bitcoind for one of its own. */
  readonly login?: string;
}

/** Our node, as a process of its own. It watches its standard input itself, so it needs no guard. */
export async function startOurs({ dir, port, login = '' }: Launch): Promise<{ child: Child; url: string }> {
  const main = path.join(import.meta.dirname, 'main.ts');
  const child = await startChild({
    name: 'bitcoin node',
    command: process.execPath,
    args: [main, '--file', path.join(dir, 'bitcoin.log'), '--port', String(port), '--login', login],
    readyLine: /^ready (\d+)$/,
    logFile: path.join(dir, 'bitcoin.out'),
  });
  return { child, url: `http://${login === '' ? '' : `${login}@`}127.0.0.1:${child.ready}` };
}

/** Bitcoin Core in regtest mode, for comparing our node and the adapters with the real thing. */
export async function startCore(
  program: string,
  { dir, port, login = 'devnet:devnet' }: Launch,
): Promise<{ child: Child; url: string }> {
  const data = path.join(dir, 'bitcoind');
  mkdirSync(data, { recursive: true });
  const [user = '', password = ''] = login.split(':');
  const rpcPort = port || (await freePort());
  const args = [
    '-regtest',
    `-datadir=${data}`,
    '-server',
    '-listen=0',
    '-txindex=1',
    '-fallbackfee=0.00002',
    '-printtoconsole',
  ];
  args.push(
    `-rpcport=${rpcPort}`,
    `-rpcuser=${user}`,
    `-rpcpassword=${password}`,
    '-rpcbind=127.0.0.1',
    '-rpcallowip=127.0.0.1',
  );
  // The rules of main net, at the rates our node has; Core's own defaults differ from version to version.
  args.push('-acceptnonstdtxn=0', '-minrelaytxfee=0.00001', '-incrementalrelayfee=0.00001', '-datacarriersize=83');
  const readyLine = /(init message: Done loading)/;
  const logFile = path.join(dir, 'bitcoin.out');
  const child = await startChild(guarded({ name: 'bitcoind', command: program, args, readyLine, logFile }));
  return { child, url: `http://${login}@127.0.0.1:${rpcPort}` };
}

/** `BITCOIND=/path/to/bitcoind` swaps the real one in. */
export const startBitcoin = (launch: Launch): Promise<{ child: Child; url: string }> => {
  const core = process.env.BITCOIND;
  return core ? startCore(core, launch) : startOurs(launch);
};
