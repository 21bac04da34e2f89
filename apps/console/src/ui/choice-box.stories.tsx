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
/** With a small form under it. */
export const OpensAForm: Story = {
  render: () => (
    <div className="max-w-60">
      <ChoiceBox aria-label="Value" name="Any value" opens="dialog">
        {(id) => (
          <form id={id} role="dialog" aria-label="Value">
            <input aria-label="At least" />
          </form>
        )}
      </ChoiceBox>
    </div>
  ),
};
