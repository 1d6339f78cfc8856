import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [reactRouter()],
  build: { target: 'baseline-widely-available', reportCompressedSize: false },
  ssr: { noExternal: true },
});
