/** Compiles the contracts into files that are committed: `node packages/devnet/scripts/compile.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compileSolidity, solidity } from './solidity.ts';

const root = path.join(import.meta.dirname, '..');
const files = ['DevToken.sol', 'DevNames.sol', 'DevVault.sol', 'DevFeed.sol', 'DevNfts.sol', 'DevSettlers.sol'];
const made = compileSolidity(path.join(root, 'contracts'), files);
const codeOf = (kind: 'bytecode' | 'deployedBytecode', names: readonly string[]): object =>
  Object.fromEntries(names.map((name) => [name, `0x${made[name]?.[kind].object}`]));
const contracts = {
  compiler: solidity.version,
  bytecode: codeOf('bytecode', [
    ...['DevAllowanceHolder', 'DevFeed', 'DevForwarder', 'DevNft', 'DevNfts', 'DevSettler', 'DevToken', 'DevUsdc'],
    ...['DevVault', 'LyingNft'],
  ]),
  /** What lies on the chain, for what is put there without a transaction. */
  deployed: codeOf('deployedBytecode', ['DevNames']),
};
const write = (file: string, value: object): void => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
mkdirSync(path.join(root, 'artifacts'), { recursive: true });
write(path.join(root, 'artifacts', 'contracts.json'), contracts);

const chains = path.join(root, '..', 'chains', 'contracts');
for (const name of ['Disperse', 'Trial']) {
  const made = compileSolidity(chains, [`${name}.sol`])[name];
  write(path.join(chains, `${name}.json`), {
    compiler: solidity.version,
    settings: solidity.settings,
    initCode: `0x${made?.bytecode.object}`,
    code: `0x${made?.deployedBytecode.object}`,
  });
}
