import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { MenuEntry } from '../lib/area.ts';
import type { TextKey } from '../lib/i18n.ts';
import { useDrawers } from '../ui/drawers.tsx';

const now = ({ text, shown, count }: MenuEntry, t: (key: TextKey) => string) => ({
  text: t(typeof text === 'string' ? text : text()),
  shown: shown?.() ?? true,
  count: count?.() ?? 0,
});

/** What an entry says, whether it is there for this person, and how much waits behind it. */
export function useEntry(entry: MenuEntry) {
  const { t } = useTranslation();
  return now(entry, t);
}

/** Goes where an entry leads. */
export function useGo(): (entry: MenuEntry) => void {
  const drawers = useDrawers();
  const navigate = useNavigate();
  return ({ leads }) => {
    if ('drawer' in leads) drawers.push(leads.drawer);
    else void navigate({ to: leads.to });
  };
}

/** Those of a list that are there for this person, with what they say. The list has to be the same on every drawing: entries bring hooks. */
export function useEntries(list: readonly MenuEntry[]) {
  const { t } = useTranslation();
  const go = useGo();
  return list.map((entry) => ({ ...entry, ...now(entry, t), run: () => go(entry) })).filter(({ shown }) => shown);
}
