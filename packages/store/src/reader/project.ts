/** One folder of `projects/` of one config root. */
export interface Project {
  readonly root: string
  /** Name of the folder. */
  readonly project: string
  /** Where its last active session was started. */
  readonly cwd: string
  readonly sessions: number
  /** ms; null where no row has a time. */
  readonly lastTime: number | null
}
