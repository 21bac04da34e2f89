/** Reads one block with little memory and says how many payments it has, or why not: `read-block.ts MODULE CHAIN HEIGHT`. */
import { pathToFileURL } from 'node:url';

const [, , module = '', text = '', height = ''] = process.argv;
const { readerOf }: typeof import('../../packages/chains/src/rpc.ts') = await import(pathToFileURL(module).href);
const said = await readerOf(JSON.parse(text))
  .block(Number(height), {})
  .then(
    (block) => `${block?.transfers.length} payments`,
    (error: { readonly code?: string }) => error.code ?? String(error),
  );
process.stdout.write(said);
