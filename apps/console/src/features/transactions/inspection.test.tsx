// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { inConsole } from '../../../test/screen.tsx';
import { serve } from '../../../test/server.ts';
import { queryClient } from '../../lib/query.ts';
import { Inspection } from './inspection.tsx';
import type { Transaction } from './view.ts';

inConsole();

const differs = { field: 'outputs[0].amount', expected: '10000000', found: '20000000' };
function show(compared: object, file_form = 'psbt') {
  const seen = serve({
    'transaction.file': () => ({ data: { file_name: 'payment-7.psbt', file: 'cHNidP8B' } }),
    'transaction.compareFile': () => ({ data: compared }),
  });
  const transaction = { id: 7, type: 2, evidence: { file_form } } as unknown as Transaction;
  render(
    <QueryClientProvider client={queryClient}>
      <Inspection transaction={transaction} />
    </QueryClientProvider>,
  );
  return seen;
}
const choose = (...bytes: number[]) =>
  fireEvent.change(screen.getByLabelText('Compare a PSBT'), {
    target: { files: [new File([Uint8Array.from(bytes)], 'other.psbt')] },
  });

it('saves the transaction under the name that the server gave it', async () => {
  const seen = show({ differences: [], signatures: 0 });
  const saved: string[] = [];
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  fireEvent.click(screen.getByRole('button', { name: 'Save PSBT' }));
  await waitFor(() => expect(saved).toEqual(['payment-7.psbt']));
  expect(seen.map(({ path }) => path)).toEqual(['/api/mpc/transaction/file']);
});

it('sends a file as its text, or its bytes in hex, and says that it is the same, and what was signed in it', async () => {
  const seen = show({ differences: [], signatures: 1 });
  choose(...new TextEncoder().encode('cHNidP8B'));
  await screen.findByText('It is the same transaction');
  screen.getByText('It has a signature for 1 input.');
  choose(0x70, 0x73, 0x62, 0x74, 0xff, 0x01);
  await waitFor(() => expect(seen.map(({ form }) => form.get('file'))).toEqual(['cHNidP8B', '70736274ff01']));
  expect(seen.every(({ form }) => form.get('withdraw_id') === '7')).toBe(true);
});

it('names what differs, here and in the file', async () => {
  show({ differences: [differs], signatures: 0 });
  choose(...new TextEncoder().encode('cHNidP8B'));
  await screen.findByText('It is another transaction: 1 difference');
  screen.getByText('outputs[0].amount');
  screen.getByText('here 10000000, in the file 20000000');
});

it('is not there where the network has no such files, or the payment no transaction yet', () => {
  show({}, '');
  expect(screen.queryByRole('region')).toBeNull();
});
