import type { Meta, StoryObj } from '@storybook/react-vite';
import { ArrowUpRight, Search, Wallet } from 'lucide-react';
import { useState } from 'react';
import CommandPalette, { type Command } from './palette.tsx';

export default { component: CommandPalette, parameters: { layout: 'fullscreen' } } satisfies Meta;
type Story = StoryObj;

const command = (group: Command['group'], text: string, detail?: string): Command => ({
  id: `${group}-${text.slice(0, 20).replaceAll(' ', '-')}`,
  group,
  text,
  icon:
    group === 'go' ? <Wallet aria-hidden /> : group === 'do' ? <ArrowUpRight aria-hidden /> : <Search aria-hidden />,
  run: () => undefined,
  ...(detail ? { detail } : {}),
});
const usual = [
  command('go', 'Wallet'),
  command('go', 'Transactions'),
  command('wallets', 'Main'),
  command('do', 'Withdraw'),
  command('do', 'Deposit'),
];

function Palette({ first = '', commands }: { first?: string; commands: readonly Command[] }) {
  const [query, setQuery] = useState(first);
  return <CommandPalette query={query} onQuery={setQuery} commands={commands} onClose={() => undefined} />;
}

export const Everything: Story = { render: () => <Palette commands={usual} /> };
export const ByHash: Story = {
  render: () => (
    <Palette
      first="0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd"
      commands={[
        command('find', 'Find transactions with 0x4e3a3754410177e6937ef1f84bba68ea139e8d1a2258c5f85db9f1cd715a1bdd'),
        command('transactions', '12.4 BTC · 0x4e3a…1bdd', 'Completed'),
        ...usual,
      ]}
    />
  ),
};
export const Nothing: Story = { render: () => <Palette first="zzz" commands={usual} /> };
export const LongAndRightToLeft: Story = {
  render: () => (
    <Palette commands={[command('wallets', 'W'.repeat(400)), command('wallets', '\u202Eمحفظة'), ...usual]} />
  ),
};
