import type { Meta, StoryObj } from '@storybook/react-vite';
import { Avatar } from './avatar.tsx';

export default { component: Avatar } satisfies Meta;
type Story = StoryObj;

export const Team: Story = {
  render: () => (
    <span className="flex gap-2">
      {['Ada Lovelace', 'Bob', 'Ben', '王伟', '7 of 9'].map((name) => (
        <Avatar key={name} name={name} large />
      ))}
    </span>
  ),
};
export const Small: Story = { render: () => <Avatar name="Grace Hopper" /> };
export const Nameless: Story = { render: () => <Avatar name="" /> };
