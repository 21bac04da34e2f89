import { type ChainConfig, childPublicKey, rulesOf } from '@holdfast/chains';
import {
  addressView,
  backLink,
  type ChainFacts,
  card,
  el,
  faultBox,
  heading,
  type KeyGroupPublic,
  notice,
  row,
  rows,
  showWaiting,
  signerFacts,
  stopWaiting,
  svg,
} from '@holdfast/pagekit';
import { encode } from 'uqr';
import type { Screen } from './texts.ts';

/** Only what deriving needs; the rest of a chain's configuration is the signer's business. */
const asConfig = (chain: ChainFacts): ChainConfig => ({
  ...chain,
  assets: [],
  baseSymbol: '',
  rpcUrl: '',
  maxFee: '0',
  confirmations: { deposit: 1, withdraw: 1 },
});

/** The address of a path under a key group, worked out here from its public key (threat T22). */
export function addressAt(chain: ChainFacts, group: KeyGroupPublic, path: string): string {
  const root = { publicKey: group.secp256k1.publicKey, chainCode: group.secp256k1.chainCode };
  return rulesOf(asConfig(chain)).addressOf(asConfig(chain), childPublicKey(root, path));
}

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

function addressParts(
  screen: Screen,
  chain: ChainFacts,
  group: KeyGroupPublic,
  path: string,
  signer: string,
): HTMLElement[] {
  const address = addressAt(chain, group, path);
  return [
    heading(screen.say('addressTitle', { path }), screen.say('addressLead')),
    card(
      chain.name,
      chain.id,
      addressView(address),
      qrView(address),
      el('p', { class: 'muted' }, screen.say('qrHint')),
    ),
    rows(
      row(screen.say('addressMine'), signer),
      row(screen.say('addressKeyGroup'), el('span', { class: 'mono' }, group.id)),
    ),
  ];
}

export async function drawAddress(screen: Screen): Promise<void> {
  showWaiting(screen);
  const path = screen.route.query.get('path') ?? '';
  const chainId = screen.route.query.get('chain') ?? '';
  const title = heading(screen.say('addressTitle', { path }));
  try {
    const facts = await signerFacts(location.origin);
    if (screen.left.aborted) return;
    screen.servedBy(facts.name, facts.singleHost);
    document.title = `${screen.text('addressTitle', { path })} · Holdfast`;
    const chain = facts.chains.find((one) => one.id === chainId);
    const group = facts.keyGroups.find((one) => one.active);
    const wellFormed = /^m(\/(0|[1-9]\d{0,9})){1,8}$/.test(path);
    if (!chain) screen.show(title, notice('bad', screen.say('blocker_unknownNetwork', { chain: chainId })));
    else if (!wellFormed) screen.show(title, notice('bad', screen.say('addressBadPath')));
    else if (!group) screen.show(title, notice('info', screen.say('addressNoKey')));
    else
      screen.show(
        ...addressParts(screen, chain, group, path, facts.name),
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
