import { LamppostErrorBoundary, LamppostProvider } from '@lamppost/react';
import { AppRegistry, Text } from 'react-native';
import { LampScreen } from './src/lamp-screen.tsx';
import { lamppost } from './src/lamppost.ts';

const LampShop = () => (
  <LamppostProvider client={lamppost}>
    <LamppostErrorBoundary fallback={<Text>This screen broke. It was reported.</Text>}>
      <LampScreen />
    </LamppostErrorBoundary>
  </LamppostProvider>
);

AppRegistry.registerComponent('LampShop', () => LampShop);
