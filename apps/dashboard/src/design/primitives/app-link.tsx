import { type AnchorHTMLAttributes, createContext, type MouseEvent, type ReactNode, useContext } from 'react';

export type Navigate = (href: string) => void;

const NavigateContext = createContext<Navigate | undefined>(undefined);

export interface NavigateProviderProps {
  /** Moves to an address of this app without loading the document anew. */
  readonly navigate: Navigate;
  readonly children: ReactNode;
}

export function NavigateProvider({ navigate, children }: NavigateProviderProps) {
  return <NavigateContext value={navigate}>{children}</NavigateContext>;
}

const loadDocument: Navigate = (href) => window.location.assign(href);

export function useNavigateTo(): Navigate {
  return useContext(NavigateContext) ?? loadDocument;
}

/** True for a click that people expect to stay in this tab. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

export interface AppLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** An address inside this app, such as `/p/default/production/flags`. */
  readonly href: string;
}

export function AppLink({ href, onClick, ...rest }: AppLinkProps) {
  const navigate = useContext(NavigateContext);
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (navigate === undefined || event.defaultPrevented || rest.target || !isPlainClick(event)) return;
        event.preventDefault();
        navigate(href);
      }}
    />
  );
}
