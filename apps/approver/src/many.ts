/** The pages of several requests at once, fetched together. */
export { drawRefusals } from './refuse/screen.ts';
export { drawSeveral } from './several/screen.ts';
