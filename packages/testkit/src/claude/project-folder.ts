import { join } from 'node:path'
import type { IsolatedRoot } from './isolation.ts'

/** Where the program files the transcripts of a run; temp paths stay far below the length that is hashed. */
export function projectFolder(root: IsolatedRoot): string {
  return join(root.configRoot, 'projects', root.cwd.replace(/[^A-Za-z0-9]/g, '-'))
}
