/**
 * `on` while somebody types in a search: what an address is changed to meanwhile takes the place of what stood there, so that Back leaves a search at once and not
 * letter by letter.
 */
export const typing = { on: false };
