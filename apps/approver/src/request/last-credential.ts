/** Under which name a page remembers by which key somebody decided last in this browser. */
export const lastCredential = 'holdfast.credential';
