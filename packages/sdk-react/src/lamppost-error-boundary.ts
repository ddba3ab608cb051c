import { consoleGuard as guard } from '@lamppost/sdk-core';
import { Component, createElement, type ErrorInfo, type ReactElement, type ReactNode } from 'react';
import type { LamppostClient } from './lamppost-client.ts';
import { useLamppost } from './use-lamppost.ts';

/** Of the components around the one that failed, the nearest. */
const MAX_COMPONENTS = 50;

export interface LamppostErrorBoundaryProps {
  readonly children?: ReactNode;
  /** Shown instead of the children once they failed. Default: nothing. */
  readonly fallback?: ReactNode | ((failure: { readonly error: unknown; readonly retry: () => void }) => ReactNode);
  /** The name of the screen, as reports show it. */
  readonly screenName?: string | undefined;
  /** Called after the report. */
  readonly onError?: ((error: unknown, info: ErrorInfo) => void) | undefined;
}

interface Props extends LamppostErrorBoundaryProps {
  readonly client: LamppostClient | undefined;
}

interface State {
  readonly failure: { readonly error: unknown } | undefined;
}

class Boundary extends Component<Props, State> {
  override state: State = { failure: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    const { client, onError, screenName } = this.props;
    const report = guard((): void => {
      // Lines, as one long text would be cut.
      const lines = (info.componentStack ?? '').split('\n').map((line) => line.trim());
      const components = lines.filter((line) => line !== '').slice(0, MAX_COMPONENTS);
      client?.captureError(error, { mechanism: 'react', screenName, custom: { component_stack: components } });
    });
    report();
    onError?.(error, info);
  }

  override render(): ReactNode {
    const { failure } = this.state;
    const { children, fallback } = this.props;
    if (failure === undefined) return children;
    if (typeof fallback !== 'function') return fallback;
    return fallback({ error: failure.error, retry: () => this.setState({ failure: undefined }) });
  }
}

/** Reports what fails while the components below are drawn, with the components around it, and shows something else. */
export function LamppostErrorBoundary(props: LamppostErrorBoundaryProps): ReactElement {
  return createElement(Boundary, { ...props, client: useLamppost() });
}
