import { vi } from 'vitest';
import { itIsAsItAlwaysWas } from './golden.ts';

vi.mock('@noble/hashes/utils.js', async (load) => {
  const [real, { seeded }] = await Promise.all([load<object>(), import('./golden-random.ts')]);
  return seeded(real);
});

itIsAsItAlwaysWas();
