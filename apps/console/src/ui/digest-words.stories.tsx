import type { Meta, StoryObj } from '@storybook/react-vite';
import { DigestWords, WordList } from './digest-words.tsx';

export default { component: DigestWords } satisfies Meta;
type Story = StoryObj;

const words = ['violet', 'harbour', 'lamp', 'forty', 'anvil', 'meadow', 'crank', 'tulip'];

export const Fingerprint: Story = { render: () => <DigestWords words={words} hash={'0a1b2c3d'.repeat(8)} /> };
export const InADrawer: Story = {
  render: () => (
    <div className="w-[420px]">
      <DigestWords words={words} hash={'f0e1d2c3'.repeat(8)} />
    </div>
  ),
};

export const OnlyTheWords: Story = { render: () => <WordList words={words} /> };
