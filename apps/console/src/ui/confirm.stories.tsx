import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect } from 'react';
import { Button } from './button.tsx';
import { ConfirmHost, confirm } from './confirm.tsx';
import type { ConfirmOptions } from './confirm-options.ts';

export default { component: ConfirmHost } satisfies Meta;
type Story = StoryObj;

function Asks({ options }: { options: ConfirmOptions }) {
  useEffect(() => void confirm(options), [options]);
  return (
    <>
      <Button onClick={() => void confirm(options)}>Ask again</Button>
      <ConfirmHost />
    </>
  );
}

const info: ConfirmOptions = { type: 'info', title: 'Use this address?', content: 'It was made a moment ago.' };
const removal: ConfirmOptions = { type: 'remove', title: 'Remove the label?', content: 'The address stays yours.' };

export const Question: Story = { render: () => <Asks options={info} /> };
export const Removal: Story = { render: () => <Asks options={removal} /> };
