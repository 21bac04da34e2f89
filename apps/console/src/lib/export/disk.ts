/** A file that is written where the person chose. */
export interface DiskFile {
  /** Forgets what stands behind so many bytes; the next ones come there. */
  goTo(bytes: number): Promise<void>;
  write(chunk: Uint8Array<ArrayBuffer>): Promise<void>;
  /** The file is whole. */
  keep(): Promise<void>;
  /** As if nothing had been written. */
  drop(): Promise<void>;
}

/** What browsers that write to disk have (File System Access); the compiler's own library knows the rest of it. */
interface Picker {
  showSaveFilePicker?: (options: { readonly suggestedName: string }) => Promise<FileSystemFileHandle>;
}

/** Can this browser write a file as it comes, and go on with one that broke off? */
export const canWriteFiles = (): boolean => typeof (window as Picker).showSaveFilePicker === 'function';

/** Asks where the file is to be; undefined when the person thought better of it. To be called by what they pressed. */
export async function chooseFile(suggestedName: string): Promise<DiskFile | undefined> {
  const picked = await (window as Picker).showSaveFilePicker?.({ suggestedName }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    throw error;
  });
  if (!picked) return undefined;
  const stream = await picked.createWritable();
  return {
    async goTo(bytes) {
      await stream.truncate(bytes);
      await stream.seek(bytes);
    },
    write: (chunk) => stream.write(chunk),
    keep: () => stream.close(),
    drop: () => stream.abort(),
  };
}
