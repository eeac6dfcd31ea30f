/** The part of Elastic's receiver that tests use; it ships no types of its own. */
declare module '@elastic/mockotlpserver' {
  export class MockOtlpServer {
    readonly grpcUrl: URL
    constructor(options: {
      services: readonly ('http' | 'grpc' | 'ui')[]
      grpcHostname: string
      grpcPort: number
      logLevel: string
      onTrace: (request: unknown) => void
    })
    start(): Promise<void>
    close(): Promise<void>
  }
}
