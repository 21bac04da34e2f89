/** Is it an error of our own code? Browser notices (no error in them) and extensions are not. */
const ours = ({ error, filename }: ErrorEvent): boolean =>
  error instanceof Error && (filename === '' || filename.startsWith(location.origin));

/**
 * Spec §2: uncaught window errors show a fallback page. A rejection that nobody handles is shown only when it left the page empty; one in the
 * background (a poll, a copy to the clipboard) does not take the page away.
 * @returns stops watching
 */
export function watchWindow(place: Element, show: (error: unknown) => void): () => void {
  const onError = (event: ErrorEvent): void => {
    if (ours(event)) show(event.error);
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
