/** A line of a request as a terminal shows it: everything that is signed, nothing shortened. */
export const line = (name: string, value: string): string => `  ${name.padEnd(16)}${value}`;
