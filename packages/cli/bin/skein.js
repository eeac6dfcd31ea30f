#!/usr/bin/env node
// CommonJS, as package.json beside it says: Node takes longer to start with a module.
const { existsSync, readFileSync } = require('node:fs')

const args = process.argv.slice(2)
const start = `${__dirname}/../dist/bundle/start.cjs`
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  // Asked by scripts and prompts, so it loads nothing.
  console.log(JSON.parse(readFileSync(`${__dirname}/../package.json`, 'utf8')).version)
} else if (existsSync(start)) {
  require(start)
} else {
  console.error('skein: the command is not built: run `npm run build` in the checkout')
  process.exitCode = 1
}
