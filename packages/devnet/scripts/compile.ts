/** Compiles contracts/*.sol into artifacts/*.json, which are committed: `node packages/devnet/scripts/compile.ts`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import solc from 'solc';

interface SolcOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts: Record<string, Record<string, { evm: { bytecode: { object: string } } }>>;
}

const require = createRequire(import.meta.url);
const compile = solc.compile as (
  input: string,
  callbacks: { import: (name: string) => { contents: string } },
) => string;
const root = path.join(import.meta.dirname, '..');
const file = 'DevToken.sol';
const input = {
  language: 'Solidity',
  sources: { [file]: { content: readFileSync(path.join(root, 'contracts', file), 'utf8') } },
  settings: {
    evmVersion: 'cancun',
    optimizer: { enabled: true, runs: 200 },
    metadata: { bytecodeHash: 'none', appendCBOR: false },
    outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
  },
};
const read = (name: string) => ({ contents: readFileSync(require.resolve(name), 'utf8') });
const output = JSON.parse(compile(JSON.stringify(input), { import: read })) as SolcOutput;
for (const problem of output.errors ?? []) console.error(problem.formattedMessage);
if (output.errors?.some((problem) => problem.severity === 'error')) process.exit(1);
const bytecode = Object.entries(output.contracts[file] ?? {}).map(([name, made]) => [
  name,
  `0x${made.evm.bytecode.object}`,
]);
mkdirSync(path.join(root, 'artifacts'), { recursive: true });
const text = JSON.stringify({ compiler: String(solc.version()), bytecode: Object.fromEntries(bytecode) }, null, 2);
writeFileSync(path.join(root, 'artifacts', 'contracts.json'), `${text}\n`);
