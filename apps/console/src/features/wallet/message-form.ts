import {
  MessageError,
  parseTypedData,
  readMessage,
  type TypedData,
  textMessage,
  typedMessage,
  typedText,
} from '@holdfast/policy';
import { messageTold, type ToldMessage } from '@holdfast/review';

/** A message as somebody pastes it, and what it is by the signers' own code. Pure. */
export interface MessageForm {
  readonly by: 'text' | 'typed';
  readonly text: string;
}
export interface ReadForm {
  /** As the server is asked. */
  readonly wire: { readonly message: string } | { readonly typed_data: string };
  readonly told: ToldMessage;
}
export interface Account {
  readonly chain: string;
  readonly from: string;
}

/** @returns what is told of it, or why nobody could read it; `elsewhere` where it is of another network */
function toldOf(call: string, { chain, from }: Account): ToldMessage | 'elsewhere' | 'unreadable' {
  const read = readMessage({ call, chain, from });
  if (read === 'messageElsewhere') return 'elsewhere';
  if (typeof read === 'string') return 'unreadable';
  const outputs = read.names.map((address) => ({ address, amount: '0', memo: '', entry: '', path: '' }));
  const intent = { call, chain, from, outputs } as Parameters<typeof messageTold>[0]['intent'];
  return messageTold({ intent, entries: new Map() }) ?? 'unreadable';
}

/** Of typed data its one spelling, so that what is shown is what is asked for. */
function callOf({ by, text }: MessageForm): { call: string; wire: ReadForm['wire'] } {
  if (by === 'text') return { call: textMessage(text), wire: { message: text } };
  const typed: TypedData = parseTypedData(text);
  return { call: typedMessage(typed), wire: { typed_data: typedText(typed) } };
}

/** What is pasted, read. @returns undefined as long as nothing is, or why it cannot be read */
export function readForm(form: MessageForm, account: Account): ReadForm | { readonly fault: string } | undefined {
  if (form.text.trim() === '') return undefined;
  try {
    const { call, wire } = callOf(form);
    const told = toldOf(call, account);
    return typeof told === 'string' ? { fault: told } : { wire, told };
  } catch (error) {
    if (error instanceof MessageError) return { fault: error.message };
    throw error;
  }
}
