import { createHash } from 'node:crypto';

const drawn = { places: 0 };
export function beginAnew(): void {
  drawn.places = 0;
}
/** A module of random bytes with a hash of their place for each. */
export const seeded = <M extends object>(real: M): M => ({
  ...real,
  randomBytes: (length = 32): Uint8Array => {
    drawn.places += 1;
    return new Uint8Array(createHash('shake256', { outputLength: length }).update(`place ${drawn.places}`).digest());
  },
});
