import type { TextKey } from './i18n.ts';

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
