import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateSession } from '../corpus/session.ts'
import { LiveReader } from './live-reader.ts'
import { TestApp } from './test-app.ts'
const t0 = performance.now()
const log = (x: string) => console.log((performance.now() - t0).toFixed(0), x)
const s = generateSession({ seed: 'x', turns: 5, features: { subAgents: true, parallelTools: true } })
const app = new TestApp()
const dir = join(app.root, 'projects', '-srv-app')
mkdirSync(dir, { recursive: true })
const f = join(dir, s.truth.sessionId + '.jsonl')
let at = 2000
appendFileSync(f, s.bytes.subarray(0, at))
const write = (n: number) => {
  appendFileSync(f, s.bytes.subarray(at, at + n))
  at = Math.min(s.bytes.length, at + n)
}
await app.start()
log('started')
const sec = app.device()
const r = new LiveReader({ url: () => app.url, secret: sec, session: s.truth.sessionId })
r.view = await r.loaded()
log('loaded')
await r.connect()
log('connected')
for (const n of [3385, 5647, 2869, 1063, 5319, 4010]) write(n)
{
  const h = s.bytes.subarray(0, at >> 1).lastIndexOf(10) + 1
  writeFileSync(f, s.bytes.subarray(0, h))
  at = h
  log('rewritten')
}
write(1e9)
const u = `${app.url}/api/sessions/${s.truth.sessionId}/view?steps=all`
const h = { headers: { authorization: 'Bearer ' + sec } }
for (let i = 0; i < 5; i++) {
  const v: any = await (await fetch(u, h)).json()
  log(JSON.stringify({ c: v.cursor, n: v.head?.turnCount, t: v.turns?.map((t: any) => t.index), e: v.error }))
  await new Promise((d) => setTimeout(d, 200))
}
log(String(r.problems))
log(r.view!.cursor)
await r.settled()
log('settled')
r.disconnect()
log('disc')
await app.remove()
log('removed')
