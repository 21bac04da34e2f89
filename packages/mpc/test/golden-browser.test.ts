import { expect, it, vi } from 'vitest';
import { itIsAsItAlwaysWas } from './golden.ts';

/** What browsers run in place of Node's own: a ceremony's page and a signer take part in one run. */
vi.mock('../../secp256k1/src/node.ts', () => import('../../secp256k1/src/portable.ts'));
vi.mock('../src/ot/keccak.node.ts', () => import('../src/ot/keccak.ts'));
vi.mock('../src/sha2.node.ts', () => import('../src/sha2.ts'));
vi.mock('@noble/hashes/utils.js', async (load) => {
  const [real, { seeded }] = await Promise.all([load<object>(), import('./golden-random.ts')]);
  return seeded(real);
});

it('none of it is what Node has', async () => {
  const { secp256k1 } = await import('@holdfast/secp256k1');
  const { secp256k1: portable } = await import('../../secp256k1/src/portable.ts');
  const { keccak } = await import('../src/ot/keccak.ts');
  const { output } = await import('../src/ot/xof.ts');
  expect(secp256k1).toBe(portable);
  expect(output.buffer).toBe(keccak.state.buffer);
});

itIsAsItAlwaysWas();
