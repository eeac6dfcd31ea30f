import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'

export default defineConfig({
  // Relative, so that the app can stand under any `--base-path`.
  base: './',
  plugins: [react(), keptTheme(), transcriptAhead(), mermaidPage(), bundledModules()],
  resolve: { conditions: ['skein-source'] },
  // Grammars are chunks of the worker, loaded when they are first asked for.
  worker: { format: 'es', plugins: () => [bundledModules()] },
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
    // Whoever starts the app for the first time is not to read where the build spent its seconds.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
})

/**
 * `theme.js` runs before all else, so that everything waits for it: under a name with a hash it comes out of the browser's
 * cache without a question to the server.
 */
function keptTheme(): Plugin {
  let [source, name] = ['', '']
  return {
    name: 'kept-theme',
    apply: 'build',
    configResolved: ({ publicDir }) => {
      source = readFileSync(`${publicDir}/theme.js`, 'utf8')
      name = `assets/theme-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`
    },
    transformIndexHtml: (html) => html.replace('./theme.js', `./${name}`),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: name, source })
    },
  }
}

/**
 * The transcript is a chunk of its own, so that the first paint does not wait for it. The page names it all the same: it comes
 * while the rest of the app starts, and not after that, when the session's first page wants the same connections.
 */
function transcriptAhead(): Plugin {
  return {
    name: 'transcript-ahead',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const transcript = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(TRANSCRIPT))
        if (transcript === undefined) throw new Error(`there is no chunk of ${TRANSCRIPT}`)
        return [transcript.fileName, ...transcript.imports]
          .filter((name) => !html.includes(name))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `./${name}` },
            injectTo: 'head',
          }))
      },
    },
  }
}

const TRANSCRIPT = '/src/transcript/transcript.tsx'

/**
 * The page that draws diagrams (`src/mermaid-page`): one classic script, since a frame without rights has no origin and
 * could not load modules. It stands beside the app and is loaded with the first diagram.
 */
function mermaidPage(): Plugin {
  let root = ''
  return {
    name: 'mermaid-page',
    apply: 'build',
    configResolved: (config) => {
      root = config.root
    },
    generateBundle: {
      async handler() {
        const made = await build({
          root,
          configFile: false,
          logLevel: 'error',
          publicDir: false,
          resolve: { alias: { dompurify: `${root}/src/mermaid-page/dompurify.ts` } },
          plugins: [withoutElk(), bundledModules()],
          build: {
            write: false,
            target: 'es2023',
            rolldownOptions: {
              input: `${root}/src/mermaid-page/main.ts`,
              output: { format: 'iife', codeSplitting: false },
              checks: { bundlerTimings: false },
            },
          },
        })
        const [output] = Array.isArray(made) ? made : [made]
        if (!('output' in output)) throw new Error('the diagram page was not built')
        this.emitFile({ type: 'asset', fileName: 'mermaid.js', source: output.output[0].code })
        this.emitFile({ type: 'asset', fileName: 'mermaid.html', source: PAGE })
      },
    },
  }
}

/**
 * Writes the modules of the app, its workers and the diagram page to `dist/bundled-modules.json`, for the licences in
 * the package (scripts/notices.mjs). The app is bundled last of them.
 */
function bundledModules(): Plugin {
  return {
    name: 'bundled-modules',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') for (const id of file.moduleIds) BUNDLED.add(id.replace(/\?.*/s, ''))
    },
    writeBundle({ dir }) {
      const modules = [...BUNDLED].filter((id) => id.startsWith('/') || /^[A-Z]:/i.test(id))
      writeFileSync(`${dir}/../bundled-modules.json`, JSON.stringify(modules.toSorted()))
    },
  }
}

const BUNDLED = new Set<string>()

/**
 * ELK, the largest part of mermaid, is under EPL-2.0 or GPL-3.0, which are not for a package under MIT. Without its
 * loaders mermaid itself falls back to dagre.
 */
function withoutElk(): Plugin {
  const LOADERS = '...elkLayoutLoaders()'
  let isFound = false
  return {
    name: 'without-elk',
    transform: {
      filter: { code: LOADERS },
      handler(code) {
        isFound = true
        return { code: code.replace(LOADERS, ''), map: null }
      },
    },
    buildEnd(error) {
      if (error === undefined && !isFound)
        throw new Error(`mermaid has no ${LOADERS} any more: ELK would be bundled`)
    },
  }
}

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Diagram</title>
    <script src="./mermaid.js" defer></script>
  </head>
  <body></body>
</html>
`
