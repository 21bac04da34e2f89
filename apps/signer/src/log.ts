/** One line of what the operator reads. */
export type Log = (message: string, fields?: Readonly<Record<string, string | number>>) => void;
