import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { Full, ManySelect } from './many-select.tsx';

export default { component: ManySelect } satisfies Meta;
type Story = StoryObj;

const choices = ['ETH', 'BTC', 'USDC', 'TRX'].map((name) => ({ id: name, name }));
function Some({ first, long = false }: { readonly first: readonly string[]; readonly long?: boolean }) {
  const [chosen, setChosen] = useState(first);
  const all = long ? Array.from({ length: 40 }, (_, n) => ({ id: `T${n}`, name: `Token ${n} · Ethereum` })) : choices;
  return (
    <div className="max-w-60">
      <ManySelect aria-label="Coin" any="All coins" choices={all} chosen={chosen} onChange={setChosen} most={3} />
    </div>
  );
}

export const NothingChosen: Story = { render: () => <Some first={[]} /> };
export const Several: Story = { render: () => <Some first={['ETH', 'BTC']} /> };
export const Searched: Story = { render: () => <Some first={['T3']} long /> };
export const LongText: Story = { render: () => <Some first={['W'.repeat(300), 'ETH']} /> };
export const NoMore: Story = { render: () => <Full chosen={10} most={10} /> };
