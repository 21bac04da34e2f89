import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { NativeSelect } from './native-select.tsx';

export default { component: NativeSelect } satisfies Meta;
type Story = StoryObj;

function Choice({ names }: { names: readonly string[] }) {
  const [value, setValue] = useState('0');
  const items = names.map((label, at) => ({ value: String(at), label }));
  return <NativeSelect label="Sub-wallet" value={value} onValueChange={setValue} items={items} />;
}

export const Few: Story = { render: () => <Choice names={['Main', 'Cold', 'Payroll']} /> };
export const LongName: Story = { render: () => <Choice names={['W'.repeat(300), 'Cold']} /> };
export const RightToLeft: Story = {
  render: () => (
    <div dir="rtl">
      <Choice names={['الرئيسية', 'الباردة']} />
    </div>
  ),
};
