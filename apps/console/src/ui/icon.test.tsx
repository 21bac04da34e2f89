// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { Bot, Snowflake, Vault } from 'lucide-react';
import { afterEach, expect, it } from 'vitest';
import icon from './icon.ts';

afterEach(cleanup);

/** As its copy has it, which the build takes. */
const drawing = async (name: string): Promise<Parameters<typeof icon>[0]> =>
  (await import(`../../vendor/lucide-react/esm/icons/${name}.mjs`)).__iconData;
const both = [
  [Bot, icon(await drawing('bot'))],
  [Snowflake, icon(await drawing('snowflake'))],
  [Vault, icon(await drawing('vault'))],
] as const;
const ways = [
  {},
  { size: 15, 'aria-hidden': true },
  { size: '1em', strokeWidth: 1.75, className: 'text-mut' },
  { role: 'img', 'aria-label': 'Frozen', style: { color: 'red' } },
] as const;

it('draws what the icons’ own function draws, but for names of its classes', () => {
  const drawn = ([first, second]: (typeof both)[number], way: (typeof ways)[number]): string[] =>
    [first, second].map((Icon) => {
      const { container } = render(<Icon {...way} />);
      const svg = container.querySelector('svg');
      const own = (svg?.getAttribute('class') ?? '').split(' ').filter((name) => !name.startsWith('lucide'));
      svg?.setAttribute('class', own.join(' '));
      svg?.removeAttribute('xmlns');
      return (
        [...(svg?.attributes ?? [])]
          .map(({ name, value }) => `${name}=${value}`)
          .sort()
          .join() + svg?.innerHTML
      );
    });
  for (const pair of both)
    for (const way of ways) {
      const [theirs, ours] = drawn(pair, way);
      expect(ours).toBe(theirs);
    }
});
