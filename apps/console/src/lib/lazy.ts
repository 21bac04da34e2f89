import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/**
 * A lazily loaded screen. When its file cannot be had (a new version was installed), the preload-error event is raised and the error thrown
 * on to the route's error screen (spec §8); the page is never reloaded behind somebody's back.
 */
export function lazyScreen<P>(
  load: () => Promise<{ default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => {
    try {
      return await load();
    } catch (error) {
      const event = new Event('vite:preloadError', { cancelable: true });
      window.dispatchEvent(Object.assign(event, { payload: error }));
      throw error;
    }
  });
}
