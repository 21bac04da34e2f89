import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Child, guarded, startChild } from '../children.ts';

/** Accounts whose keys everybody knows (the usual test mnemonic). The first deploys and pays; tests take the others. */
export const devAccounts = {
  faucet: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  second: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
} as const;
export const evmChainId = 31337;

const architectures: Partial<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** Path of the anvil program that npm brought for this machine. @throws Error naming the package that is missing */
export function anvilBinary(platform: string = process.platform, arch: string = process.arch): string {
  const name = `@foundry-rs/anvil-${platform === 'win32' ? 'win32' : platform}-${architectures[arch] ?? arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'));
  try {
    const folder = path.dirname(require.resolve(`${name}/package.json`));
    return path.join(folder, 'bin', platform === 'win32' ? 'anvil.exe' : 'anvil');
  } catch {
    throw new Error(`the local Ethereum node is missing: npm package ${name} is not installed`);
  }
}

/**
 * One slot an epoch makes the `finalized` tag usable; blocks come from our ticker, as empty ones cost 1.7 kB each.
 * @param stateFile loaded when it exists
 */
export function startAnvil(options: { port: number; stateFile: string; logFile: string }): Promise<Child> {
  const args = ['--host', '127.0.0.1', '--port', String(options.port), '--chain-id', String(evmChainId)];
  args.push('--no-mining', '--slots-in-an-epoch', '1', '--balance', '1000000000', '--order', 'fees');
  if (existsSync(options.stateFile)) args.push('--load-state', options.stateFile);
  const readyLine = /Listening on 127\.0\.0\.1:(\d+)/;
  return startChild(guarded({ name: 'anvil', command: anvilBinary(), args, readyLine, logFile: options.logFile }));
}
