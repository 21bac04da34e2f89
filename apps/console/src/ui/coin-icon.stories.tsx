import type { Meta, StoryObj } from '@storybook/react-vite';
import { CoinIcon } from './coin-icon.tsx';

export default { component: CoinIcon } satisfies Meta;
type Story = StoryObj;

const row = (symbols: readonly string[], size = 24) => (
  <div className="flex gap-3">
    {symbols.map((symbol) => (
      <span key={symbol} className="flex items-center gap-2">
        <CoinIcon symbol={symbol} size={size} /> {symbol}
      </span>
    ))}
  </div>
);

export const Known: Story = { render: () => row(['BTC', 'ETH', 'USDC']) };
export const UnknownGetsItsLetter: Story = { render: () => row(['ZZZ', 'ΩMEGA', '币']) };
export const Large: Story = { render: () => row(['BTC', 'ZZZ'], 48) };
