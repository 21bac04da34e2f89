import type { Meta, StoryObj } from '@storybook/react-vite';
import { Snowflake, Unlink, Vault } from 'lucide-react';
import { AlertBar } from './alert-bar.tsx';
import { Button } from './button.tsx';

export default { component: AlertBar } satisfies Meta<typeof AlertBar>;
type Story = StoryObj<typeof AlertBar>;

export const SignersApart: Story = {
  args: {
    icon: Unlink,
    children: (
      <>
        <strong className="min-w-0 font-medium">The signers have different rules: no payment leaves.</strong>
        <span className="min-w-0">See that every signer runs: what is missing is handed over again.</span>
      </>
    ),
    actions: <Button size="sm">See the change</Button>,
  },
};
export const Frozen: Story = {
  args: {
    icon: Snowflake,
    children: (
      <>
        <strong className="font-medium">Signing is stopped</strong>
        <bdi className="min-w-0 break-words">Ann · 3 min. ago · {'W'.repeat(200)}</bdi>
      </>
    ),
    actions: <Button size="sm">Look</Button>,
  },
};
export const TwoAnswers: Story = {
  args: {
    icon: Vault,
    children: <strong className="min-w-0 break-words font-medium">Ann takes out the key share of Signer A</strong>,
    actions: (
      <>
        <Button size="sm">Look</Button>
        <Button size="sm">I have seen it</Button>
      </>
    ),
  },
};
