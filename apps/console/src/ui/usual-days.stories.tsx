import type { Meta, StoryObj } from '@storybook/react-vite';
import UsualDays, { CrossedDays } from './usual-days.tsx';

export default { component: UsualDays } satisfies Meta;
type Story = StoryObj;

export const Wide: Story = { render: () => <UsualDays narrow={false} onDays={() => undefined} /> };
/** As beside a list that is narrow at any width. */
export const Narrow: Story = { render: () => <UsualDays narrow onDays={() => undefined} /> };
export const Crossed: Story = { render: () => <CrossedDays /> };
