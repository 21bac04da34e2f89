import type { Meta, StoryObj } from '@storybook/react-vite';
import { useRef } from 'react';
import { FilterOffers } from './filter-offers.tsx';
import { SearchBox } from './search-box.tsx';
import type { SearchOffer } from './search-offers.ts';

export default { component: FilterOffers } satisfies Meta;
type Story = StoryObj;

const offer = (what: string, name: string, detail?: string): SearchOffer => ({
  key: `${what}:${name}:${detail}`,
  what,
  name,
  detail,
  pick: () => undefined,
});
const offers = [
  offer('Status', 'Confirming', 'Deposit'),
  offer('Status', 'Confirming', 'Withdrawal'),
  offer('Asked by', 'Conrad Müller'),
  offer('Asked by', `Con ${'W'.repeat(300)}`),
  offer('Asked by', 'Con <b>bold</b> \u202Eمحفظة'),
];

function Typed({ text }: { readonly text: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  return (
    <div ref={frame} className="relative min-h-64 max-w-md">
      <input ref={input} className="box box-line w-full" aria-label="Search" defaultValue={text} />
      <FilterOffers box={{ text, frame, input, leave: () => undefined }} offers={offers} />
    </div>
  );
}

export const Offered: Story = { render: () => <Typed text="conf" /> };
export const LongAndHostile: Story = { render: () => <Typed text="con" /> };
export const NothingFits: Story = { render: () => <Typed text="rent" /> };
export const WhileTyping: Story = {
  render: () => (
    <div className="flex min-h-64 max-w-md">
      <SearchBox value={undefined} label="Type con" onSearch={() => undefined}>
        {(box) => <FilterOffers box={box} offers={offers} />}
      </SearchBox>
    </div>
  ),
};
