import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { ColumnMenu } from './column-menu.tsx';

export default { component: ColumnMenu } satisfies Meta;
type Story = StoryObj;

const columns = [
  { key: 'name', title: 'Name', fixed: true },
  { key: 'value', title: 'Value' },
  { key: 'note', title: 'A heading without an end '.repeat(4) },
];

function Choice({ first }: { first: readonly string[] }) {
  const [hidden, setHidden] = useState(first);
  return (
    <div className="flex justify-end">
      <ColumnMenu
        columns={columns}
        hidden={hidden}
        onChange={(key, hide) => setHidden(hide ? [...hidden, key] : hidden.filter((other) => other !== key))}
      />
    </div>
  );
}

export const AllShown: Story = { render: () => <Choice first={[]} /> };
export const SomeLeftOut: Story = { render: () => <Choice first={['value', 'note']} /> };
