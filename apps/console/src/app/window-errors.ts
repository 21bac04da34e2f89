/** Anything may be thrown. Notices of the browser itself (of layouts that were late) have nothing in them. */
const isThrown = ({ error }: ErrorEvent): boolean => error !== null && error !== undefined;

/**
 * Spec §2: uncaught window errors show a fallback page. A rejection that nobody handles is shown only when it left the page empty; one in the
 * background (a poll, a copy to the clipboard) does not take the page away.
 * @returns stops watching
 */
export function watchWindow(place: Element, show: (error: unknown) => void): () => void {
  const onError = (event: ErrorEvent): void => {
    if (isThrown(event)) show(event.error);
  };
  const onRejection = ({ reason }: PromiseRejectionEvent): void =>
    void setTimeout(() => {
      if (place.childElementCount === 0) show(reason);
    });
  addEventListener('error', onError);
  addEventListener('unhandledrejection', onRejection);
  return () => {
    removeEventListener('error', onError);
    removeEventListener('unhandledrejection', onRejection);
  };
}
