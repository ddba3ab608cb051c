import { createLamppost } from '@lamppost/react-native';
import AsyncStorage from '@react-native-async-storage/async-storage';

/** Made once, before anything is drawn: it takes calls at once, and reads its storage meanwhile. */
export const lamppost = createLamppost({
  key: process.env.EXPO_PUBLIC_LAMPPOST_KEY,
  url: process.env.EXPO_PUBLIC_LAMPPOST_URL,
  storage: AsyncStorage,
  app: { version: '1.0.0' },
});
