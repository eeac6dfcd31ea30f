/** Whether a process of this machine has the id now; another program may have got it since. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process exists as well.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
