import type { BookChange } from './book.ts';
import { checkGenesis, checkPolicyChange, type PolicyProblem } from './change.ts';
import { placesOf } from './conditions/index.ts';
import type { PolicyDocument } from './document.ts';
import { newRules } from './new-rules.ts';
import { eip55 } from './selector.ts';
import type { SeniorRule } from './senior.ts';

/**
 * Addresses are compared letter by letter. One that can be written in several ways has one spelling here, and a new document has to use it: what is
 * written otherwise would look like an asset or payee, and be none. What is signed already stays as it was. By itself (`@holdfast/policy/spelling`):
 * only who takes documents in needs Keccak.
 */

/** CRC-16/XMODEM. */
function crc16(bytes: readonly number[]): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc;
}

/** The form that is not bounceable, in the alphabet of URLs (TEP-2). It keeps what it says of test networks. */
function notBounceable(text: string): string {
  const bytes = [...atob(text.replaceAll('-', '+').replaceAll('_', '/'))].map((one) => one.charCodeAt(0));
  const body = [((bytes[0] ?? 0) & 0x80) | 0x51, ...bytes.slice(1, 34)];
  const crc = crc16(body);
  const all = String.fromCharCode(...body, crc >> 8, crc & 255);
  return btoa(all).replaceAll('+', '-').replaceAll('/', '_');
}

/** Ways to write addresses that have more than one spelling, told by their form whatever the chain. Base58 is not among them: case counts there. */
const forms: readonly { readonly is: RegExp; readonly spell: (text: string) => string | undefined }[] = [
  { is: /^0x[0-9a-f]{40}$/i, spell: eip55 },
  // BIP 173: all upper case is the same address.
  { is: /^[A-Z]{1,16}1[02-9AC-HJ-NP-Z]{6,}$/, spell: (text) => text.toLowerCase() },
  { is: /^[EUk0][Qf][A-Za-z0-9_/+-]{46}$/, spell: notBounceable },
  // The same without a word on its network.
  { is: /^-?\d{1,10}:[0-9a-f]{64}$/i, spell: () => undefined },
];

/** Is it in its one spelling? '' is the chain's own coin. */
export const isSpelled = (text: string): boolean =>
  forms.every(({ is, spell }) => !is.test(text) || spell(text) === text);

/** The addresses in a change of the address book that are written otherwise than payments write them. */
export const misspelledIn = ({ add, tokens }: BookChange): string[] =>
  [
    ...add.flatMap(({ address, assets }) => [address, ...assets]),
    ...(tokens?.add ?? []).map(({ contract }) => contract),
  ].filter((text) => !isSpelled(text));

const misspelledBy = ({ when }: SeniorRule): string[] =>
  placesOf(when)
    .map(({ contract }) => contract)
    .filter((text) => !isSpelled(text));

export type NewPolicyProblem = PolicyProblem | 'addressSpelling';

/** What is wrong with a document that shall be in force next, or as the first: for everybody who takes one in. */
export function checkNewPolicy(current: PolicyDocument | undefined, next: PolicyDocument): NewPolicyProblem[] {
  return [
    ...(current ? checkPolicyChange(current, next) : checkGenesis(next)),
    ...(newRules(current ?? { senior: [] }, next).flatMap(misspelledBy).length > 0
      ? (['addressSpelling'] as const)
      : []),
  ];
}
