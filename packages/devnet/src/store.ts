import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';

/** What happened to a local chain, in order; replaying it gives the node's state. */
export interface Store<R> {
  readonly records: readonly R[];
  /** Returns when the records are on the disk. */
  append(records: readonly R[]): void;
  close(): void;
}

const checksum = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** The records of a log, and how many bytes of it are whole: a kill in the middle of a write leaves a torn last line. */
function readLog<R>(file: string): { records: R[]; goodBytes: number } {
  const records: R[] = [];
  let goodBytes = 0;
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const text = line.slice(17);
    if (text === '' || line.slice(0, 16) !== checksum(text)) break;
    records.push(JSON.parse(text) as R);
    goodBytes += line.length + 1; // ASCII only
  }
  return { records, goodBytes };
}

/** Opens or makes the log, one record a line: checksum, space, JSON. */
export function openStore<R>(file: string): Store<R> {
  closeSync(openSync(file, 'a', 0o600));
  const { records, goodBytes } = readLog<R>(file);
  const fd = openSync(file, 'r+');
  ftruncateSync(fd, goodBytes);
  let end = goodBytes;
  return {
    records,
    append(added) {
      const lines = added.map((record) => {
        const text = JSON.stringify(record);
        return `${checksum(text)} ${text}\n`;
      });
      const bytes = Buffer.from(lines.join(''));
      for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done, bytes.length - done, end + done);
      fsyncSync(fd);
      end += bytes.length;
    },
    close: () => closeSync(fd),
  };
}
