import type { SessionStep } from '../../claude/record-session.ts'
import { byText } from '../../scripted-api/by-text.ts'
import {
  message,
  text,
  thinking,
  toolUse,
  type MessageReply,
  type ScriptedReply,
} from '../../scripted-api/reply.ts'
import type { RealSession } from '../real-sessions.ts'
import { notes, onePixel, plantedSecret, report } from './base-material.ts'

/**
 * The sessions that edits are tried on, driven through the real program like the other captured ones: longer,
 * with something for every operation to take hold of.
 */
export const baseSessions: RealSession[] = [
  {
    id: 'tools',
    statement: 'reads, a change, a failed command and its retry, the same output twice, a planted secret',
    files: { 'notes.txt': notes, 'settings.env': `API_KEY=${plantedSecret}\nREGION=north\n` },
    steps: [
      turn('Read the notes and say what they are about.', [
        ['toolu_read_1', text(report('the notes'))],
        ['Read the notes', message(say('I read them.'), read('toolu_read_1'))],
      ]),
      turn('Rename the first note.', [
        ['toolu_read_3', text(report('the renamed note'))],
        ['toolu_edit_1', message(read('toolu_read_3'))],
        ['toolu_read_2', message(say('Now the change.'), edit('toolu_edit_1'))],
        ['Rename the first', message(read('toolu_read_2'))],
      ]),
      turn('Show the settings.', [
        ['toolu_cat_2', text(`They hold the key ${plantedSecret} and a region.`)],
        ['toolu_cat_1', message(say('Wrong name, again.'), cat('toolu_cat_2', 'settings.env'))],
        ['Show the settings', message(cat('toolu_cat_1', 'setting.env'))],
      ]),
      turn('Are the settings still the same?', [
        ['toolu_cat_3', text(report('the settings'))],
        ['still the same', message(cat('toolu_cat_3', 'settings.env'))],
      ]),
    ],
  },
  {
    id: 'parallel-tools',
    statement: 'two rounds of tools called at once, a plain turn between them',
    files: { 'x.txt': 'one\n', 'y.txt': 'two\n', 'notes.txt': notes },
    steps: [
      turn('Look at all three files.', [
        ['toolu_par_3', text(report('three files'))],
        [
          'all three',
          message(
            say('I look at them at once.'),
            cat('toolu_par_1', 'x.txt'),
            cat('toolu_par_2', 'y.txt'),
            cat('toolu_par_3', 'z.txt'),
          ),
        ],
      ]),
      turn('What did you expect?', [['expect', text(report('what was expected'))]]),
      turn('Look at two of them again.', [
        ['toolu_par_5', text('Nothing has changed.')],
        ['two of them', message(cat('toolu_par_4', 'x.txt'), read('toolu_par_5'))],
      ]),
    ],
  },
  {
    id: 'thinking',
    statement: 'signed thinking before tools and before answers',
    files: { 'x.txt': 'one\n' },
    steps: [
      turn('Think, then look.', [
        ['toolu_think_1', message(thinking('so it is one', 'c2lnMg=='), say(report('what was thought')))],
        ['then look', message(thinking('which file?', 'c2lnMQ=='), cat('toolu_think_1', 'x.txt'))],
      ]),
      turn('Think again.', [['Think again', message(thinking('once more', 'c2lnMw=='), say('Still one.'))]]),
    ],
  },
  {
    id: 'images',
    statement: 'a picture that a tool read',
    files: { 'pixel.png': onePixel },
    steps: [
      turn('What is in the picture?', [
        ['toolu_image_1', text('One pixel.')],
        ['in the picture', message(toolUse('toolu_image_1', 'Read', { file_path: 'pixel.png' }))],
      ]),
      turn('Which colour has it?', [['colour', text(report('the colour'))]]),
    ],
  },
  {
    id: 'compacted',
    statement: 'compacted by the user, then gone on',
    files: { 'x.txt': 'one\n' },
    steps: [
      turn('Show the first file.', [
        ['toolu_cat_1', text(report('the first file'))],
        ['first file', message(cat('toolu_cat_1', 'x.txt'))],
      ]),
      turn('And what does it mean?', [['mean', text(report('its meaning'))]]),
      { prompt: '/compact', script: () => text('<summary>A file was shown.</summary>') },
      turn('Go on with it.', [['Go on', text(report('going on'))]]),
      turn('Show it once more.', [
        ['toolu_cat_2', text('It still says one.')],
        ['once more', message(cat('toolu_cat_2', 'x.txt'))],
      ]),
    ],
  },
  {
    id: 'auto-compacted',
    statement: 'compacted by the program itself, which keeps the last messages where the version can',
    files: { '.claude/settings.json': '{"autoCompactWindow":200000}' },
    steps: [
      turn('Tell me about the harbour.', [['harbour', text(report('the harbour'))]]),
      turn('And about the ships.', [['the ships', { ...text(report('the ships')), usage: nearlyFull() }]]),
      turn('And about the sea.', [
        ['<analysis>', text('<summary>Harbour and ships were told.</summary>')],
        ['being continued', text(report('the sea'))],
        ['the sea', text(report('the sea'))],
      ]),
    ],
  },
  {
    id: 'sub-agents',
    statement: 'two sub-agents at once, one of them with a tool',
    files: { 'x.txt': 'one\n' },
    steps: [
      turn('Let two agents look.', [
        ['toolu_agent_2', text(report('what the agents found'))],
        ['toolu_inside_1', text('The file says one.')],
        ['The first agent', message(cat('toolu_inside_1', 'x.txt'))],
        ['The second agent', text('Nothing to do.')],
        [
          'two agents',
          message(agent('toolu_agent_1', 'The first agent'), agent('toolu_agent_2', 'The second agent')),
        ],
      ]),
      turn('Thank them.', [['Thank', text('They were thanked.')]]),
    ],
  },
  {
    id: 'branches',
    statement: 'rewound behind the first answer and gone on from there',
    files: { 'x.txt': 'one\n' },
    steps: [
      turn('Begin with the plan.', [['the plan', text(report('the plan'))]]),
      turn('Take the first way.', [
        ['toolu_cat_1', text(report('the first way'))],
        ['first way', message(cat('toolu_cat_1', 'x.txt'))],
      ]),
      {
        ...turn('Take the second way.', [['second way', text(report('the second way'))]]),
        argsFrom: (rows) => ['--resume-session-at', firstAnswer(rows)],
      },
      turn('Go on with it.', [['Go on', text('It leads on.')]]),
    ],
  },
]

