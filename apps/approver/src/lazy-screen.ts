import { faultBox } from '@holdfast/signer-ui';
import type { Screen } from './texts.ts';

/** Draws a screen that is fetched with what only it needs; where that does not come the page says so, and a click loads it again. */
export function drawLazy<T>(screen: Screen, part: Promise<T>, draw: (part: T) => unknown): void {
  const failed = (error: unknown): void => {
    if (!screen.left.aborted) screen.show(faultBox(screen, error, () => location.reload()));
  };
  part.then((came) => void draw(came), failed);
}
