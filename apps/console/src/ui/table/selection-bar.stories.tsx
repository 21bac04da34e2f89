import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button } from '../button.tsx';
import { SelectionBar } from './selection-bar.tsx';

export default { component: SelectionBar } satisfies Meta;
type Story = StoryObj;

const bar = (count: number, sums: readonly string[]): Story => ({
  render: () => (
    <SelectionBar count={count} total={2_000} sums={sums} onClear={() => undefined}>
      <Button>Export</Button>
    </SelectionBar>
  ),
});

export const One = bar(1, ['+0.5 BTC']);
export const Many = bar(214, ['+12.5 BTC', '−3,100 USDT', '+4 ETH', '−1 TRX', '+9 TON', '+1 DAI']);
