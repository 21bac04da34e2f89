import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactNode, useState } from 'react';
import { NewPassword } from './new-password.tsx';

export default { component: NewPassword } satisfies Meta;
type Story = StoryObj;

function Demo({ start, error }: { start: string; error?: string }): ReactNode {
  const [value, setValue] = useState(start);
  const input = {
    name: 'password',
    value,
    onChange: ({ target }: { target: { value: string } }) => setValue(target.value),
  };
  return (
    <form className="grid w-80 gap-4">
      <NewPassword error={error} input={input} />
    </form>
  );
}

export const Empty: Story = { render: () => <Demo start="" /> };
export const Weak: Story = { render: () => <Demo start="aaaaaaaaaaaa" /> };
export const Good: Story = { render: () => <Demo start="Correct-horse-battery-9" /> };
export const Refused: Story = { render: () => <Demo start="short" error="Password must be at least 12 characters" /> };
