import type { Meta, StoryObj } from '@storybook/react-vite';
import { UnsignedName } from './unsigned-name.tsx';

export default { component: UnsignedName } satisfies Meta<typeof UnsignedName>;
type Story = StoryObj<typeof UnsignedName>;

export const Named: Story = { args: { name: 'Nordwind GmbH' } };
export const AtLength: Story = {
  args: { name: 'W'.repeat(64) },
  decorators: [(Shown) => <div className="w-48">{Shown()}</div>],
};
export const RightToLeft: Story = { args: { name: 'شركة الشمال 7 (<b>)' } };
