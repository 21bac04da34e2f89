export { followPolicy } from './follow.ts';
