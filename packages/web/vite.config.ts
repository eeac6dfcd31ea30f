import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { mermaidPage } from './mermaid-page.ts'

export default defineConfig({
  // Relative, so that the app can stand under any `--base-path`.
  base: './',
  plugins: [react(), mermaidPage()],
  resolve: { conditions: ['skein-source'] },
  // Grammars are chunks of the worker, loaded when they are first asked for.
  worker: { format: 'es' },
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
