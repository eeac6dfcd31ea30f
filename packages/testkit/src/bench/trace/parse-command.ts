import { join } from 'node:path'
import type { Command } from '../store/command.ts'

/** A program that parses every line of a config root's transcripts with `JSON.parse` and does nothing else. */
export function parseCommand(corpus: string): Command {
  const program = `
    const { readdirSync, readFileSync } = require('node:fs')
    for (const entry of readdirSync(process.argv[1], { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !entry.name.endsWith('.jsonl')) continue
      const bytes = readFileSync(entry.parentPath + '/' + entry.name)
      for (let at = 0, end = 0; at < bytes.length; at = end + 1) {
        end = bytes.indexOf(10, at)
        if (end < 0) end = bytes.length
        try { JSON.parse(bytes.toString('utf8', at, end)) } catch {}
      }
    }`
  return { name: 'JSON.parse', file: process.execPath, args: ['-e', program, join(corpus, 'projects')] }
}
