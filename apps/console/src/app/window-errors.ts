/** A notice of the browser itself, of a layout that was late, by the words of the standard (Resize Observer, §3.4.7). Nothing was thrown. */
const isNotice = ({ error, message }: ErrorEvent): boolean =>
  (error === null || error === undefined) && message.startsWith('ResizeObserver loop');

/**
 * Spec §2: uncaught window errors show a fallback page. A rejection that nobody handles is shown only when it left the page empty; one in the
 * background (a poll, a copy to the clipboard) does not take the page away.
 * @returns stops watching
 */
export function watchWindow(place: Element, show: (error: unknown) => void): () => void {
  const onError = (event: ErrorEvent): void => {
    if (!isNotice(event)) show(event.error ?? event.message);
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
