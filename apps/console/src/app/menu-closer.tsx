import { useEffect, useEffectEvent } from 'react';
import { useBack } from '../ui/use-back.ts';

/** While it is there, Escape and the browser's Back close the menu of a phone. Fetched when that is opened. */
export default function MenuCloser({ onClose }: { readonly onClose: () => void }): null {
  const close = useEffectEvent(onClose);
  useBack(true, onClose);
  useEffect(() => {
    const listen = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') close();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return null;
}
