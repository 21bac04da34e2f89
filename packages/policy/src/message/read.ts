import { keccak_256 } from '@noble/hashes/sha3.js';
import { AbiError } from '../abi/codec.ts';
import { type Reading, readCall } from '../call/read.ts';
import type { Leaving } from '../call/standards/standard.ts';
import type { Intent } from '../intent.ts';
import { effectOf, isBounded, type MessageDeed, type NamedCall } from './shapes.ts';
import { type Said, saidBy } from './statement.ts';
import { textPreimage } from './text.ts';
import { type TypedData, typedPreimage } from './typed.ts';
import { MessageError } from './types.ts';

/** All that a message says of itself. */
export interface ReadMessage {
  readonly said: Said;
  /** What is hashed to be signed: it begins with 0x19, as no transaction of the chain does, nor an authorisation of EIP-7702. */
  readonly preimage: Uint8Array;
  readonly digest: Uint8Array;
  /** Of the domain; '' of a text, and where it names none. */
  readonly contract: string;
  /** Primary type; '' of a text. */
  readonly type: string;
  /** It names no chain, so that it counts on every one. */
  readonly chainless: boolean;
  readonly deed: MessageDeed;
  /** What a signature is worth nobody can bound. */
  readonly raw: boolean;
  readonly leaves: readonly Leaving[];
  /** Whom its outputs name: the contract, and whom it gives something or calls, each once; the account itself where there is nobody. */
  readonly names: readonly string[];
  /** The call that it lets somebody make, where it does and that can be read. */
  readonly call: Reading | undefined;
}

/** Why nobody can be asked to sign it. */
export type MessageFault = 'unreadableMessage' | 'messageElsewhere' | 'understatedMessage';

const nobody = /^0x0{40}$/;
const networkOf = (chain: string): string => chain.slice(chain.indexOf(':') + 1);
type Asked = Pick<Intent, 'call' | 'chain' | 'from'>;

/** @throws MessageError for a call that nobody can read: what it does would be left out in silence */
function callIn(call: NamedCall | undefined): Reading | undefined {
  if (!call || call.data === '0x') return undefined;
  const outputs = [{ address: call.contract, amount: '0', memo: '', entry: '', path: '' }];
  const read = readCall({ call: call.data, from: call.from, outputs });
  if (!read) throw new MessageError('a call in it cannot be read');
  // Code of others that runs as the contract itself: it does whatever it likes, by whatever name.
  return call.asItself ? { ...read, outer: { ...read.outer, source: 'raw' } } : read;
}

function readTyped(typed: TypedData, { chain, from }: Asked): ReadMessage | MessageFault {
  const { chainId, verifyingContract = '' } = typed.domain;
  if (chainId !== undefined && String(chainId) !== networkOf(chain)) return 'messageElsewhere';
  const contract = nobody.test(String(verifyingContract)) ? '' : String(verifyingContract);
  // What an account signs for itself is what its own code makes of it.
  if (contract === from) return 'unreadableMessage';
  const { deed, leaves = [], to = [], call } = effectOf(typed, { own: from, contract });
  const inner = callIn(call);
  const own = inner && call?.from === from ? inner : undefined;
  const named = new Set(
    [contract, ...to, ...(inner?.to ?? [])].filter((one) => one !== '' && one !== from && !nobody.test(one)),
  );
  const preimage = typedPreimage(typed);
  return {
    said: { form: 'typed', typed },
    preimage,
    digest: keccak_256(preimage),
    contract,
    type: typed.primaryType,
    chainless: chainId === undefined,
    deed,
    raw: !isBounded(deed) || chainId === undefined || contract === '',
    leaves: [...leaves, ...(own?.leaves ?? []).map((one) => ({ ...one, allowed: true as const }))],
    names: named.size > 0 ? [...named] : [from],
    call: inner,
  };
}

/** Reads what a message does from itself alone, strictly: what is read is written again, and another spelling is refused. */
export function readMessage(intent: Asked): ReadMessage | MessageFault {
  try {
    const said = saidBy(intent.call);
    if (said.form === 'typed') return readTyped(said.typed, intent);
    const preimage = textPreimage(said.text);
    return {
      ...{ said, preimage, digest: keccak_256(preimage), contract: '', type: '', chainless: true, deed: 'nothing' },
      ...{ raw: false, leaves: [], names: [intent.from], call: undefined },
    };
  } catch (error) {
    if (error instanceof MessageError || error instanceof AbiError) return 'unreadableMessage';
    throw error;
  }
}
