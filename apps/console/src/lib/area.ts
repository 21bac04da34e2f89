import type { contract, EventTopic, Output } from '@holdfast/contract';
import type { RouteComponent } from '@tanstack/react-router';
import type { ParseKeys } from 'i18next';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { DrawerEntry, DrawerProps } from '../ui/drawers.tsx';
import type { TextKey } from './i18n.ts';
import type { SearchReader } from './search.ts';

type Contract = typeof contract;

export interface Screen {
  readonly screen: RouteComponent;
  /** What may stand after the `?` of its address; without it, nothing of its own. */
  readonly search?: SearchReader;
}

/** A drawer as `drawers.ts` of its area has it. */
export interface Drawer {
  readonly title: TextKey;
  readonly component: ComponentType<DrawerProps>;
  /** 460 pixels unless said. */
  readonly width?: DrawerEntry['width'];
}

/** Where people find an entry: at the side, at its foot, in the bar below a phone's pages, under the account's button, among the palette's screens or its actions. */
export type MenuPlace = 'side' | 'foot' | 'bar' | 'person' | 'go' | 'do';

/** Leads to a screen or opens a drawer. Its functions are hooks, called whenever it is drawn. */
export interface MenuEntry {
  readonly key: string;
  readonly places: readonly MenuPlace[];
  /** Entries at the side and its foot are drawn at once: their texts are among the first ones. */
  readonly text: TextKey | (() => TextKey);
  readonly Icon: LucideIcon;
  readonly leads: { readonly to: string } | { readonly drawer: string };
  /** What the paths of other screens that belong to it begin with. */
  readonly also?: string;
  /** Screens below it have entries of their own. */
  readonly exact?: true;
  readonly shown?: () => boolean;
  /** How much waits there; 0 is not said. */
  readonly count?: () => number;
}

type SigningStatus = Output<Contract['signing']['status']>;

/** A bar above every page, while the signers' status asks for it; `now`: with the shell, `later`: as soon as the screen itself is there, and it decides for itself. */
export interface Notice {
  readonly key: string;
  readonly when: 'now' | 'later' | ((status: SigningStatus) => boolean);
  readonly Bar: ComponentType;
  /** What an open drawer says of it above its form: the bar lies in its shade. */
  readonly Line?: ComponentType;
}

/** What a live event makes stale: the first parts of query keys. */
type Stale = readonly (readonly [keyof Contract, ...string[]])[];

/** A part of the log of operations, by what stands before the dot of its actions, and its name in the log's filter. */
export interface LogPart {
  readonly part: string;
  readonly text: ParseKeys<['translation', 'tools']>;
}

/**
 * All that an area adds to the console. The manifest of each (`features/<area>/area.tsx`) is part of the first file that a page loads: it names screens,
 * drawers and bars, which come when they are opened, and imports nothing of them.
 */
export interface Area {
  /** By their paths under /mpc as spec §2 writes them; `{id}` stands for any one value. */
  readonly screens?: Readonly<Record<string, Screen>>;
  /** Screens without the shell, by their whole paths. */
  readonly gates?: Readonly<Record<string, RouteComponent>>;
  /** The names that they have in addresses; what is in each, `drawers.ts` beside the manifest says. */
  readonly drawers?: readonly string[];
  readonly menu?: readonly MenuEntry[];
  readonly notices?: readonly Notice[];
  /** Areas of the contract, each loaded with its first call: the file that has it by its name. */
  readonly endpoints?: { readonly [A in keyof Contract]?: () => Promise<Pick<Contract, A>> };
  readonly live?: { readonly [T in EventTopic]?: Stale };
  readonly log?: readonly LogPart[];
}

let known: readonly Area[] = [];
/** Said once, by the list of areas (`app/areas.ts`). */
export function takeAreas(areas: readonly Area[]): void {
  known = areas;
}
export const knownAreas = (): readonly Area[] => known;
