import type { TextKey } from './i18n.ts';
import { absoluteTime } from './time.ts';

const shortest = 20;
/** Is it rather a name that somebody begins to write? No address is that short, or has a dot, a space or a letter of another script in it. */
export const looksLikeName = (text: string): boolean =>
  text.trim() !== '' && (text.trim().length < shortest || !/^[\x21-\x2d\x2f-\x7e]+$/.test(text.trim()));

/** Is it rather a link, of whatever scheme? No address begins with a word and a colon; of a name that does, only one that is long or goes on as links do is taken for one. */
export const looksLikeLink = (text: string): boolean => /^\s*[a-z][\w+.-]*:(\/\/|\S{20}|\S*\?)/i.test(text);

/** Can it be a name that a network has registered? Those have a dot. */
export const looksRegistered = (text: string): boolean => /^[^.]+\.[^.]/.test(text.trim());

/** What the server says of a text that is no address, or none that can be paid. */
export interface AddressFault {
  readonly reason: string;
  /** Of which network it is, or of which token, where that is the reason. */
  readonly network: string;
  readonly token: string;
}

const texts: Readonly<Record<string, TextKey>> = {
  checksum: 'withdraw.fault.addressChecksum',
  network: 'withdraw.fault.addressNetwork',
  hexadecimal: 'withdraw.fault.addressHexadecimal',
  zero: 'withdraw.fault.addressZero',
};

/** Why, as a text with what it names. */
export function addressFaultText({ reason, network, token }: AddressFault): {
  readonly key: TextKey;
  readonly values?: Readonly<Record<string, string>>;
} {
  if (reason === 'token') return { key: 'withdraw.fault.addressToken', values: { token } };
  if (reason === 'network' && network !== '') return { key: 'withdraw.fault.addressOf', values: { network } };
  return { key: texts[reason] ?? 'withdraw.fault.addressFormat' };
}

const minuteMs = 60_000;

/** From when on a payee can be paid, to the minute and never too early: the same wherever it is told. */
export function freeFrom(when: Date): string {
  const whole = new Date(Math.ceil(when.getTime() / minuteMs) * minuteMs);
  return absoluteTime(whole).slice(0, 16);
}
