import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** What people write of a contract call, and what rules hold of it. By itself (`@holdfast/policy/selector`): only forms and who takes documents in need Keccak. */

const keccak = (text: string): string => bytesToHex(keccak_256(utf8ToBytes(text)));

/** Elementary types of the contract ABI; `uint` and `int` stand for 256 bits. */
const elementary =
  /^(address|bool|string|function|bytes([1-9]|[12]\d|3[0-2])?|u?int(8|16|24|32|40|48|56|64|72|80|88|96|104|112|120|128|136|144|152|160|168|176|184|192|200|208|216|224|232|240|248|256)?)$/;
const arrays = /((?:\[\d*\])*)$/;

/** The parts between commas that stand in no inner parentheses; undefined where these do not match. */
function partsOf(list: string): string[] | undefined {
  if (list.trim() === '') return [];
  const parts = [''];
  let depth = 0;
  for (const char of list) {
    depth += char === '(' ? 1 : char === ')' ? -1 : 0;
    if (depth < 0) return undefined;
    if (char === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return depth === 0 ? parts : undefined;
}

/** A parameter as it counts in the signature: its type alone, without name or place. */
function typeOf(parameter: string): string | undefined {
  const text = parameter.trim().replace(/^tuple\s*\(/, '(');
  if (text.startsWith('(')) {
    const end = text.lastIndexOf(')');
    const many = /^((?:\[\d*\])*)(?:\s+\w+){0,2}$/.exec(text.slice(end + 1))?.[1];
    const inner = many === undefined ? undefined : typesOf(text.slice(1, end));
    return inner === undefined ? undefined : `(${inner})${many}`;
  }
  const [type = '', ...words] = text.split(/\s+/);
  const [many = ''] = arrays.exec(type) ?? [];
  const base = type.slice(0, type.length - many.length);
  if (!elementary.test(base) || words.length > 2 || !words.every((word) => /^\w+$/.test(word))) return undefined;
  return base.replace(/^(u?int)$/, '$1256') + many;
}

function typesOf(list: string): string | undefined {
  const types = partsOf(list)?.map(typeOf);
  return types?.every((type) => type !== undefined) ? types.join(',') : undefined;
}

/**
 * The selector of a method, given as one or by its signature: `transfer(address to, uint256 amount)` is `0xa9059cbb`, the first four bytes of the
 * Keccak-256 of its canonical form (contract ABI specification, "Function Selector").
 * @returns undefined for what is neither; enums, contracts and structs by name have no type of their own in the ABI
 */
export function selectorOf(text: string): string | undefined {
  const wanted = text.trim();
  if (/^0x[0-9a-fA-F]{8}$/.test(wanted)) return wanted.toLowerCase();
  const [, name, list] = /^(?:function\s+)?([A-Za-z_$][\w$]*)\s*\((.*)\)$/.exec(wanted) ?? [];
  const types = list === undefined ? undefined : typesOf(list);
  return types === undefined ? undefined : `0x${keccak(`${name}(${types})`).slice(0, 8)}`;
}

/**
 * The address of a contract in its one spelling, where that is EIP-55's. Mixed case is a checksum and must be right.
 * @returns undefined for what is no address, and for the zero address
 */
export function eip55(text: string): string | undefined {
  const wanted = text.trim();
  const digits = /^0x([0-9a-fA-F]{40})$/.exec(wanted)?.[1];
  if (!digits || /^0+$/.test(digits)) return undefined;
  const lower = digits.toLowerCase();
  const hash = keccak(lower);
  const spelled = `0x${[...lower].map((char, i) => (Number.parseInt(hash[i] ?? '0', 16) >= 8 ? char.toUpperCase() : char)).join('')}`;
  return digits === lower || digits === digits.toUpperCase() || spelled === wanted ? spelled : undefined;
}
