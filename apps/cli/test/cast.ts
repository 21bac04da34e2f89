import { createRequire } from 'node:module';
import path from 'node:path';

/** `cast`, the program that npm brought for this machine: what starts it elsewhere tells nobody how it ended. */
export function castProgram(): string {
  const require = createRequire(import.meta.url);
  const own = createRequire(require.resolve('@foundry-rs/cast/package.json'));
  const name = `@foundry-rs/cast-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
  return path.join(path.dirname(own.resolve(`${name}/package.json`)), 'bin', 'cast');
}

/** How it sends from a wallet that holds its own keys. */
export const castSend = (account: string, url: string): readonly string[] => [
  'send',
  '--unlocked',
  '--from',
  account,
  '--rpc-url',
  url,
  '--json',
  '--timeout',
  '120',
];
