import type { ChainFacts, KeyGroupPublic } from '@holdfast/review/facts';
import {
  addressView,
  ask,
  backLink,
  card,
  el,
  faultBox,
  heading,
  notice,
  row,
  rows,
  showWaiting,
  signerFacts,
  signerText,
  stopWaiting,
  svg,
} from '@holdfast/signer-ui';
import { encode } from 'uqr';
import { say } from './address-words.ts';
import { sayPlace } from './key-place-words.ts';
import { addressAt, placeOf } from './own-address.ts';
import type { Screen } from './texts.ts';

/** A QR code drawn with SVG, since inline images and markup are not allowed here. */
function qrView(text: string): Element {
  const { data, size } = encode(text, { border: 2 });
  const d = data.flatMap((line, y) => line.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return svg(
    'svg',
    {
      class: 'qr',
      viewBox: `0 0 ${size} ${size}`,
      role: 'img',
      'aria-label': `QR ${text}`,
      'shape-rendering': 'crispEdges',
    },
    svg('rect', { class: 'paper', width: size, height: size }),
    svg('path', { class: 'ink', d }),
  );
}

async function addressParts(
  screen: Screen,
  chain: ChainFacts,
  group: KeyGroupPublic,
  place: { readonly path: string; readonly wallet: string },
  signer: string,
): Promise<HTMLElement[]> {
  const address = await addressAt(ask, chain, group, place.path);
  return [
    heading(say(screen, 'title', place), say(screen, 'lead')),
    card(
      chain.name,
      chain.id,
      addressView(address),
      qrView(address),
      el('p', { class: 'muted' }, say(screen, 'qrHint')),
    ),
    rows(
      row(say(screen, 'wallet'), el('strong', {}, place.wallet)),
      row(sayPlace(screen, 'path'), el('span', { class: 'mono' }, place.path)),
      row(say(screen, 'mine'), screen.say('passThrough', { text: signerText(screen, signer) })),
      row(sayPlace(screen, 'keyGroup'), el('span', { class: 'mono' }, group.id)),
    ),
  ];
}

/** The group that the link names, as the signer that attests does; without a name only when there is no choice. */
function groupOf(groups: readonly KeyGroupPublic[], id: string | null): KeyGroupPublic | undefined {
  const [only, ...more] = groups;
  return id === null && more.length === 0 ? only : groups.find((group) => group.id === id);
}

export async function drawAddress(screen: Screen): Promise<void> {
  showWaiting(screen);
  const { query } = screen.route;
  const place = placeOf(query.get('path') ?? '');
  const chainId = query.get('chain') ?? '';
  const title = heading(place ? say(screen, 'title', place) : say(screen, 'titleUnknown'));
  try {
    const facts = await signerFacts(location.origin);
    if (screen.left.aborted) return;
    screen.servedBy(facts.name, facts.singleHost);
    if (place) document.title = `${say(screen, 'title', place).data} · Holdfast`;
    const chain = facts.chains.find((one) => one.id === chainId);
    const active = facts.keyGroups.filter((one) => one.active);
    const group = groupOf(active, query.get('keyGroup'));
    if (!chain) screen.show(title, notice('bad', screen.say('blocker_unknownNetwork', { chain: chainId })));
    else if (!place) screen.show(title, notice('bad', say(screen, 'badPath')));
    else if (active.length === 0) screen.show(title, notice('info', say(screen, 'noKey')));
    else if (!group) screen.show(title, notice('bad', say(screen, 'otherKey')));
    else
      screen.show(
        ...(await addressParts(screen, chain, group, place, facts.name)),
        el('div', { class: 'actions' }, backLink(screen, false)),
      );
  } catch (error) {
    screen.show(
      title,
      faultBox(screen, error, () => void drawAddress(screen)),
    );
  } finally {
    stopWaiting(screen);
  }
}
