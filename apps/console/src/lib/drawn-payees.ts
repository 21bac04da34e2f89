/** Of very many payees so many are drawn at once. */
export const drawnPayees = 20;
