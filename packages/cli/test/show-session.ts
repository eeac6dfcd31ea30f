import { answer, lines, prompt, result } from './run-skein.ts'

export const bash = { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'npm test' } }
export const edit = {
  type: 'tool_use',
  id: 'toolu_2',
  name: 'Edit',
  input: { file_path: '/home/ada/app/src/a.ts', old_string: 'one', new_string: 'two' },
}
export const task = {
  type: 'tool_use',
  id: 'toolu_3',
  name: 'Agent',
  input: { description: 'Look', prompt: 'Look around', subagent_type: 'Explore' },
}
export const editResult = {
  filePath: '/home/ada/app/src/a.ts',
  oldString: 'one',
  newString: 'two',
  originalFile: 'one\n',
  structuredPatch: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-one', '+two'] }],
}

/** Two turns: the first with a failed command, an edit and a sub-agent; the second one of two branches. */
export const session = lines(
  prompt('a', null, 'Fix it', 0),
  answer('b', 'a', bash, 2),
  result('c', 'b', 'toolu_1', 5, { text: 'Exit code 1\n2 failed', error: true }),
  answer('d', 'c', edit, 6),
  result('e', 'd', 'toolu_2', 7, { text: 'Updated.', value: editResult }),
  answer('f', 'e', task, 8),
  result('g', 'f', 'toolu_3', 18, {
    text: 'Nothing there.',
    value: { agentId: 'a1', status: 'completed', content: [] },
  }),
  answer('h', 'g', 'Fixed.', 20),
  prompt('i', 'h', 'Undo that', 30),
  answer('j', 'i', 'Undone.', 31),
  prompt('k', 'h', 'Thanks', 60),
  answer('l', 'k', 'You are welcome.', 62),
)
const sidechain = { isSidechain: true, agentId: 'a1' }
export const agent = lines(
  { ...prompt('x', null, 'Look around', 8), ...sidechain },
  { ...answer('y', 'x', 'Nothing there.', 17), ...sidechain },
)
