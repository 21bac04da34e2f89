/** Compiles contracts/*.sol into artifacts/*.json, which are committed: `node packages/devnet/scripts/compile.ts`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import solc from 'solc';

interface SolcOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Record<
    string,
    Record<string, { evm: Record<'bytecode' | 'deployedBytecode', { object: string }> }>
  >;
}

const require = createRequire(import.meta.url);
const compile = solc.compile as (
  input: string,
  callbacks: { import: (name: string) => { contents: string } },
) => string;
const root = path.join(import.meta.dirname, '..');
const files = ['DevToken.sol', 'DevNames.sol', 'DevVault.sol', 'DevFeed.sol', 'DevNfts.sol'];
const input = {
  language: 'Solidity',
  sources: Object.fromEntries(
    files.map((file) => [file, { content: readFileSync(path.join(root, 'contracts', file), 'utf8') }]),
  ),
  settings: {
    evmVersion: 'cancun',
    optimizer: { enabled: true, runs: 200 },
    metadata: { bytecodeHash: 'none', appendCBOR: false },
    outputSelection: { '*': { '*': ['evm.bytecode.object', 'evm.deployedBytecode.object'] } },
  },
};
const read = (name: string) => ({ contents: readFileSync(require.resolve(name), 'utf8') });
const output = JSON.parse(compile(JSON.stringify(input), { import: read })) as SolcOutput;
for (const problem of output.errors ?? []) console.error(problem.formattedMessage);
if (output.errors?.some((problem) => problem.severity === 'error')) process.exit(1);
const made = Object.fromEntries(files.flatMap((file) => Object.entries(output.contracts[file] ?? {})));
const codeOf = (kind: 'bytecode' | 'deployedBytecode', names: readonly string[]): object =>
  Object.fromEntries(names.map((name) => [name, `0x${made[name]?.evm[kind].object}`]));
const contracts = {
  compiler: String(solc.version()),
  bytecode: codeOf('bytecode', [
    ...['DevFeed', 'DevForwarder', 'DevNft', 'DevNfts', 'DevToken', 'DevUsdc', 'DevVault', 'LyingNft'],
  ]),
  /** What lies on the chain, for what is put there without a transaction. */
  deployed: codeOf('deployedBytecode', ['DevNames']),
};
mkdirSync(path.join(root, 'artifacts'), { recursive: true });
writeFileSync(path.join(root, 'artifacts', 'contracts.json'), `${JSON.stringify(contracts, null, 2)}\n`);
