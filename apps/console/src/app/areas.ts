import { areas } from '../features/index.ts';
import { type Area, type MenuEntry, type MenuPlace, type Notice, type Screen, takeAreas } from '../lib/area.ts';

type Every = (typeof areas)[number];
type Both<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer All) => void ? All : never;
/** What all areas together have of one kind, by its names. */
type All<K extends keyof Area> = Both<Extract<Every, Readonly<Record<K, object>>>[K]>;

const lists: readonly Area[] = areas;
takeAreas(lists);

/** What the areas have of a kind, as one; a name stands in one area alone (areas.test.ts). */
const together = <K extends 'screens' | 'gates'>(kind: K): All<K> =>
  Object.assign({}, ...lists.map((area) => area[kind] ?? {})) as All<K>;

/** Every screen inside the shell, by its path under /mpc as spec §2 writes it. */
export const screens = together('screens');
/** Screens without the shell, by their whole path. */
export const gates = together('gates');
/** Every drawer, by the name it has in addresses. */
export const drawerNames: readonly string[] = lists.flatMap((area) => area.drawers ?? []);
export const notices: readonly Notice[] = lists.flatMap((area) => area.notices ?? []);
export const menu: readonly MenuEntry[] = lists.flatMap((area) => area.menu ?? []);
/** The entries of one place, in their order. */
export const menuAt = (place: MenuPlace): readonly MenuEntry[] => menu.filter(({ places }) => places.includes(place));

/** Asks for the file of the screen at this address at once, beside the texts that it waits for. */
export function beginScreen(pathname: string): void {
  const found: object =
    (gates as Readonly<Record<string, object>>)[pathname] ??
    (screens as Readonly<Record<string, Screen>>)[pathname.replace('/mpc/', '')]?.screen ??
    {};
  if ('begin' in found && typeof found.begin === 'function') found.begin();
}

/** Whether an address is that of a screen without the shell; `$token` stands for any one value. */
export const isGate = (pathname: string): boolean =>
  Object.keys(gates).some((path) => {
    const [start = '', value] = path.split('$');
    return value === undefined ? pathname === path : pathname.startsWith(start);
  });
