/** `node packages/client/build.ts [DIR]`: writes the package's files, JavaScript and types, into dist or DIR. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  rewriteRelativeImportExtensions: true,
};
const forTypes: ts.CompilerOptions = { ...compilerOptions, isolatedDeclarations: true, declaration: true };

/** @throws Error with what the compiler says */
function emit(dir: string, name: string): void {
  const source = readFileSync(path.join(import.meta.dirname, 'src', `${name}.ts`), 'utf8');
  const about = { fileName: `${name}.ts`, reportDiagnostics: true };
  const code = ts.transpileModule(source, { ...about, compilerOptions });
  const types = ts.transpileDeclaration(source, { ...about, compilerOptions: forTypes });
  const faults = [...(code.diagnostics ?? []), ...(types.diagnostics ?? [])];
  if (faults.length > 0)
    throw new Error(faults.map((fault) => ts.flattenDiagnosticMessageText(fault.messageText, '\n')).join('\n'));
  writeFileSync(path.join(dir, `${name}.js`), code.outputText);
  writeFileSync(path.join(dir, `${name}.d.ts`), types.outputText.replaceAll("'./calls.ts'", "'./calls.js'"));
}

export function build(dir: string): void {
  mkdirSync(dir, { recursive: true });
  for (const name of ['calls', 'index']) emit(dir, name);
}

if (process.argv[1] === import.meta.filename) build(process.argv[2] ?? path.join(import.meta.dirname, 'dist'));
