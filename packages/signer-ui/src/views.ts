import { addressHead, blocksOf } from '@holdfast/review';
import { el } from './dom.ts';

/**
 * A whole address in blocks of four, first and last emphasised. The gaps are drawn, not written, so that what is copied is the address.
 */
export function addressView(address: string): HTMLElement {
  const head = addressHead(address);
  const blocks = blocksOf(address.slice(head.length));
  const spans = blocks.map((block, i) => {
    const edge = i === 0 || i === blocks.length - 1;
    return el(edge ? 'mark' : 'span', { class: 'block' }, block);
  });
  const kind = head ? [el('span', { class: 'head' }, head)] : [];
  return el('p', { class: 'address mono', translate: 'no' }, ...kind, ...spans);
}

/** A digest as eight words and as hex, grouped the same on every screen that shows one. */
export function digestView(words: readonly string[], hex: string): HTMLElement {
  return el(
    'div',
    { class: 'digest', translate: 'no' },
    el('ol', { class: 'words mono' }, ...words.map((word) => el('li', {}, word))),
    el('p', { class: 'hex mono' }, ...blocksOf(hex).map((block) => el('span', { class: 'block' }, block))),
  );
}
