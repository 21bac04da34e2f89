import type { Meta, StoryObj } from '@storybook/react-vite';
import { Honest } from './honest.tsx';

export default { component: Honest } satisfies Meta;
type Story = StoryObj;

export const Plain: Story = { render: () => <Honest text="Rent of July" /> };
export const Hostile: Story = { render: () => <Honest text={'Pay\u200bPal \u202Egnp.exe'} /> };
export const RightToLeft: Story = { render: () => <Honest text="משכורת" /> };
