import type { Meta, StoryObj } from '@storybook/react-vite';
import BookNote from './book-note.tsx';

export default { component: BookNote } satisfies Meta;
type Story = StoryObj;

export const Active: Story = { render: () => <BookNote label="Acme" white from={null} /> };
export const Cooling: Story = { render: () => <BookNote label="Acme" white={false} from={new Date(0)} /> };
