import type { Meta, StoryObj } from '@storybook/react-vite';
import { Identicon } from './identicon.tsx';

export default { component: Identicon } satisfies Meta;
type Story = StoryObj;

const seeds = Array.from({ length: 24 }, (_, at) => `0x${(at * 7_919).toString(16).padStart(40, '0')}`);

export const Many: Story = {
  render: () => (
    <div className="flex flex-wrap gap-2">
      {seeds.map((seed) => (
        <Identicon key={seed} seed={seed} size={28} />
      ))}
    </div>
  ),
};
export const Small: Story = { render: () => <Identicon seed="bc1q" /> };
export const EmptySeed: Story = { render: () => <Identicon seed="" size={28} /> };
