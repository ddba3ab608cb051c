// Stands in for React Native in a browser: as much of it as the app and the SDK use.
import { createMockHost, type Host } from '@lamppost/react-native/mock';
import type { ComponentType, CSSProperties, ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

interface Props {
  readonly style?: CSSProperties;
  readonly children?: ReactNode;
}

const plain = { display: 'flex', flexDirection: 'column', borderStyle: 'solid', borderWidth: 0 } as const;

export const View = ({ style, children }: Props) => <div style={{ ...plain, ...style }}>{children}</div>;
export const Text = ({ style, children }: Props) => <span style={style}>{children}</span>;
export const Pressable = ({ style, children, onPress }: Props & { readonly onPress?: () => void }) => (
  <button type="button" style={style} onClick={onPress}>
    {children}
  </button>
);
export const StyleSheet = { create: <T extends Record<string, CSSProperties>>(styles: T): T => styles };
const root = createRoot(document.getElementById('root') as HTMLElement);
export const AppRegistry = {
  registerComponent(_name: string, provide: () => ComponentType): void {
    const App = provide();
    root.render(<App />);
  },
};

const host = createMockHost({ os: 'android', screen: { width: innerWidth, height: innerHeight } });
export const AppState: Host['AppState'] = host.AppState;
export const Dimensions: Host['Dimensions'] = host.Dimensions;
export const Platform: Host['Platform'] = host.Platform;

// What the engine of a phone has in its global scope, and a browser has by other names.
const { ErrorUtils, HermesInternal } = host.global;
Object.assign(globalThis, { ErrorUtils, HermesInternal });
Object.assign(performance, { rnStartupTiming: { startTime: 1 } });
document.addEventListener('visibilitychange', () => host.become(document.hidden ? 'background' : 'active'));
window.addEventListener('error', ({ error }) => host.throwUncaught(error));
window.addEventListener('unhandledrejection', ({ reason }) => host.rejectUnhandled(reason));
