#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs'

const [first, ...rest] = process.argv.slice(2)
const bundle = new URL('../dist/bundle/skein.js', import.meta.url)
if (rest.length === 0 && (first === '--version' || first === '-V')) {
  // Asked by scripts and prompts, so it loads nothing.
  process.stdout.write(
    `${JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version}\n`,
  )
} else if (existsSync(bundle)) {
  await import(bundle.href)
} else {
  console.error('skein: the command is not built: run `npm run build` in the checkout')
  process.exitCode = 1
}
