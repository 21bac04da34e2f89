// @vitest-environment jsdom
import { transactionType } from '@holdfast/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answers, coins } from '../../test/order-forms.ts';
import { inConsole, open } from '../../test/screen.tsx';
import { serve } from '../../test/server.ts';
import { queryClient } from '../lib/query.ts';
import { useSession } from '../lib/session.ts';

const payee = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

interface Form {
  readonly name: string;
  readonly at: string;
  /** What is pressed before the amount is there. */
  readonly before?: string;
  readonly label: string;
  readonly symbol: string;
  readonly dollars: string;
  readonly coin: string;
  /** What else is missing. */
  readonly others?: Readonly<Record<string, string>>;
  readonly send: string;
  /** Where it is asked for, and under which name the amount stands there. */
  readonly call: string;
  readonly amount?: (form: URLSearchParams) => unknown;
}
const forms: readonly Form[] = [
  {
    ...{ name: 'stake', at: '/mpc/wallet?d=stake:unstake:1:tron%253Adevnet', label: 'Amount', symbol: 'TRX' },
    ...{ dollars: '5', coin: '20', send: 'Unstake', call: '/stake/unstake' },
  },
  {
    ...{ name: 'an allowance', at: '/mpc/wallet?d=allowance:1:evm%253A1', label: 'May take up to', symbol: 'USDC' },
    ...{ dollars: '75', coin: '75', others: { Spender: payee }, send: 'Allow a spender', call: '/web3/trans/create' },
  },
  {
    ...{ name: 'a refund', at: '/mpc/wallet?d=refund:31', label: 'Amount', symbol: 'ETH' },
    ...{ dollars: '100', coin: '0.0333333', send: 'Ask to give it back', call: '/funds/refund' },
  },
  {
    ...{ name: 'a swap', at: '/mpc/center/trade', label: 'You pay', symbol: 'USDC' },
    ...{ dollars: '300.5', coin: '300.5', send: 'Swap', call: '/swap/price' },
  },
  {
    ...{ name: 'a row of a batch', at: '/mpc/tools/batchTransfer?id=9', before: 'Mend row 1' },
    ...{ label: 'Amount', symbol: 'ETH', dollars: '1500', coin: '0.5', send: 'Save', call: '/batch/init' },
    amount: (form) => JSON.parse(form.get('rows') ?? '[]')[0].amount,
  },
];

inConsole();
beforeEach(() => {
  useSession.setState({ walletId: 1, subWalletId: 1, userName: 'Ada' });
  queryClient.setQueryData(['transaction', 'detail', { type: transactionType.deposit, id: 31 }], {
    ...{ symbol: 'ETH', sub_wallet_id: 1, contract_address: '', evidence: { chain_id: 'evm:1' } },
  });
});

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
async function arrive({ at, before, label }: Form): Promise<void> {
  await open(at);
  if (before) fireEvent.click(await screen.findByRole('button', { name: before }));
  await field(label);
}
const inDollars = () => screen.findByRole('button', { name: 'Write it in US dollars' });
const write = async (label: string, value: string) => fireEvent.change(await field(label), { target: { value } });

describe.each(forms)('the amount of $name', (form) => {
  it('may be US dollars: the coin that is sent stands beside them, and is what is asked for', async () => {
    const seen = serve(answers);
    await arrive(form);
    fireEvent.click(await inDollars());
    await write(form.label, form.dollars);
    expect(screen.getByTestId('worth').textContent).toContain(`= ${form.coin} ${form.symbol}`);
    for (const [label, value] of Object.entries(form.others ?? {})) await write(label, value);
    fireEvent.click(await screen.findByRole('button', { name: form.send }));
    const asked = () => seen.findLast(({ path }) => path.endsWith(form.call))?.form;
    await waitFor(() => expect(asked()).toBeTruthy());
    const sent = asked() ?? new URLSearchParams();
    expect(form.amount ? form.amount(sent) : sent.get('amount')).toBe(form.coin);
  });

  it('is of the coin alone where nobody knows a price', async () => {
    const list = coins.map((coin) => ({ ...coin, price_usd: null, price_time: null }));
    const seen = serve({ ...answers, 'wallet.coinsAsset': () => ({ data: { asset_usd: null, list } }) });
    await arrive(form);
    await waitFor(() => expect(seen.some(({ path }) => path.endsWith('/coins/asset'))).toBe(true));
    await write(form.label, '1');
    expect(screen.queryByRole('button', { name: 'Write it in US dollars' })).toBeNull();
  });
});

it('the coins that go along with a call may be dollars too', async () => {
  serve(answers);
  await open('/mpc/wallet?d=call:1:evm%253A1');
  await field('Coins that go along');
  fireEvent.click(await inDollars());
  await write('Coins that go along', '1500');
  expect(screen.getByTestId('worth').textContent).toContain('= 0.5 ETH');
});

it('no dollars are no wish for all of it: a refund of $0 is refused, not made whole', async () => {
  const seen = serve(answers);
  await open('/mpc/wallet?d=refund:31');
  await field('Amount');
  fireEvent.click(await inDollars());
  await write('Amount', '0');
  fireEvent.click(screen.getByRole('button', { name: 'Ask to give it back' }));
  await screen.findByText('Enter an amount');
  expect(seen.filter(({ path }) => path.endsWith('/funds/refund'))).toEqual([]);
});
