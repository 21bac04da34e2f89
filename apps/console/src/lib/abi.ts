import { type AbiType, encodeArguments, type Method, methodOf, type Parameter, type Value } from '@holdfast/policy';

/** Contract ABIs as people paste them, and the texts of a form as arguments of a call. */

interface JsonParameter {
  readonly type?: unknown;
  readonly name?: unknown;
  readonly components?: unknown;
}

function parameterText({ type, name, components }: JsonParameter): string {
  const kind = String(type);
  const inner = Array.isArray(components) ? `(${components.map(parameterText).join(',')})` : 'tuple';
  const spelled = kind.startsWith('tuple') ? `${inner}${kind.slice('tuple'.length)}` : kind;
  return typeof name === 'string' && name !== '' ? `${spelled} ${name}` : spelled;
}

/** What changes something: the rest is only asked for. */
const isWrite = (entry: { readonly type?: unknown; readonly stateMutability?: unknown }): boolean =>
  entry.type === 'function' && entry.stateMutability !== 'view' && entry.stateMutability !== 'pure';

function ofJson(text: string): string[] | undefined {
  try {
    const read: unknown = JSON.parse(text);
    const list = Array.isArray(read) ? read : (read as { abi?: unknown } | null)?.abi;
    if (!Array.isArray(list)) return undefined;
    return list.filter(isWrite).map(({ name, inputs }) => `${name}(${(inputs ?? []).map(parameterText).join(',')})`);
  } catch {
    return undefined;
  }
}

/** An artifact of a compiler, or an ABI: its constructor's parameters, and the bytecode where it has one. */
interface Artifact {
  readonly inputs: string;
  readonly bytecode: string;
}

function artifactOf(text: string): Artifact | undefined {
  try {
    const read = JSON.parse(text) as { abi?: unknown; bytecode?: unknown } | readonly unknown[] | null;
    const list = Array.isArray(read) ? read : (read as { abi?: unknown } | null)?.abi;
    if (!Array.isArray(list)) return undefined;
    const made = list.find((entry: { readonly type?: unknown }) => entry?.type === 'constructor');
    const code = Array.isArray(read) ? undefined : (read as { bytecode?: unknown }).bytecode;
    const object = typeof code === 'object' && code !== null && 'object' in code ? code.object : code;
    const parameters: unknown = made?.inputs;
    return {
      inputs: `(${(Array.isArray(parameters) ? parameters : []).map(parameterText).join(',')})`,
      bytecode: typeof object === 'string' ? object : '',
    };
  } catch {
    return undefined;
  }
}

/** What somebody pasted of a contract: a JSON ABI, an artifact with its bytecode (Hardhat, Foundry), or a constructor's signature. */
export const contractIn = (text: string): Artifact =>
  artifactOf(text) ?? { inputs: text.trim() === '' ? '()' : text.trim(), bytecode: '' };

/** Methods that somebody pasted: a JSON ABI, or signatures, one a line; and what of it is none. Each method once. */
export function methodsIn(text: string): { readonly methods: readonly Method[]; readonly strange: readonly string[] } {
  const lines = ofJson(text) ?? text.split(/[\n;]/).filter((line) => line.trim() !== '');
  const read = lines.map((line) => ({ line, method: methodOf(line) }));
  const found = new Map(read.flatMap(({ method }) => (method ? [[method.selector, method] as const] : [])));
  return { methods: [...found.values()], strange: read.flatMap(({ line, method }) => (method ? [] : [line.trim()])) };
}

/** Lists and tuples are written as JSON; numbers in them as texts or numbers. */
function nested(type: AbiType, value: unknown): Value | undefined {
  if (type.kind !== 'list' && type.kind !== 'tuple')
    return typeof value === 'object' ? undefined : valueFrom(type, String(value));
  if (!Array.isArray(value)) return undefined;
  const types = type.kind === 'tuple' ? type.parts.map((part) => part.type) : value.map(() => type.of);
  if (types.length !== value.length) return undefined;
  const parts = value.map((one, i) => nested(types[i] ?? type, one));
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

function numberOf(text: string): bigint | undefined {
  return /^-?\d+$/.test(text) || /^0x[0-9a-f]+$/i.test(text) ? BigInt(text) : undefined;
}

/** A text of a form as an argument; undefined where it is none. */
export function valueFrom(type: AbiType, source: string): Value | undefined {
  const text = source.trim();
  switch (type.kind) {
    case 'uint':
    case 'int':
      return numberOf(text.replaceAll(/[\s_,]/g, ''));
    case 'bool':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'address':
      return /^0x[0-9a-f]{40}$/i.test(text) ? text : undefined;
    case 'bytes':
      return /^0x([0-9a-f]{2})*$/i.test(text) ? text : undefined;
    case 'string':
      return source;
    default:
      try {
        return nested(type, JSON.parse(text));
      } catch {
        return undefined;
      }
  }
}

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Which arguments are none, by their places; and the call's data where all are. */
export function dataOf(
  method: Method,
  texts: readonly string[],
): { readonly data: string; readonly faults: readonly number[] } {
  const values = method.inputs.map(({ type }: Parameter, i) => valueFrom(type, texts[i] ?? ''));
  const faults = values.flatMap((value, i) => (value === undefined || !fits(method.inputs[i], value) ? [i] : []));
  if (faults.length > 0) return { data: '', faults };
  return { data: `${method.selector}${hex(encodeArguments(method.inputs, values as Value[]))}`, faults };
}

/** Is it in the range of its type? */
function fits(parameter: Parameter | undefined, value: Value): boolean {
  try {
    if (parameter) encodeArguments([parameter], [value]);
    return true;
  } catch {
    return false;
  }
}
