import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type ESTree, parseAst } from 'vite';

/** What an area of the console says of one of its screens. */
export interface Screen {
  /** Its address, with `*` for any one value. */
  readonly address: string;
  /** Absolute. */
  readonly file: string;
  /** The namespaces of its texts, beside those of all screens; or that it says only what the first ones have. */
  readonly texts: readonly string[] | 'first';
  /** Modules of its area's endpoints, as they are imported. */
  readonly endpoints: readonly string[];
  /** It stands without the shell. */
  readonly isGate: boolean;
}

type Node = ESTree.Expression;
type Constants = ReadonlyMap<string, Node>;

const bare = (node: Node): Node =>
  node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression' ? bare(node.expression) : node;

/** The constants of a module, by name, with those of the addresses that it has beside itself. */
function constantsOf(file: string): Constants {
  const { body } = parseAst(readFileSync(file, 'utf8'), { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file);
  const found = new Map<string, Node>();
  for (const statement of body) {
    if (statement.type === 'ImportDeclaration' && statement.source.value === './search.ts')
      for (const [name, value] of constantsOf(path.resolve(file, '../search.ts'))) found.set(name, value);
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declared.declarations)
      if (id.type === 'Identifier' && init) found.set(id.name, bare(init));
  }
  return found;
}

/** Reads values as their source has them: an area imports what runs in a browser alone. */
class AreaReader {
  readonly constants: Constants;
  readonly file: string;

  constructor(file: string) {
    this.file = file;
    this.constants = constantsOf(file);
  }

  refuse(what: string): never {
    throw new Error(`${this.file}: ${what} is not written as area-reader.ts can read it`);
  }

  valueOf(node: Node | undefined): Node | undefined {
    return node?.type === 'Identifier' ? (this.constants.get(node.name) ?? node) : node && bare(node);
  }

  textOf(node: Node | undefined): string {
    const value = this.valueOf(node);
    return value?.type === 'Literal' && typeof value.value === 'string' ? value.value : this.refuse('a text');
  }

  /** What an object has, by name. */
  entriesOf(node: Node | undefined): [string, Node][] {
    const value = this.valueOf(node);
    if (value === undefined) return [];
    if (value.type !== 'ObjectExpression') return this.refuse('an object');
    return value.properties.map((one) => {
      if (one.type !== 'Property') return this.refuse('an entry');
      const { key } = one;
      return [!one.computed && key.type === 'Identifier' ? key.name : this.textOf(key as Node), one.value];
    });
  }

  /** Of `() => import('…')`. */
  importedBy(node: Node | undefined): string {
    const load = this.valueOf(node);
    if (load?.type !== 'ArrowFunctionExpression' || load.body.type !== 'ImportExpression')
      return this.refuse('what loads a part');
    return this.textOf(load.body.source);
  }

  /** Of `lazyScreen(() => import('…'), texts)`. */
  lazyScreenOf(node: Node | undefined): Pick<Screen, 'file' | 'texts'> {
    const call = this.valueOf(node);
    if (call?.type !== 'CallExpression') return this.refuse('a screen');
    const [load, named] = call.arguments as Node[];
    const file = path.resolve(this.file, '..', this.importedBy(load));
    if (named === undefined) return { file, texts: [] };
    if (named.type !== 'ArrayExpression') return { file, texts: 'first' };
    return { file, texts: named.elements.map((one) => this.textOf(one as Node)) };
  }
}

/** The screens of one area. */
export function screensOf(file: string): Screen[] {
  const reader = new AreaReader(file);
  const objects = [...reader.constants.values()].filter(({ type }) => type === 'ObjectExpression');
  return objects.flatMap((object) => {
    const area = new Map(reader.entriesOf(object));
    const endpoints = reader.entriesOf(area.get('endpoints')).map(([, load]) => reader.importedBy(load));
    const screen = (address: string, node: Node | undefined, isGate: boolean): Screen => ({
      address: address.replace(/\{\w+\}|\$\w+/g, '*'),
      ...reader.lazyScreenOf(node),
      endpoints,
      isGate,
    });
    const inShell = reader
      .entriesOf(area.get('screens'))
      .map(([name, value]) => screen(`/mpc/${name}`, new Map(reader.entriesOf(value)).get('screen'), false));
    const gates = reader.entriesOf(area.get('gates')).map(([address, value]) => screen(address, value, true));
    return [...inShell, ...gates];
  });
}
