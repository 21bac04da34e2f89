import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { keepPageState, recallPageState } from '../lib/page-state.ts';

/** Frames within which a page that comes back is as long as it was: its data are in memory, its file may have to be loaded. */
const patienceFrames = 30;

/** What stood in a page's address when it was left within the last five minutes, without its drawers: menu entries lead there. */
export function rememberedSearch(path: string): object {
  const search = recallPageState(`${path}?`);
  return typeof search === 'object' && search !== null ? search : {};
}

/** Scrolls to where one was, again while the page grows, until somebody scrolls. */
function scrollBack(element: HTMLElement, top: number): () => void {
  let frames = 0;
  let frame = 0;
  const step = (): void => {
    element.scrollTop = top;
    frames += 1;
    if (element.scrollTop < top && frames < patienceFrames) frame = requestAnimationFrame(step);
  };
  step();
  return () => cancelAnimationFrame(frame);
}

/** Keeps what a page was filtered by and where it was scrolled to, for five minutes (spec §4). */
export function usePageMemory(main: RefObject<HTMLElement | null>): void {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const search: object = useLocation({ select: ({ search: all }) => all });
  // The first page is at its top already, and to say so would have it laid out before it is drawn.
  const untouched = useRef(true);
  useEffect(() => {
    keepPageState(`${path}?`, { ...search, d: undefined });
  }, [path, search]);
  useLayoutEffect(() => {
    const element = main.current;
    if (!element) return;
    const kept = recallPageState(`${path}^`);
    let top = typeof kept === 'number' ? kept : 0;
    const stop = untouched.current && top === 0 ? () => undefined : scrollBack(element, top);
    untouched.current = false;
    const onScroll = (): void => {
      top = element.scrollTop;
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    element.addEventListener('wheel', stop, { passive: true });
    return () => {
      stop();
      element.removeEventListener('scroll', onScroll);
      element.removeEventListener('wheel', stop);
      keepPageState(`${path}^`, top);
    };
  }, [path, main]);
}
