import { posix } from 'node:path'
import {
  bytesInMemory,
  findSession,
  readTranscript,
  sessionFacts,
  type FoundSession,
  type LookupRefusal,
  type SessionFile,
  type SessionListing,
  type LookupPlace,
  type SessionRequest,
} from '@skein/transcript'
import type { RecordedVersion } from '../../claude/versions.ts'
import type { LookupCase } from './lookup-case.ts'
import type { LookupOutcome } from './outcome.ts'

/** Which session the kernel says a version takes, in the words of a recording. */
export function askKernel(asked: LookupCase, version: RecordedVersion): LookupOutcome {
  return inRecordedWords(findSession(listingOf(asked, version), requestOf(asked.args), { version }))
}

/** The places as they lie to one another in a run (claude/laid-out.ts), below a root of no name. */
const places = {
  own: '/config/projects/own',
  other: '/config/projects/other',
  projects: '/config/projects',
  work: '/work',
  elsewhere: '/elsewhere',
}

function listingOf({ files }: LookupCase, version: RecordedVersion): SessionListing {
  return {
    projects: places.projects,
    own: places.own,
    cwd: places.work,
    files: Object.entries(files)
      .filter(([path]) => !path.endsWith('/custom-title.json'))
      .map(([path, { bytes, minutesOld }]): SessionFile => {
        const sidecar = path.endsWith('.jsonl')
          ? files[path.replace(/\.jsonl$/, '/custom-title.json')]
          : undefined
        return {
          path: absolute(path),
          changed: -minutesOld * 60_000,
          facts: sessionFacts(readTranscript(bytes), bytesInMemory(bytes), { version }),
          ...(sidecar === undefined ? {} : { sidecarTitle: sidecarTitleIn(sidecar.bytes) }),
        }
      }),
  }
}

function sidecarTitleIn(bytes: Uint8Array): string {
  return (JSON.parse(new TextDecoder().decode(bytes)) as { customTitle: string }).customTitle // a case wrote it
}

/** Of several `--resume` the last counts; `--continue` goes before all. */
function requestOf(args: string[]): SessionRequest {
  let name = ''
  for (const [index, arg] of args.entries()) {
    if (arg === '--resume') name = args.slice(index + 1)[0] ?? ''
    if (arg.startsWith('--resume=')) name = arg.slice('--resume='.length)
  }
  const fork = args.includes('--fork-session')
  return args.includes('--continue') ? { name: null, fork } : { name: withPlaces(name), fork }
}

function inRecordedWords(found: FoundSession): LookupOutcome {
  if (found.kind === 'refuses') return { kind: 'refused', exitCode: 1, reason: refusals[found.reason] }
  if (found.kind === 'hangs') return { kind: 'hangs' }
  const appendedTo = [written(found.appendsTo)]
  if (found.kind === 'begins') return { kind: 'new', appendedTo }
  return { kind: 'resumed', session: laidOut(found.file), appendedTo }
}

const refusals: Record<LookupRefusal, string> = {
  'no-conversation': 'No conversation found with session ID',
  'not-an-id': '--resume requires a valid session ID when used with --print',
  'no-such-title': '--resume requires a valid session ID or session title when used with --print',
  'several-with-this-title': 'Pass one of these session IDs to disambiguate',
  'taken-for-an-address': '', // it ends without a word
}

function written({ folder, id }: LookupPlace): string {
  return laidOut(posix.normalize(`${folder}/${id ?? '{new}'}.jsonl`))
}

function absolute(path: string): string {
  return path.replace(/^\w+/, (place) => places[place as keyof typeof places]) // laid out paths start with a place
}

function withPlaces(arg: string): string {
  return arg.replace(/\{(\w+)\}/g, (_, place) => places[place as keyof typeof places])
}

function laidOut(path: string): string {
  for (const [place, folder] of Object.entries(places))
    if (path.startsWith(`${folder}/`)) return place + path.slice(folder.length)
  return path
}
