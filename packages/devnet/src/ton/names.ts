/** What follows from the local network alone, so that nobody has to start it to know. A test holds each against the node. */

/** Its own global id: no address or signature of it is good on another network. */
export const localNetwork = -31337;
/** The jetton's master, and how its wallets are found. */
export const jettonAddress = '0QAjPNzASbN0QPcXqRD7-93RbC4_w44Xt8pueeIMS88HZyoJ';
export const walletsOfMinter = 'tep74:a760d629d5343e76d045017d9dc216fc8a307a8377815feb2b0a5c490e733486:6';
