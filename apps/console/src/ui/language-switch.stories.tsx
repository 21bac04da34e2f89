import type { Meta, StoryObj } from '@storybook/react-vite';
import { Gate } from './gate.tsx';
import { LanguageSwitch } from './language-switch.tsx';

export default { component: LanguageSwitch } satisfies Meta;
type Story = StoryObj;

export const Alone: Story = { render: () => <LanguageSwitch /> };
export const BelowAPage: Story = {
  render: () => (
    <Gate title="Set up Holdfast" footer={<LanguageSwitch />}>
      …
    </Gate>
  ),
};
