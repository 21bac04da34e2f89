import { isSpelled } from '@holdfast/policy/spelling';
import { expect, it } from 'vitest';
import { families } from '../src/registry.ts';
import { bitcoinChain, evmChain, tronChain, usdt } from './support.ts';
import { tonChain } from './ton-support.ts';

const addresses: Record<keyof typeof families, { chain: typeof evmChain; written: readonly string[] }> = {
  evm: {
    chain: evmChain,
    written: ['0x5FbDB2315678afecb367f032d93F642f64180aa3', '0x90F79bf6EB2c4f870365E785982E1f101E93b906'],
  },
  bitcoin: {
    chain: bitcoinChain,
    written: ['bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc'],
  },
  ton: {
    chain: tonChain,
    written: ['0QAqBw5OrIbQWU2VRYfMWtSfXRr3QLVZYlQHLlkLp7KdEtrY'],
  },
  tron: { chain: tronChain, written: [usdt, 'TSzdGHnhYnQKFF4LKrRLztkjYAvbNoxnQ8'] },
};

/** The same account, in forms that change of case alone does not make. */
const also: Readonly<Record<string, readonly string[]>> = {
  '0QAqBw5OrIbQWU2VRYfMWtSfXRr3QLVZYlQHLlkLp7KdEtrY': [
    '0:2a070e4eac86d0594d954587cc5ad49f5d1af740b5596254072e590ba7b29d12',
    'kQAqBw5OrIbQWU2VRYfMWtSfXRr3QLVZYlQHLlkLp7KdEocd',
    'EQAqBw5OrIbQWU2VRYfMWtSfXRr3QLVZYlQHLlkLp7KdEjyX',
  ],
};

it.each(Object.entries(families))(
  'of all spellings of an address that %s takes, policies take the same one',
  (name, family) => {
    const { chain, written } = addresses[name as keyof typeof families];
    for (const address of written) {
      const head = address.startsWith('0x') ? '0x' : '';
      const body = address.slice(head.length);
      const spellings = [address, head + body.toLowerCase(), head + body.toUpperCase(), ...(also[address] ?? [])];
      for (const text of spellings) {
        const checked = family.checkAddress(chain, text);
        if (checked.ok) expect([text, isSpelled(text)]).toEqual([text, checked.address === text]);
      }
      expect(family.checkAddress(chain, address)).toEqual({ ok: true, address });
    }
  },
);
