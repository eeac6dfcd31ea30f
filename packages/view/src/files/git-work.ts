import type { ReadToolCall } from '@skein/transcript'

/** A commit that a shell command made. */
export interface Commit {
  readonly sha: string
  /** Null where git did not say. */
  readonly branch: string | null
  readonly subject: string | null
}

/** What a shell command did with git, as far as its output tells. */
export interface GitWork {
  readonly commits: readonly Commit[]
  /** Addresses of pull and merge requests that it made. */
  readonly pullRequests: readonly string[]
}

/** Whether it is worth reading what the command printed. */
export function mayBeGitWork(command: string): boolean {
  return /\bgit\b|\bgh\b|\bglab\b/.test(command)
}

/**
 * Commits as git announces them (`[main 4be19d7] subject`), and requests as `gh pr create` and `glab mr create` print
 * them; newer versions of Claude Code note both in the result itself.
 */
export function gitWork(command: string, call: ReadToolCall): GitWork {
  const text = outputOf(call)
  const noted = call.output?.tool === 'Bash' ? call.output.gitOperation : null
  const commits = /\bgit\b/.test(command) ? commitsIn(text) : []
  const sha = fieldOf(noted?.commit, 'sha')
  // The note has the first digits of a hash that the output may spell out.
  const isTold =
    sha !== null && commits.some((commit) => commit.sha.startsWith(sha) || sha.startsWith(commit.sha))
  const url = fieldOf(noted?.pr, 'action') === 'created' ? fieldOf(noted?.pr, 'url') : null
  const isRequest = /\bgh\s+pr\s+create\b|\bglab\s+mr\s+create\b/.test(command)
  const requests = isRequest && call.status === 'ok' ? (text.match(REQUEST) ?? []) : []
  return {
    commits: sha === null || isTold ? commits : [...commits, { sha, branch: null, subject: null }],
    pullRequests: [...new Set([...requests, ...(url === null ? [] : [url])])],
  }
}

const COMMIT = /^\[(.{1,200}?)(?: \(root-commit\))? ([0-9a-f]{7,40})\] (.{0,500})$/gm
const REQUEST = /https:\/\/[^\s"'<>]{1,200}\/(?:pull|merge_requests)\/\d+/g

function commitsIn(text: string): Commit[] {
  return Array.from(text.matchAll(COMMIT), ([, branch, sha, subject]) => ({ sha, branch, subject }))
}

function outputOf({ output, content }: ReadToolCall): string {
  if (output?.tool === 'Bash') return `${output.stdout}\n${output.stderr}`
  return (content?.blocks ?? []).map((block) => (block.kind === 'text' ? block.text : '')).join('\n')
}

function fieldOf(value: unknown, name: string): string | null {
  if (typeof value !== 'object' || value === null || !(name in value)) return null
  // `name` is in it, as was just seen.
  const field = (value as Readonly<Record<string, unknown>>)[name]
  return typeof field === 'string' ? field : null
}

/**
 * Whether a shell command looks as if it changed files: nobody can tell which ones from a transcript. Writing to
 * `/dev/null` and joining outputs changes none.
 */
export function mayChangeFiles(command: string): boolean {
  const plain = command.replaceAll(/\d?>&\d|&?\d?>>?\s*\/dev\/null/g, '')
  return CHANGING.test(plain) || REDIRECTION.test(plain)
}

const CHANGING =
  /(?:^|[\s;&|(`])(?:rm|rmdir|mv|cp|ln|tee|touch|truncate|install|patch|unzip|dd|rsync|sed\s+(?:-\S+\s+)*-\w*i\S*|perl\s+-\w*i|git\s+(?:checkout|restore|reset|stash|apply|am|clean|rm|mv|merge|rebase|pull|revert|cherry-pick|switch))(?=\s|$)/
const REDIRECTION = /(?:^|[^-=<>0-9])\d?>>?\s*[^\s&>|=]/
