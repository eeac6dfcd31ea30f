/** What a client may ask of the server. Tests make them small. */
export interface Limits {
  /** Bytes of a request's body. */
  readonly body: number
  /** Bytes of all headers of a request. */
  readonly headerBytes: number
  readonly headers: number
  /** Signs of the address without its query. */
  readonly path: number
  readonly query: number
  readonly connections: number
  readonly connectionsPerAddress: number
  /** Requests that are answered at the same time; streams of events do not count. */
  readonly requests: number
  /** ms until the headers have to be there. */
  readonly headersTimeout: number
  /** ms until all of the request has to be there. */
  readonly requestTimeout: number
  /** ms that an idle connection is kept. */
  readonly keepAliveTimeout: number
  /** ms without a byte in either direction; more than the heartbeat of the event stream. */
  readonly idleTimeout: number
  /** ms between two looks at connections that are late or slow. */
  readonly checkInterval: number
  /** Bytes that wait for a client that does not read. */
  readonly unread: number
  /** ms that requests may take to end when the server stops. */
  readonly stopTimeout: number
}

/** 1,000 readers of one stream from one address have room: behind a proxy everybody has the same. */
export const LIMITS: Limits = {
  body: 1024 * 1024,
  headerBytes: 16 * 1024,
  headers: 64,
  path: 2048,
  query: 8192,
  connections: 4096,
  connectionsPerAddress: 2048,
  requests: 256,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 10_000,
  idleTimeout: 120_000,
  checkInterval: 2_000,
  unread: 1024 * 1024,
  stopTimeout: 5_000,
}
