import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import solc from 'solc';

type Compiled = Readonly<Record<'bytecode' | 'deployedBytecode', { readonly object: string }>>;
interface SolcOutput {
  readonly errors?: readonly {
    readonly severity: string;
    readonly formattedMessage: string;
    readonly sourceLocation?: { readonly file: string };
  }[];
  readonly contracts: Record<string, Record<string, { readonly evm: Compiled }>>;
}

const require = createRequire(import.meta.url);
const compile = solc.compile as (
  input: string,
  callbacks: { import: (name: string) => { contents: string } },
) => string;

/** How our contracts are compiled: nothing of the machine, the day or the file's name comes into their bytes. */
export const solidity = {
  version: String(solc.version()),
  settings: {
    evmVersion: 'cancun',
    optimizer: { enabled: true, runs: 200 },
    metadata: { bytecodeHash: 'none', appendCBOR: false },
  },
} as const;

/**
 * Compiles files by their paths, which begin with the folder that is named.
 * @returns every contract by its name
 * @throws Error with what the compiler said of them, warnings too
 */
export function compileSolidity(folder: string, files: readonly string[]): Readonly<Record<string, Compiled>> {
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(files.map((file) => [file, { content: readFileSync(`${folder}/${file}`, 'utf8') }])),
    settings: {
      ...solidity.settings,
      outputSelection: { '*': { '*': ['evm.bytecode.object', 'evm.deployedBytecode.object'] } },
    },
  };
  const read = (name: string) => ({ contents: readFileSync(require.resolve(name), 'utf8') });
  const output = JSON.parse(compile(JSON.stringify(input), { import: read })) as SolcOutput;
  // What is warned of in a library is its own business.
  const problems = (output.errors ?? []).filter(
    ({ severity, sourceLocation }) => severity === 'error' || files.includes(sourceLocation?.file ?? ''),
  );
  if (problems.length > 0) throw new Error(problems.map(({ formattedMessage }) => formattedMessage).join('\n'));
  return Object.fromEntries(
    files.flatMap((file) =>
      Object.entries(output.contracts[file] ?? {}).map(([name, { evm }]) => [name, evm] as const),
    ),
  );
}
