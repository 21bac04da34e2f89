/**
 * The pages' whole DOM layer. Text is only ever set as text; there is no innerHTML here, so Trusted Types can stay on and labels, names and
 * remarks stay what they are: hostile text.
 */
export type Child = Node | string | false | null | undefined;
type Handler = (event: Event) => void;
export type Props = Readonly<Record<string, string | number | boolean | undefined | Handler>>;

const svgNamespace = 'http://www.w3.org/2000/svg';
const safeLink = /^(https?:\/\/|#|\.?\/(?!\/)|blob:)/;

function setProp(node: Element, name: string, value: Props[string]): void {
  if (value === undefined || value === false) return;
  if (typeof value === 'function') node.addEventListener(name, value);
  else if (name.startsWith('on') || name === 'style') throw new Error(`attribute ${name} is not allowed`);
  else if (name === 'href' && !safeLink.test(String(value))) throw new Error('unsafe link');
  else node.setAttribute(name, value === true ? '' : String(value));
}

function fill<T extends Element>(node: T, props: Props, children: readonly Child[]): T {
  for (const [name, value] of Object.entries(props)) setProp(node, name, value);
  node.append(
    ...children.filter((child): child is Node | string => child instanceof Node || typeof child === 'string'),
  );
  return node;
}

/** An element; a function as a property listens to the event of that name. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), props, children);
}

export function svg(tag: string, props: Props = {}, ...children: Child[]): Element {
  return fill(document.createElementNS(svgNamespace, tag), props, children);
}

/** Makes `children` the whole content of `node`. */
export function show(node: Element, ...children: Child[]): void {
  node.replaceChildren(
    ...children.filter((child): child is Node | string => child instanceof Node || typeof child === 'string'),
  );
}

const drawings = {
  check: ['M20 6 9 17l-5-5'],
  cross: ['M18 6 6 18', 'M6 6l12 12'],
  dash: ['M5 12h14'],
  alert: ['M12 9v4', 'M12 17h.01', 'M10.3 3.9 1.8 18a2 2 0 0 0 1.7 3h17a2 2 0 0 0 1.7-3L13.7 3.9a2 2 0 0 0-3.4 0Z'],
  key: [
    'M15.5 7.5 19 4',
    'M21 2l-9.6 9.6',
    'M15.5 7.5l3 3L22 7l-3-3',
    'M7.5 21a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11Z',
  ],
  shield: ['M12 22s8-4 8-10V5l-8-3-8 3v7c0 6 8 10 8 10Z'],
  clock: ['M12 22a10 10 0 1 0 0-20 10 10 0 0 0 0 20Z', 'M12 6v6l4 2'],
  moon: ['M12 3a6 6 0 0 0 9 9 9 9 0 1 1-9-9Z'],
  sun: [
    'M12 17a5 5 0 1 0 0-10 5 5 0 0 0 0 10Z',
    'M12 1v2',
    'M12 21v2',
    'M4.2 4.2l1.4 1.4',
    'M18.4 18.4l1.4 1.4',
    'M1 12h2',
    'M21 12h2',
    'M4.2 19.8l1.4-1.4',
    'M18.4 5.6l1.4-1.4',
  ],
  file: ['M15 2H6a2 2 0 0 0-2 2v16a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V7Z', 'M14 2v6h6'],
  arrow: ['M5 12h14', 'M12 5l7 7-7 7'],
} as const;
export type IconName = keyof typeof drawings;

/** A line drawing for beside a text; it says nothing by itself, so assistive technology skips it. */
export function icon(name: IconName): Element {
  const paths = drawings[name].map((d) => svg('path', { d }));
  return svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, ...paths);
}
