import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactNode, useState } from 'react';
import { AmountField, type Written } from './amount-field.tsx';

export default { component: AmountField } satisfies Meta;
type Story = StoryObj;

const at = new Date('2026-11-23T03:12:00Z');
interface ShownProps {
  readonly text?: string;
  readonly dollars?: string;
  readonly error?: string;
  readonly isPriced?: boolean;
  readonly time?: Date | null;
}

function Shown({ text = '', dollars, error, isPriced = true, time = at }: ShownProps): ReactNode {
  const price = { price_usd: '3000', price_time: time };
  const [value, onAmount] = useState(text);
  const [usd, onUsd] = useState<Written | null>(dollars === undefined ? null : { text: dollars, price, coin: text });
  const coin = isPriced ? { ...price, decimals: 18 } : { price_usd: null, price_time: null, decimals: 18 };
  return (
    <div className="max-w-sm">
      <AmountField
        {...{ value, coin, error, onAmount }}
        symbol="ETH"
        aside="Available 12.4 ETH"
        onMax={() => onAmount('12.4')}
        dollars={{ usd, onUsd }}
      />
    </div>
  );
}

export const InCoin: Story = { render: () => <Shown text="1.25" /> };
export const AtAFixedPrice: Story = { render: () => <Shown text="1.25" time={null} /> };
export const InDollars: Story = { render: () => <Shown text="0.0333333" dollars="100" /> };
export const WithoutAPrice: Story = { render: () => <Shown text="1.25" isPriced={false} /> };
export const DollarsAtFault: Story = {
  render: () => <Shown text="99" dollars="297000" error="More than the available 12.4 ETH" />,
};
export const AtFault: Story = { render: () => <Shown text="99" error="More than the available 12.4 ETH" /> };
