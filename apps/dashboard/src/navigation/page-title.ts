import { createContext, useContext, useEffect } from 'react';

/** Takes the title of what is shown; undefined when the page that set it has gone. */
export const PageTitleContext = createContext<(title: string | undefined) => void>(() => undefined);

/** Names the thing that is shown in the title of the tab: "checkout_button" instead of "Flag". */
export function usePageTitle(title: string | undefined): void {
  const setTitle = useContext(PageTitleContext);
  useEffect(() => {
    setTitle(title);
    return () => setTitle(undefined);
  }, [title, setTitle]);
}
