import { unzipSync } from 'fflate';
import { readSheet } from 'read-excel-file/web-worker';
import { cellsOfSheet, type SheetCells } from './sheet-cells.ts';

/** So much a workbook may hold, unpacked: a thousand rows with long texts take a tenth of it. A small file can be made that unpacks to anything. */
const unpackedMost = 16 * 1024 * 1024;

function refuseBombs(file: ArrayBuffer): void {
  let size = 0;
  // Nothing is unpacked here: what each part says of its size is added up.
  unzipSync(new Uint8Array(file), {
    filter: ({ originalSize }) => {
      size += originalSize;
      return false;
    },
  });
  if (size > unpackedMost) throw new Error('too large');
}

async function read(file: ArrayBuffer): Promise<SheetCells> {
  try {
    refuseBombs(file);
    return cellsOfSheet(await readSheet(new Blob([file])));
  } catch {
    return { problem: 'unreadable' };
  }
}

addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => void read(data).then(postMessage));
