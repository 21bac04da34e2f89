type ClassValue = string | false | null | undefined;

/** Joins class names. Shared looks are in the stylesheet's components layer, so a utility in the list wins over them. */
export const cn = (...values: readonly ClassValue[]): string => values.filter(Boolean).join(' ');
