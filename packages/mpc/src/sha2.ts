/** For browsers. In Node `#sha2` is sha2.node.ts, which gives the same. */
export { sha256, sha512 } from '@noble/hashes/sha2.js';
