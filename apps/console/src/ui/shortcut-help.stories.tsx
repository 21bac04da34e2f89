import type { Meta, StoryObj } from '@storybook/react-vite';
import ShortcutHelp from './shortcut-help.tsx';
import { useShortcuts } from './shortcuts.ts';

export default { component: ShortcutHelp } satisfies Meta;
type Story = StoryObj;

function Screen({ texts }: { texts: readonly (readonly [string, string])[] }) {
  useShortcuts(texts.map(([key, text]) => ({ key, text, run: () => undefined })));
  return null;
}

export const Everywhere: Story = {
  render: () => <ShortcutHelp paletteKeys="Ctrl K" onClose={() => undefined} />,
};
export const LongTextOnAMac: Story = {
  render: () => (
    <>
      <Screen texts={[['j', 'Next item '.repeat(20)]]} />
      <ShortcutHelp paletteKeys="⌘ K" onClose={() => undefined} />
    </>
  ),
};