function turn(prompt: string, replies: [key: string, reply: ScriptedReply][]): SessionStep {
  return {
    prompt,
    args: ['--allowedTools', 'Bash(cat:*),Read,Edit,Task,Agent'],
    script: byText(replies),
    extraEnvironment: { CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: '1' },
  }
}

type Block = MessageReply['blocks'][number]

function say(words: string): Block {
  return { type: 'text', text: words }
}

function read(id: string): Block {
  return toolUse(id, 'Read', { file_path: 'notes.txt' })
}

function edit(id: string): Block {
  return toolUse(id, 'Edit', { file_path: 'notes.txt', old_string: 'note 1:', new_string: 'first note:' })
}

function cat(id: string, file: string): Block {
  return toolUse(id, 'Bash', { command: `cat ${file}`, description: `Show ${file}` })
}

function agent(id: string, prompt: string): Block {
  return toolUse(id, 'Task', {
    description: prompt,
    prompt,
    subagent_type: 'general-purpose',
    run_in_background: false,
  })
}

function nearlyFull(): MessageReply['usage'] {
  return {
    input_tokens: 10,
    cache_creation_input_tokens: 900,
    cache_read_input_tokens: 189_000,
    output_tokens: 90,
  }
}

function firstAnswer(rows: Record<string, unknown>[]): string {
  const answer = rows.find(({ type }) => type === 'assistant')
  if (answer === undefined) throw new Error('no answer was written to rewind to')
  return String(answer['uuid'])
}
