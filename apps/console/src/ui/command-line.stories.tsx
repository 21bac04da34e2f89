import type { Meta, StoryObj } from '@storybook/react-vite';
import { CommandLine } from './command-line.tsx';

export default { component: CommandLine } satisfies Meta<typeof CommandLine>;
type Story = StoryObj<typeof CommandLine>;

export const Short: Story = { args: { command: 'npx holdfast device-key show apiClient.key.json' } };
export const Long: Story = { args: { command: `npx holdfast pay --to ${'W'.repeat(300)} --amount 0.1` } };
export const Hyphens: Story = {
  args: { command: 'sudo cat /etc/holdfast-signer/setup-code' },
  render: ({ command }) => (
    <div className="w-72">
      <CommandLine command={command} />
    </div>
  ),
};
export const Lines: Story = { args: { command: 'npx holdfast rpc \\\n  --walletconnect PROJECT_ID' } };
