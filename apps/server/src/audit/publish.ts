import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Size of the log in the name, so that names sort as checkpoints do. */
export const checkpointFile = (size: number): string => `${String(size).padStart(12, '0')}.txt`;

/**
 * Leaves checkpoints in a folder, a file each, with the signatures they have by now: whatever copies or serves that folder puts them where this
 * server cannot take them back. The last one is written again when a witness has been added.
 */
export function createPublisher(folder: string) {
  let last = '';
  return async (size: number, note: string): Promise<void> => {
    if (note === last) return;
    const file = path.join(folder, checkpointFile(size));
    await mkdir(folder, { recursive: true });
    // Whoever copies the folder meanwhile sees the file whole or not at all; and an export may leave the same one in the same moment.
    const part = `${file}.${randomUUID()}.part`;
    await writeFile(part, note, { mode: 0o644 });
    await rename(part, file);
    last = note;
  };
}
