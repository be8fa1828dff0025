import { useEffect } from 'react';

/** Calls a function when the person comes back to this window, from another tab or window. */
export function useWindowFocus(onFocus: () => void): void {
  useEffect(() => {
    addEventListener('focus', onFocus);
    return () => removeEventListener('focus', onFocus);
  }, [onFocus]);
}
