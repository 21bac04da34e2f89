// @vitest-environment jsdom

import { csvLine } from '@holdfast/contract/csv';
import { expect, it } from 'vitest';
import { inConsole } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { exportEntries } from './export-button.tsx';
import { parseImport, rowsOf } from './import-rows.ts';
import type { Chain } from './view.ts';

inConsole();

const chains = [{ chain: 'evm:1', name: 'Ethereum', family: 'evm', address_pattern: '^0x[0-9a-fA-F]{40}$' }] as Chain[];
const entry = (over: object) => ({
  id: 'ab'.repeat(32),
  address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
  memo: '7',
  label: 'Supplier',
  chains: ['evm:1'],
  base_symbols: ['ETH'],
  symbols: ['ETH'],
  contracts: [''],
  type: 3,
  owner: null,
  status: 2,
  white: 1,
  effective_at: new Date(0),
  last_used_at: null,
  used_count: 4,
  similar: [],
  ...over,
});
const owners = [
  { name: '=Acme', vasp: 'Bank, the', self_hosted: 0 },
  { name: 'Ada', vasp: '', self_hosted: 1 },
  { name: 'Kestrel', vasp: '', self_hosted: 0 },
  null,
] as const;

it('the workspace’s payees as a file tell type and beneficiary, and are read in again with whoever is behind them', async () => {
  const list = owners.map((owner, at) => entry({ owner, memo: String(at) }));
  const seen = serve({ 'addressBook.list': () => ({ data: { list, total: list.length, pageTotal: 1 } }) });
  const lines = await exportEntries({ type: 3, q: 'a' });
  expect([seen[0]?.form.get('type'), seen[0]?.form.get('keyword')]).toEqual(['3', 'a']);
  const [headings = [], first = []] = lines;
  const told = Object.fromEntries(headings.map((heading, at) => [heading, first[at]]));
  expect(told).toMatchObject({ beneficiary: '=Acme', provider: 'Bank, the', self_hosted: 'no', type: 'contract' });
  expect(lines.every((cells) => cells.length === headings.length)).toBe(true);
  const file = parseImport(lines.map(csvLine).join(''));
  const rows = 'cells' in file ? rowsOf(file.cells, chains, 'workspace') : [];
  expect(rows.map(({ item, faults }) => ({ owner: item.owner ?? null, faults }))).toEqual(
    owners.map((owner) => ({ owner, faults: [] })),
  );
});
