/** React Native is the app's own: it is not installed here, and of its types these are used. */
declare module 'react-native' {
  export const AppState: import('./host.ts').Host['AppState'];
  export const Dimensions: NonNullable<import('./host.ts').Host['Dimensions']>;
  export const Platform: import('./host.ts').Host['Platform'];
}
