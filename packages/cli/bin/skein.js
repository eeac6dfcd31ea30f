#!/usr/bin/env node
// CommonJS, as package.json beside it says: Node takes longer to start with a module.
const { existsSync, readFileSync } = require('node:fs')

const args = process.argv.slice(2)
const start = `${__dirname}/../dist/bundle/start.cjs`
if (args.length === 2 && args[0] === 'trace' && args[1] === 'hook') {
  // Runs at the end of every turn of Claude Code, which no failure of ours may disturb: it always ends with 0.
  try {
    require('../dist/bundle/hook.cjs').hook(__filename)
  } catch {
    // Not built, or no home folder: there is no place to say so.
  }
} else if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  // Asked by scripts and prompts, so it loads nothing.
  console.log(JSON.parse(readFileSync(`${__dirname}/../package.json`, 'utf8')).version)
} else if (existsSync(start)) {
  require(start)
} else {
  console.error('skein: the command is not built: run `npm run build` in the checkout')
  process.exitCode = 1
}
