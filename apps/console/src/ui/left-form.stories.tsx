import type { Meta, StoryObj } from '@storybook/react-vite';
import { LeftForm } from './left-form.tsx';

export default { component: LeftForm } satisfies Meta;
type Story = StoryObj;

const show = (parts: readonly string[], title?: string): Story => ({
  render: () => (
    <div className="max-w-sm">
      <LeftForm {...(title ? { title } : {})} parts={parts} onGoOn={() => undefined} onForget={() => undefined} />
    </div>
  ),
});

export const OfThisForm = show(['12.4 BTC', '0x52908400098527886E0F7030069857D2E4169EE7', 'invoice 7']);
export const NamedByItsTitle = show(['1,250 USDC'], 'You left a payment half-written');
export const LongText = show([
  `Statement of reserves for the auditors of the year ${'and what they ask for '.repeat(9)}`,
]);
