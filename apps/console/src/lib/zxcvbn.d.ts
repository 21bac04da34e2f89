/** A part of the package that it has no types for: English first names, the most frequent first. */
declare module '@zxcvbn-ts/language-en/dist/firstnames.json.mjs' {
  const names: string[];
  export default names;
}
