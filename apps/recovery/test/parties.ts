import { type Curve, dkg, type KeyShare, type Messages } from '@holdfast/mpc';
import type { Kit } from '../src/kit.ts';

const pick = <T>(parties: readonly number[], me: number, of: (party: number) => T): Record<number, T> =>
  Object.fromEntries(parties.filter((party) => party !== me).map((party) => [party, of(party)]));

/** A real 2-of-3 key generation among three parties in this process. */
export function generate(curve: Curve, seed = 7): KeyShare[] {
  const parties = [1, 2, 3];
  const session = new Uint8Array(32).fill(seed);
  const first = parties.map((me) => dkg.round1({ curve, t: 2, n: 3, me, session }));
  const get = <T>(list: readonly T[], party: number): T => {
    const found = list[party - 1];
    if (!found) throw new Error('no such party');
    return found;
  };
  const broadcasts = (list: readonly { broadcast: Uint8Array }[], me: number): Messages =>
    pick(parties, me, (party) => get(list, party).broadcast);
  const second = parties.map((me) => dkg.round2(get(first, me).state, broadcasts(first, me)));
  const third = parties.map((me) => dkg.round3(get(second, me).state, broadcasts(second, me)));
  return parties.map((me) => {
    const directs = pick(parties, me, (party) => get(third, party).direct[me] ?? new Uint8Array());
    return dkg.finish(get(third, me).state, broadcasts(third, me), directs);
  });
}

/** Three kits of one key group, as the three parties would keep them. */
export function threeKits(seed = 7): [Kit, Kit, Kit] {
  const [secp, ed] = [generate('secp256k1', seed), generate('ed25519', seed)];
  const kit = (i: number): Kit => {
    const [secp256k1, ed25519] = [secp[i], ed[i]];
    if (!secp256k1 || !ed25519) throw new Error('no such party');
    return {
      deployment: 'd'.repeat(64),
      ceremony: '0195b2c4-7e11-4c3a-9f00-1c2d3e4f5a6b',
      createdAt: '2026-01-02T03:04:05.000Z',
      secp256k1,
      ed25519,
    };
  };
  return [kit(0), kit(1), kit(2)];
}
