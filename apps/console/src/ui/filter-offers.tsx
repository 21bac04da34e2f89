import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TypedBox } from './search-box.tsx';
import { fitting, type SearchOffer } from './search-offers.ts';
import { useOutside } from './use-outside.ts';

interface FilterOffersProps {
  readonly box: TypedBox;
  /** Everything that can be offered; what fits is shown. */
  readonly offers: readonly SearchOffer[];
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The box and what is offered under it, from top to bottom. */
const placesOf = ({ frame }: TypedBox): HTMLElement[] => [
  ...(frame.current?.querySelectorAll<HTMLElement>('input, section button') ?? []),
];

function useKeys(box: TypedBox, isOpen: boolean, close: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event;
    const inBox = target === box.input.current;
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey || !(target instanceof HTMLElement)) return;
    if (key === 'Enter' && inBox) {
      // The words are what is meant.
      close();
      return;
    }
    if (key in steps) {
      const places = placesOf(box);
      const at = places.indexOf(target) + (steps[key] ?? 0);
      places[Math.max(0, Math.min(at, places.length - 1))]?.focus();
    } else if (key === 'Escape') {
      close();
      box.input.current?.focus();
    } else if (key === 'Enter') {
      // The focus goes back to the box while the key is still down: it must not search there.
      target.click();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const frame = box.frame.current;
    if (!isOpen || !frame) return undefined;
    /** Heard before the box, whose arrow leads into the list, and before what Escape would close or empty. */
    const listen = (event: KeyboardEvent): void => onKey(event);
    frame.addEventListener('keydown', listen, true);
    return () => frame.removeEventListener('keydown', listen, true);
  }, [isOpen, box.frame]);
}

/**
 * What somebody may mean by what they type in a search box, as filters under it. Arrows lead there and back, Enter takes one, Escape closes. They are buttons
 * under a heading and no combobox: the box stays a search, whose Enter searches for the words.
 */
export function FilterOffers({ box, offers }: FilterOffersProps): ReactNode {
  const { t } = useTranslation();
  const id = useId();
  const [closedAt, setClosedAt] = useState('');
  // What was closed once is offered again where somebody comes back to it.
  if (closedAt !== '' && closedAt !== box.text) setClosedAt('');
  const found = closedAt === box.text ? [] : fitting(box.text, offers);
  const isOpen = found.length > 0;
  const close = (): void => setClosedAt(box.text);
  const pick = (offer: SearchOffer, rest: string): void => {
    box.input.current?.focus();
    box.leave(rest);
    offer.pick();
  };
  useOutside(box.frame, isOpen, close);
  useKeys(box, isOpen, close);
  return (
    <>
      <span aria-live="polite" className="sr-only">
        {isOpen && t('filters.offered', { count: found.length })}
      </span>
      {isOpen && (
        <section
          aria-labelledby={id}
          className="fade-in absolute top-full left-0 z-30 mt-1 w-full min-w-56 rounded-lg border border-line bg-raise p-1 shadow-lg"
        >
          <h2 id={id} className="px-2 pt-1 pb-0.5 text-mut text-xs">
            {t('filters.offers')}
          </h2>
          <ul>
            {found.map(({ one: offer, rest }) => (
              <li key={offer.key}>
                <button
                  type="button"
                  className="flex min-h-8 w-full items-center gap-2 rounded-md px-2 text-left text-sm hover:bg-hov focus:bg-hov max-md:min-h-11"
                  onClick={() => pick(offer, rest)}
                >
                  <bdi className="min-w-0 flex-1 truncate">
                    {t('filters.offer', { what: offer.what, name: offer.name })}
                  </bdi>
                  {offer.detail && (
                    <>
                      {' '}
                      <bdi className="shrink-0 text-mut text-xs">{offer.detail}</bdi>
                    </>
                  )}
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
