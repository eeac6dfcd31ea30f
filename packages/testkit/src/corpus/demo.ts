import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { csvExport } from './demo-export.ts'
import { flakyTest } from './demo-flaky.ts'
import { notesTidy } from './demo-notes.ts'
import { storageMove } from './demo-storage.ts'

/**
 * The sessions that come with Skein, so that there is something to look at on a machine without any. Fictional people,
 * paths and code; the shapes are the real program's. Paths are relative to a config root.
 */
export function demoFiles(): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>()
  for (const tell of [storageMove, flakyTest, csvExport, notesTidy]) {
    const story = tell()
    const { sessionId, cwd } = story.writer
    const session = `projects/${cwd.replaceAll(/[^A-Za-z0-9]/g, '-')}/${sessionId}`
    files.set(`${session}.jsonl`, story.bytes())
    for (const { id, bytes, meta } of story.agents) {
      files.set(`${session}/subagents/agent-${id}.jsonl`, bytes)
      files.set(`${session}/subagents/agent-${id}.meta.json`, Buffer.from(JSON.stringify(meta)))
    }
  }
  return files
}

/** Replaces the demo sessions in a folder. */
export function writeDemo(folder: string): void {
  rmSync(join(folder, 'projects'), { recursive: true, force: true })
  for (const [path, bytes] of demoFiles()) {
    const target = join(folder, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, bytes)
  }
}
