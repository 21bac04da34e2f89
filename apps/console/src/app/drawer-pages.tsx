import { CatchBoundary } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Drawer } from '../lib/area.ts';
import { useApi } from '../lib/query.ts';
import DrawerHost from '../ui/drawer-host.tsx';
import type { DrawerProps } from '../ui/drawers.tsx';
import { notices } from './areas.ts';
import { ErrorScreen } from './error-screen.tsx';

/** What is in the drawers of every area. */
const files = import.meta.glob<Readonly<Record<string, Drawer>>>('../features/*/drawers.ts', {
  eager: true,
  import: 'default',
});

const Failed = ({ error }: { error: unknown }): ReactNode => (
  <div className="overflow-auto">
    <ErrorScreen error={error} inside="drawer" />
  </div>
);

/** A page that cannot be had, or breaks, says so in its place: the drawers and the screen below stay, with what is written there. */
const guarded = (Page: ComponentType<DrawerProps>) =>
  function Guarded({ args }: DrawerProps): ReactNode {
    return (
      <CatchBoundary getResetKey={() => args.join('~')} errorComponent={Failed}>
        <Page args={args} />
      </CatchBoundary>
    );
  };

export const drawers: readonly (readonly [string, Drawer])[] = Object.values(files)
  .flatMap(Object.entries<Drawer>)
  .map(([name, drawer]) => [name, { ...drawer, component: guarded(drawer.component) }]);

/** What is wrong while a form is open. The shell below asks how everything stands, again and again. */
function Said(): ReactNode {
  const status = useApi('signing', 'status', {}, { quiet: true }).data;
  return notices.map(
    ({ key, when, Line }) =>
      Line &&
      typeof when === 'function' &&
      status !== undefined &&
      when(status) && (
        <Suspense key={key}>
          <Line />
        </Suspense>
      ),
  );
}

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
  return <DrawerHost registry={registry} said={<Said />} />;
}
