import { readFileSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { ApiFailure } from '../errors.ts'
import { DIAGRAM_PAGE_HEADERS, DIAGRAM_SCRIPT_HEADERS } from '../security/headers.ts'
import { compressed, encodingFor, isKnown, weakTag, type Encoding } from '../http/answers.ts'

/**
 * The app's own files. Which there are is written down when the server starts; a request only ever picks one of that list,
 * so no address can lead anywhere else.
 */
export class AppFiles {
  readonly #files = new Map<string, AppFile>()

  /** `basePath`: '' or '/x'; the page gets it as `<base>`, which all of its addresses are relative to. */
  constructor(folder: string, basePath: string) {
    for (const path of filesIn(folder)) {
      const name = `/${relative(folder, path).split(sep).join('/')}`
      const type = TYPES[extname(name)]
      if (type !== undefined) this.#files.set(name, new AppFile(path, { type, isHashed: HASHED.test(name) }))
    }
    for (const name of this.#files.keys())
      if (name.endsWith('.html')) this.#files.set(name, page(join(folder, name), basePath))
  }

  get isEmpty(): boolean {
    return !this.#files.has('/index.html')
  }

  /** The file of an address, or the app's page for all addresses of the app; null where there is nothing. */
  async answer(path: string, request: FileRequest): Promise<Response | null> {
    const file = this.#files.get(path) ?? this.#pageOf(path)
    const answer = (await file?.answer(request)) ?? null
    if (answer === null && path.startsWith('/assets/')) throw ofAnotherBuild()
    if (answer === null) return null
    for (const [name, value] of Object.entries(OWN_HEADERS.get(path) ?? {})) answer.headers.set(name, value)
    return answer
  }

  #pageOf(path: string): AppFile | undefined {
    const own = this.#files.get(`${path}.html`)
    if (own !== undefined) return own
    // An id may have dots in it.
    const isFile = /^\/assets\/|^\/(?![sp]\/).*\.\w+$/.test(path)
    return isFile ? undefined : this.#files.get('/index.html')
  }
}

export interface FileRequest {
  readonly acceptEncoding: string | undefined
  readonly ifNoneMatch: string | undefined
}

class AppFile {
  readonly #path: string
  readonly #type: string
  readonly #isHashed: boolean
  #plain: Promise<Buffer> | null = null
  #tag: string | null = null
  readonly #packed = new Map<Encoding, Promise<Buffer>>()

  constructor(
    path: string,
    options: { readonly type: string; readonly isHashed: boolean; readonly content?: Buffer },
  ) {
    this.#path = path
    this.#type = options.type
    this.#isHashed = options.isHashed
    if (options.content !== undefined) this.#plain = Promise.resolve(options.content)
  }

  /** Null where the file is gone: the app was built again since the server started. */
  async answer({ acceptEncoding, ifNoneMatch }: FileRequest): Promise<Response | null> {
    const plain = await this.#content()
    if (plain === null) return null
    const tag = (this.#tag ??= weakTag(plain))
    const headers: Record<string, string> = {
      'Cache-Control': this.#isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      ETag: tag,
      Vary: 'Accept-Encoding',
    }
    if (isKnown(ifNoneMatch, tag)) return new Response(null, { status: 304, headers })
    const encoding = PACKED.test(this.#type) && plain.length > 1024 ? encodingFor(acceptEncoding) : null
    const body = encoding === null ? plain : await this.#packedAs(encoding, plain)
    if (encoding !== null) headers['Content-Encoding'] = encoding
    headers['Content-Type'] = this.#type
    headers['Content-Length'] = String(body.length)
    return new Response(new Uint8Array(body), { headers })
  }

  async #content(): Promise<Buffer | null> {
    try {
      return await (this.#plain ??= readFile(this.#path))
    } catch (error) {
      this.#plain = null
      if (isGone(error)) return null
      throw error
    }
  }

  /** Packed once and kept: the app is a few megabytes, whoever asks. */
  #packedAs(encoding: Encoding, plain: Buffer): Promise<Buffer> {
    const known = this.#packed.get(encoding) ?? compressed(plain, encoding)
    this.#packed.set(encoding, known)
    return known
  }
}

function page(path: string, basePath: string): AppFile {
  const html = readFileSync(path, 'utf8').replace(/<head>/, `<head><base href="${basePath}/">`)
  return new AppFile(path, { type: TYPES['.html'] ?? '', isHashed: false, content: Buffer.from(html) })
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  } catch (error) {
    if (isGone(error)) return []
    throw error
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/** A page of an older build asks for its own parts: nothing else may come in their place, and nobody may remember that. */
function ofAnotherBuild(): ApiFailure {
  return new ApiFailure(404, 'not-found', 'there is no such file: the app was built anew', {
    remedy: 'load the page again',
  })
}

/** Files that are held to other rules than the app. */
const OWN_HEADERS: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([
  ['/mermaid.html', DIAGRAM_PAGE_HEADERS],
  ['/mermaid.js', DIAGRAM_SCRIPT_HEADERS],
])

/** As Vite names what it builds: `index-C87hV9tA.js`. */
const HASHED = /^\/assets\/.*-[\w-]{8}\.\w+$/
const PACKED = /^(?:text|application\/(?:json|manifest|wasm))|javascript|svg/

const TYPES: Readonly<Record<string, string | undefined>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
}
