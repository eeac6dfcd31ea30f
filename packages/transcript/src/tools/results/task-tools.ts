import { listOf, objectOf, objectsOf, stringOf, stringsOf } from '../../entry/narrow.ts'
import type { JsonObject } from '../../entry/narrow.ts'

/** The to-do list before and after (1.0.17–2.1.45). */
export interface TodoWriteResult {
  readonly tool: 'TodoWrite'
  readonly oldTodos: readonly Todo[]
  readonly newTodos: readonly Todo[]
}

export interface Todo {
  readonly content: string
  /** `pending`, `in_progress`, `completed`. */
  readonly status: string | null
  /** How the item is worded while it is worked on (since 2.0). */
  readonly activeForm: string | null
}

/** The task list that took the to-do list's place (since 2.1.20): one row a change, the list itself is in no row. */
export type TaskListResult = TaskCreateResult | TaskUpdateResult | TaskListingResult | TaskGetResult

export interface TaskCreateResult {
  readonly tool: 'TaskCreate'
  readonly task: Task
}

export interface TaskUpdateResult {
  readonly tool: 'TaskUpdate'
  readonly taskId: string
  readonly success: boolean
  readonly updatedFields: readonly string[]
  readonly from: string | null
  readonly to: string | null
}

export interface TaskListingResult {
  readonly tool: 'TaskList'
  readonly tasks: readonly Task[]
}

export interface TaskGetResult {
  readonly tool: 'TaskGet'
  /** Null where there is no such task. */
  readonly task: Task | null
}

export interface Task {
  readonly id: string
  readonly subject: string | null
  readonly description: string | null
  readonly status: string | null
  readonly owner: string | null
  readonly blockedBy: readonly string[]
}

export function readTodoWrite(value: JsonObject): TodoWriteResult | null {
  if (!Array.isArray(value.newTodos)) return null
  return { tool: 'TodoWrite', oldTodos: readTodos(value.oldTodos), newTodos: readTodos(value.newTodos) }
}

export function readTaskCreate(value: JsonObject): TaskCreateResult | null {
  const task = readTask(value.task)
  return task === null ? null : { tool: 'TaskCreate', task }
}

export function readTaskUpdate(value: JsonObject): TaskUpdateResult | null {
  if (typeof value.taskId !== 'string') return null
  const change = objectOf(value.statusChange)
  return {
    tool: 'TaskUpdate',
    taskId: value.taskId,
    success: value.success === true,
    updatedFields: stringsOf(value.updatedFields),
    from: stringOf(change?.from),
    to: stringOf(change?.to),
  }
}

export function readTaskList(value: JsonObject): TaskListingResult | null {
  if (!Array.isArray(value.tasks)) return null
  return {
    tool: 'TaskList',
    tasks: listOf(value.tasks)
      .map(readTask)
      .filter((task) => task !== null),
  }
}

export function readTaskGet(value: JsonObject): TaskGetResult | null {
  return value.task === undefined ? null : { tool: 'TaskGet', task: readTask(value.task) }
}

function readTodos(value: unknown): Todo[] {
  return objectsOf(value).map((todo) => ({
    content: stringOf(todo.content) ?? '',
    status: stringOf(todo.status),
    activeForm: stringOf(todo.activeForm),
  }))
}

function readTask(value: unknown): Task | null {
  const task = objectOf(value)
  if (task === null || typeof task.id !== 'string') return null
  return {
    id: task.id,
    subject: stringOf(task.subject),
    description: stringOf(task.description),
    status: stringOf(task.status),
    owner: stringOf(task.owner),
    blockedBy: stringsOf(task.blockedBy),
  }
}
