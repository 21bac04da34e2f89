import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { CoinIcon } from './coin-icon.tsx';
import { Field } from './form.tsx';
import { Select, type SelectItem } from './select.tsx';

export default { component: Select } satisfies Meta;
type Story = StoryObj;

const coins: SelectItem[] = ['BTC', 'ETH', 'USDC'].map((value) => ({
  value,
  label: value,
  icon: <CoinIcon symbol={value} size={18} />,
  detail: '12.4',
}));

function Choice({ items, first = null, error }: { items: SelectItem[]; first?: string | null; error?: string }) {
  const [value, setValue] = useState(first);
  return (
    <div className="max-w-xs">
      <Field label="Coin" error={error}>
        <Select value={value} onValueChange={setValue} items={items} placeholder="Choose" />
      </Field>
    </div>
  );
}

export const Chosen: Story = { render: () => <Choice items={coins} first="BTC" /> };
export const NothingChosen: Story = { render: () => <Choice items={coins} /> };
export const WithAFault: Story = { render: () => <Choice items={coins} error="Please enter Coin" /> };
export const Empty: Story = { render: () => <Choice items={[]} /> };
export const Disabled: Story = {
  render: () => <Select aria-label="Coin" disabled value="BTC" onValueChange={() => undefined} items={coins} />,
};
export const LongText: Story = {
  render: () => <Choice items={[{ value: 'x', label: 'W'.repeat(300), detail: 'detail '.repeat(20) }]} first="x" />,
};
export const RightToLeft: Story = {
  render: () => (
    <div dir="rtl">
      <Choice items={[{ value: 'x', label: 'المحفظة' }]} first="x" />
    </div>
  ),
};
export const Open: Story = {
  render: () => <Choice items={coins} first="ETH" />,
  play: ({ canvasElement }) => canvasElement.querySelector<HTMLElement>('[role=combobox]')?.click(),
};
