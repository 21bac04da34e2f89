import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Drawer } from '../lib/area.ts';
import DrawerHost from '../ui/drawer-host.tsx';

/** What is in the drawers of every area. */
const files = import.meta.glob<Readonly<Record<string, Drawer>>>('../features/*/drawers.ts', {
  eager: true,
  import: 'default',
});
export const drawers: readonly (readonly [string, Drawer])[] = Object.values(files).flatMap(Object.entries<Drawer>);

/** The open drawers, each with its title in the interface's language. */
export default function DrawerPages(): ReactNode {
  const { t } = useTranslation();
  const registry = useMemo(
    () =>
      Object.fromEntries(
        drawers.map(([name, { width = 460, title, component }]) => [name, { width, title: t(title), component }]),
      ),
    [t],
  );
  return <DrawerHost registry={registry} />;
}
