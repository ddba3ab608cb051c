import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [react()],
  // All that is made up: a real app has the packages of these names, and Metro instead of this file.
  resolve: {
    alias: {
      'react-native': here('mock/react-native.tsx'),
      '@react-native-async-storage/async-storage': here('mock/async-storage.ts'),
    },
  },
  define: {
    'process.env.EXPO_PUBLIC_LAMPPOST_KEY': JSON.stringify(process.env.LAMPPOST_KEY),
    'process.env.EXPO_PUBLIC_LAMPPOST_URL': JSON.stringify(process.env.LAMPPOST_URL),
    'process.env.EXPO_PUBLIC_SHOP_URL': 'location.origin',
  },
});
