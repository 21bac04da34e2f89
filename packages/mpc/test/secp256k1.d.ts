/** The part of the `secp256k1` package (libsecp256k1) that the tests use; it ships no types. */
declare module 'secp256k1' {
  const native: {
    ecdsaVerify(signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): boolean;
    ecdsaRecover(signature: Uint8Array, recid: number, digest: Uint8Array, compressed: boolean): Uint8Array;
  };
  export default native;
}
