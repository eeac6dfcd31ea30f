import { booleanOf, numberOf, objectOf, stringOf } from '../../entry/narrow.ts'
import type { JsonObject } from '../../entry/narrow.ts'

/** A shell command, run to its end or sent to the background (all versions). A failed one is a string, not this. */
export interface BashResult {
  readonly tool: 'Bash'
  readonly stdout: string
  readonly stderr: string
  readonly interrupted: boolean
  /** `stdout` is a data URL of an image. */
  readonly isImage: boolean
  /** Set where the command goes on in the background (since 1.0.98). Its output is then read by BashOutput/TaskOutput. */
  readonly backgroundTaskId: string | null
  /** `exit code 1: no matches` and the like, where a non-zero exit is no failure (since 1.0.51). */
  readonly returnCodeInterpretation: string | null
  /** Output too large for the transcript, kept under `tool-results/` (since 2.1.45). */
  readonly persistedOutput: { readonly path: string; readonly size: number | null } | null
  /** A commit, push, branch or pull request that the program saw in the command (since 2.1.159). */
  readonly gitOperation: JsonObject | null
}

/** A look at a background shell (1.0.98–2.0.42; TaskOutput after that). */
export interface BashOutputResult {
  readonly tool: 'BashOutput'
  readonly shellId: string
  readonly command: string | null
  readonly status: string | null
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A background shell was ended: `KillBash` (1.0.98), then `KillShell` (2.0.42); TaskStop after that. */
export interface KillShellResult {
  readonly tool: 'KillShell'
  readonly shellId: string
  readonly message: string | null
  readonly success: boolean | null
}

/** A look at a background task, command or agent (since 2.1.25). */
export interface TaskOutputResult {
  readonly tool: 'TaskOutput'
  /** `success`, `timeout`, `not_ready`. */
  readonly retrievalStatus: string | null
  readonly taskId: string | null
  readonly taskType: string | null
  readonly status: string | null
  readonly description: string | null
  readonly output: string | null
  readonly exitCode: number | null
}

/** A background task was stopped (since 2.1.25). */
export interface TaskStopResult {
  readonly tool: 'TaskStop'
  readonly message: string
  readonly taskId: string | null
  readonly taskType: string | null
}

export function readBash(value: JsonObject): BashResult | null {
  const { stdout, stderr, persistedOutputPath } = value
  if (typeof stdout !== 'string' && typeof stderr !== 'string') return null
  return {
    tool: 'Bash',
    stdout: stringOf(stdout) ?? '',
    stderr: stringOf(stderr) ?? '',
    interrupted: value.interrupted === true,
    isImage: value.isImage === true,
    backgroundTaskId: stringOf(value.backgroundTaskId),
    returnCodeInterpretation: stringOf(value.returnCodeInterpretation),
    persistedOutput:
      typeof persistedOutputPath === 'string'
        ? { path: persistedOutputPath, size: numberOf(value.persistedOutputSize) }
        : null,
    gitOperation: objectOf(value.gitOperation),
  }
}

export function readBashOutput(value: JsonObject): BashOutputResult | null {
  if (typeof value.shellId !== 'string') return null
  return {
    tool: 'BashOutput',
    shellId: value.shellId,
    command: stringOf(value.command),
    status: stringOf(value.status),
    exitCode: numberOf(value.exitCode),
    stdout: stringOf(value.stdout) ?? '',
    stderr: stringOf(value.stderr) ?? '',
  }
}

export function readKillShell(value: JsonObject): KillShellResult | null {
  if (typeof value.shell_id !== 'string') return null
  return {
    tool: 'KillShell',
    shellId: value.shell_id,
    message: stringOf(value.message),
    success: booleanOf(value.success),
  }
}

export function readTaskOutput(value: JsonObject): TaskOutputResult | null {
  const task = objectOf(value.task)
  if (task === null && typeof value.retrieval_status !== 'string') return null
  return {
    tool: 'TaskOutput',
    retrievalStatus: stringOf(value.retrieval_status),
    taskId: stringOf(task?.task_id),
    taskType: stringOf(task?.task_type),
    status: stringOf(task?.status),
    description: stringOf(task?.description),
    output: stringOf(task?.output),
    exitCode: numberOf(task?.exitCode),
  }
}

export function readTaskStop(value: JsonObject): TaskStopResult | null {
  if (typeof value.message !== 'string') return null
  return {
    tool: 'TaskStop',
    message: value.message,
    taskId: stringOf(value.task_id),
    taskType: stringOf(value.task_type),
  }
}
