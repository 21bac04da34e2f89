import type { Meta, StoryObj } from '@storybook/react-vite';
import { ChoiceBox } from './choice-box.tsx';

export default { component: ChoiceBox } satisfies Meta;
type Story = StoryObj;

const show = (name?: string): Story => ({
  render: () => (
    <div className="max-w-60">
      <ChoiceBox aria-label="Coin" name={name} placeholder="Choose a coin">
        {() => null}
      </ChoiceBox>
    </div>
  ),
});

export const NothingChosen = show();
export const Chosen = show('ETH');
export const LongText = show('W'.repeat(300));
