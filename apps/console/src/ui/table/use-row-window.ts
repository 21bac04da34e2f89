import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';

/** Longer lists draw only what is in sight; in shorter ones the browser's own find still sees every row. */
const wholeUpTo = 200;
/** Of a row before it was measured, px (app.css, --row). */
const rowGuess = 40;
/** Rows that are drawn above and below what is in sight. */
const spare = 12;

interface RowWindow {
  /** Indexes of the rows that are drawn. */
  readonly drawn: readonly number[];
  /** Room of those that are not, px. */
  readonly before: number;
  readonly after: number;
  readonly measure: (row: HTMLTableRowElement | null) => void;
  readonly bring: (index: number) => void;
}

/** The nearest ancestor that scrolls. */
const scrollerOf = (body: Element | null): HTMLElement | null => body?.closest<HTMLElement>('[data-scrolls]') ?? null;

/** How far a table's rows begin below the top of what scrolls. */
function marginOf(body: Element | null): number {
  const scroller = scrollerOf(body);
  if (!body || !scroller) return 0;
  return body.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
}

/** Which of `count` rows are drawn, by what can be seen of them. */
export function useRowWindow(body: RefObject<HTMLTableSectionElement | null>, count: number): RowWindow {
  const enabled = count > wholeUpTo;
  const [scrollMargin, setMargin] = useState(0);
  /** After every drawing: what stands above the table may have grown. The same number changes nothing. */
  useLayoutEffect(() => setMargin(enabled ? Math.round(marginOf(body.current)) : 0));
  const rows = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count,
    enabled,
    scrollMargin,
    estimateSize: () => rowGuess,
    getScrollElement: () => scrollerOf(body.current),
    overscan: spare,
  });
  const all = useMemo(() => (enabled ? [] : Array.from({ length: count }, (_, index) => index)), [enabled, count]);
  const items = rows.getVirtualItems();
  return {
    drawn: enabled ? items.map(({ index }) => index) : all,
    before: (items[0]?.start ?? scrollMargin) - scrollMargin,
    after: enabled ? rows.getTotalSize() - ((items.at(-1)?.end ?? scrollMargin) - scrollMargin) : 0,
    measure: rows.measureElement,
    bring: (index) => rows.scrollToIndex(index),
  };
}
