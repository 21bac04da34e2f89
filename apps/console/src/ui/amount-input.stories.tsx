import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { AmountInput } from './amount-input.tsx';
import { Field } from './form.tsx';

export default { component: AmountInput } satisfies Meta;
type Story = StoryObj;

function Written({ text = '', error, symbol = 'BTC' }: { text?: string; error?: string; symbol?: string }) {
  const [value, setValue] = useState(text);
  return (
    <div className="max-w-sm">
      <Field label="Amount" aside="Available 12.4" error={error}>
        <AmountInput value={value} onChange={setValue} symbol={symbol} maxLabel="Max" onMax={() => setValue('12.4')} />
      </Field>
    </div>
  );
}

export const Empty: Story = { render: () => <Written /> };
export const Filled: Story = { render: () => <Written text="1250.5" symbol="USDC" /> };
export const WithAFault: Story = { render: () => <Written text="99" error="More than the available 12.4 BTC" /> };
export const LongNumber: Story = {
  render: () => <Written text="123456789012345678901234567890.123456789012345678" symbol="LONGSYMBOL" />,
};
export const RightToLeft: Story = {
  render: () => (
    <div dir="rtl">
      <Written text="0.75" symbol="ETH" />
    </div>
  ),
};
