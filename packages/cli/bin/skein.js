#!/usr/bin/env node
import { existsSync } from 'node:fs'

const bundle = new URL('../dist/skein.js', import.meta.url)
if (existsSync(bundle)) {
  await import(bundle.href)
} else {
  console.error('skein: the command is not built: run `npm run build` in the checkout')
  process.exitCode = 1
}
