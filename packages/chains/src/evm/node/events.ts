/** What contracts tell while a call is tried: in words where a standard has the event. Whoever writes a contract chooses what it tells, so it is told as that. */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { TriedEvent } from '../../rpc/calls.ts';
import { type Fields, fieldsOf, listOf } from '../../rpc/shape.ts';
import { checkEvmAddress } from '../address.ts';

/** With names; those of a topic stand first in each. */
const known = [
  'Transfer(address from,address to,uint256 amountOrId)',
  'Approval(address owner,address spender,uint256 amountOrId)',
  'ApprovalForAll(address owner,address operator,bool approved)',
  'TransferSingle(address operator,address from,address to,uint256 id,uint256 amount)',
  'Deposit(address to,uint256 amount)',
  'Withdrawal(address from,uint256 amount)',
  // Permit2.
  'Permit(address owner,address token,address spender,uint160 amount,uint48 expiration,uint48 nonce)',
  'Approval(address owner,address token,address spender,uint160 amount,uint48 expiration)',
  'OwnershipTransferred(address before,address after)',
  'RoleGranted(bytes32 role,address account,address sender)',
  'RoleRevoked(bytes32 role,address account,address sender)',
  'Upgraded(address implementation)',
  'AdminChanged(address before,address after)',
  'Paused(address account)',
  'Unpaused(address account)',
  // Safe.
  'AddedOwner(address owner)',
  'RemovedOwner(address owner)',
  'ChangedThreshold(uint256 threshold)',
  'EnabledModule(address module)',
] as const;

interface Shape {
  readonly name: string;
  readonly parts: readonly { readonly type: string; readonly name: string }[];
}
function shapeOf(text: string): readonly [topic: string, shape: Shape] {
  const [name = '', inside = ''] = text.replace(/\)$/, '').split('(');
  const parts = inside.split(',').map((part) => {
    const [type = '', called = ''] = part.split(' ');
    return { type, name: called };
  });
  const signature = `${name}(${parts.map(({ type }) => type).join()})`;
  return [`0x${bytesToHex(keccak_256(utf8ToBytes(signature)))}`, { name, parts }];
}
const shapes: ReadonlyMap<string, Shape> = new Map(known.map(shapeOf));

const wordPattern = /^[0-9a-f]{64}$/;
/** A word as a value of its type; undefined where it is none. */
function valueIn(type: string, word: string): string | undefined {
  if (!wordPattern.test(word)) return undefined;
  if (type === 'bytes32') return `0x${word}`;
  const value = BigInt(`0x${word}`);
  if (type === 'bool') return value > 1n ? undefined : value === 1n ? 'true' : 'false';
  if (type !== 'address') return value >> BigInt(type.slice(4)) === 0n ? String(value) : undefined;
  if (!word.startsWith('0'.repeat(24))) return undefined;
  const checked = checkEvmAddress(`0x${word.slice(24)}`);
  return checked.ok ? checked.address : `0x${word.slice(24)}`;
}

/** What a log says by a standard; undefined where none has it, or it is written in another way. */
function readAs(shape: Shape | undefined, words: readonly string[]): TriedEvent['args'] | undefined {
  if (!shape || shape.parts.length !== words.length) return undefined;
  const args = shape.parts.map(({ type, name }, at) => ({ name, text: valueIn(type, words[at] ?? '') }));
  return args.every((one): one is TriedEvent['args'][number] => one.text !== undefined) ? args : undefined;
}

/** @param coin the address by which nodes tell of the chain's own coin: no contract tells that */
export function eventsTried(logs: readonly unknown[], coin: string): TriedEvent[] {
  return logs.flatMap((each) => {
    const log: Fields = fieldsOf(each, 'log');
    const source = String(log.address).toLowerCase();
    const [topic, ...rest] = listOf(log.topics, 'log.topics').map(String);
    const checked = checkEvmAddress(source);
    if (source === coin || !checked.ok) return [];
    const data =
      String(log.data)
        .slice(2)
        .match(/.{1,64}/g) ?? [];
    const shape = topic === undefined ? undefined : shapes.get(topic);
    const args = readAs(shape, [...rest.map((one) => one.slice(2)), ...data]);
    const selector = topic !== undefined && /^0x[0-9a-f]{64}$/.test(topic) ? topic : '';
    return [{ contract: checked.address, topic: selector, name: args && shape ? shape.name : '', args: args ?? [] }];
  });
}
