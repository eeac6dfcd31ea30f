import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  // Relative, so that the app can stand under any `--base-path`.
  base: './',
  plugins: [react()],
  resolve: { conditions: ['skein-source'] },
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: 'es2023',
    // What knows `light-dark()`, so that it stays what it is.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    sourcemap: false,
    // The policy of the page allows no inline script and no `data:` address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
