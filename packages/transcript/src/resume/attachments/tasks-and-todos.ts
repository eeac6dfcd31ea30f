import type { JsonObject } from '../../bytes/bodies.ts'
import { isFilled, objects, remind, shown } from './family.ts'
import type { Family } from './family.ts'

export const tasksAndTodos: Family = {
  modern: {
    task_reminder: ({ content }) => {
      const tasks = objects(content).map(
        ({ id, status, subject }) => `#${shown(id)}. [${shown(status)}] ${shown(subject)}`,
      )
      return remind(
        tasks.length === 0
          ? UNUSED_TASKS
          : `${UNUSED_TASKS}\n\nHere are the existing tasks:\n\n${tasks.join('\n')}`,
      )
    },
    task_status: (task) => remind(statusOf(task)),
  },
  classic: {
    todo_reminder: ({ content }) => {
      const todos = objects(content).map(
        (todo, i) => `${i + 1}. [${shown(todo['status'])}] ${shown(todo['content'])}`,
      )
      return remind(
        todos.length === 0
          ? UNUSED_TODOS
          : `${UNUSED_TODOS}\n\nHere are the existing contents of your todo list:\n\n[${todos.join('\n')}]`,
      )
    },
    todo: ({ content }) =>
      remind(
        objects(content).length === 0
          ? 'This is a reminder that your todo list is currently empty. DO NOT mention this to the user explicitly because they are already aware. If you are working on tasks that would benefit from a todo list please use the TodoWrite tool to create one. If not, please feel free to ignore. Again do not mention this message to the user.'
          : `Your todo list has changed. DO NOT mention this explicitly to the user. Here are the latest contents of your todo list:\n\n${JSON.stringify(content)}. Continue on with the tasks at hand if applicable.`,
      ),
    task_status: (task) => remind(`${summaryOf(task)} You can check its output using the TaskOutput tool.`),
  },
}

const UNUSED_TASKS =
  "The task tools haven't been used recently. If you're working on tasks that would benefit from tracking progress, consider using TaskCreate to add new tasks and TaskUpdate to update task status (set to in_progress when starting, completed when done). Also consider cleaning up the task list if it has become stale. Only use these if relevant to the current work. This is just a gentle reminder - ignore if not applicable.\n"
const UNUSED_TODOS =
  "The TodoWrite tool hasn't been used recently. If you're working on tasks that would benefit from tracking progress, consider using the TodoWrite tool to track progress. Also consider cleaning up the todo list if has become stale and no longer matches what you are working on. Only use it if it's relevant to the current work. This is just a gentle reminder - ignore if not applicable. Make sure that you NEVER mention this reminder to the user\n"

function statusOf(task: JsonObject): string {
  const { taskId, taskType, status, description, deltaSummary, outputFilePath: output } = task
  if (status === 'killed') return `Task "${shown(description)}" (${shown(taskId)}) was stopped.`
  if (status !== 'running')
    return `${summaryOf(task)} ${isFilled(output) ? `Read the output file to retrieve the result: ${output}` : 'Send it a message with SendMessage to retrieve its result.'}`
  if (taskType === 'local_bash')
    return `Background shell ${shown(taskId)} ("${shown(description)}") is still running. Do not start it again; to restart it, stop it with TaskStop first.${isFilled(output) ? ` You can read its output at ${output}.` : ''}`
  const progress = isFilled(deltaSummary) ? ` Progress: ${deltaSummary}` : ''
  const advice = isFilled(output)
    ? `You can read partial output at ${output} or send it a message with SendMessage.`
    : 'Send it a message with SendMessage if you need a progress report before then.'
  return `Background agent "${shown(description)}" (${shown(taskId)}) is still running.${progress} Do NOT spawn a duplicate. You will be notified when it completes. ${advice}`
}

function summaryOf({ taskId, taskType, status, description, deltaSummary }: JsonObject): string {
  const delta = isFilled(deltaSummary) ? ` Delta: ${deltaSummary}` : ''
  return `Task ${shown(taskId)} (type: ${shown(taskType)}) (status: ${shown(status)}) (description: ${shown(description)})${delta}`
}
