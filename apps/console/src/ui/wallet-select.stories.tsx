import type { Meta, StoryObj } from '@storybook/react-vite';
import { WalletSelect } from './wallet-select.tsx';

export default { component: WalletSelect } satisfies Meta;
type Story = StoryObj;

const show = (any?: string): Story => ({
  render: () => (
    <div className="max-w-60">
      <WalletSelect
        value={null}
        onChange={() => undefined}
        aria-label="Wallet"
        placeholder="Add a wallet"
        {...(any === undefined ? {} : { any })}
      />
    </div>
  ),
});

export const NothingChosen = show();
export const Any = show('Any wallet');
export const LongText = show('W'.repeat(300));
