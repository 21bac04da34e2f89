/**
 * Imported by tests that seal many kits and are about something else: scrypt with N = 2^10 in place of 2^18 in this process. What the product takes is
 * proven in kit.test.ts.
 */
import { Encrypter } from 'age-encryption';

const cheap = 10;
const set = Encrypter.prototype.setScryptWorkFactor;
Encrypter.prototype.setScryptWorkFactor = function setCheap(this: Encrypter): void {
  set.call(this, cheap);
};
