import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..');
/** Addresses that are shown with a plain copy button, each of somebody else or of a contract: file, and what is shown. */
const ofOthers = [
  ['features/transactions/nft.tsx', 'item.contract_address'],
  ['features/address-book/columns.tsx', 'address'],
  ['features/address-book/import-form.tsx', 'item.address'],
  ['features/address-book/wallet-book.page.tsx', 'address'],
  ['features/batch/allow.tsx', 'need.spender'],
  ['features/batch/auth.page.tsx', 'spender'],
  ['features/batch/paid-rows.tsx', 'row.address'],
  ['features/deposit/deposit-facts.tsx', 'info.contract_address'],
  ['features/wallet/allowance-section.tsx', 'spender'],
  ['features/wallet/nft/collection.tsx', 'contract'],
  ['features/wallet/stake-section.tsx', 'to'],
];

it('an address of ours is copied by the guarded button alone: every other chip with a plain one is listed here', () => {
  const plain = globSync('features/**/*.tsx', { cwd: root })
    .filter((file) => !/\.(test|stories)\./.test(file))
    .flatMap((file) => {
      const source = readFileSync(path.join(root, file), 'utf8');
      return [...source.matchAll(/<AddressChip\s+address=\{([^}]+)\}([^>]*)/g)]
        .filter(([, , rest = '']) => !rest.includes('copy={'))
        .map(([, shown = '']) => [file, shown]);
    });
  expect(plain.sort()).toEqual(ofOthers.sort());
});
