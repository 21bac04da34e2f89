let typing = false;

/** What an address is changed to meanwhile takes the place of what stood there: Back leaves a search at once, not letter by letter. */
export function whileTyping(work: () => void): void {
  typing = true;
  try {
    work();
  } finally {
    typing = false;
  }
}

export const isSomebodyTyping = (): boolean => typing;
