/** Parts of the packages that they have no types for. */
declare module '@zxcvbn-ts/language-en/dist/firstnames.json.mjs' {
  /** English first names, the most frequent first. */
  const names: string[];
  export default names;
}
declare module '@zxcvbn-ts/language-common/dist/diceware.json.mjs' {
  const words: string[];
  export default words;
}
declare module '@zxcvbn-ts/language-common/dist/adjacencyGraphs.json.mjs' {
  const graphs: typeof import('@zxcvbn-ts/language-common').adjacencyGraphs;
  export default graphs;
}
