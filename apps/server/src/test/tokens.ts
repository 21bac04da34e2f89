import { bytecode } from '@holdfast/devnet/contracts';

/** Thirty-two bytes of an argument, hex. */
export const word = (hex: string): string => hex.replace(/^0x/, '').toLowerCase().padStart(64, '0');
const textWords = (text: string): string => {
  const hex = Buffer.from(text).toString('hex');
  return word((hex.length / 2).toString(16)) + hex.padEnd(Math.ceil(hex.length / 64) * 64, '0');
};

/** What makes a new token that says this of itself. */
export function tokenCode(name: string, symbol: string, decimals: number): string {
  const [first, second] = [textWords(name), textWords(symbol)];
  const places = [0x60, 0x60 + first.length / 2, decimals].map((at) => word(at.toString(16)));
  return `${bytecode('DevToken')}${places.join('')}${first}${second}`;
}

/** What gives somebody so much of it. */
export const mintCall = (to: string, units: bigint): string => `0x40c10f19${word(to)}${word(units.toString(16))}`;
