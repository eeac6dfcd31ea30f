import { Teller } from './demo-teller.ts'
import { deniedCall } from './tools.ts'

/** A short session with everything but code: commands, a refused tool, an interruption, an API failure. */
export function notesTidy(): Teller {
  const story = new Teller({
    seed: 'demo notes tidy',
    version: '2.1.53',
    cwd: '/home/ada/lighthouse-notes',
    gitBranch: 'main',
    slug: 'quiet-copper-gull',
    at: '2026-03-06T19:02:30.000Z',
    files: { 'README.md': README, 'drafts/fog.md': FOG },
  })
  const { workspace } = story

  story.command('model', 'Set model to opus (claude-opus-4-6)')
  story
    .wait(12)
    .shell('git status --short', '?? drafts/fog.md\n?? drafts/fog (copy).md\n?? drafts/.fog.md.swp')
  story.wait(20).prompt('Tidy up drafts/ please, there are stray copies in there.')
  story.beat({
    say: "I'll compare the copy with the draft before anything goes.",
    calls: [
      workspace.bash(
        'ls -la drafts; diff "drafts/fog.md" "drafts/fog (copy).md" || true',
        'List the drafts and compare the copy',
        `total 20
drwxr-xr-x 2 ada ada 4096 Mar  6 19:58 .
drwxr-xr-x 4 ada ada 4096 Mar  6 18:11 ..
-rw-r--r-- 1 ada ada  119 Mar  6 19:57 fog.md
-rw-r--r-- 1 ada ada   98 Mar  6 18:30 fog (copy).md
-rw------- 1 ada ada 4096 Mar  6 19:58 .fog.md.swp
3c3
< The horn carries four miles when the wind is kind.
---
> The horn carries three miles.`,
      ),
    ],
  })
  story.beat({
    say: 'The copy is an older draft of the same page. I remove it and the swap file.',
    calls: [
      deniedCall(
        workspace.bash(
          'rm "drafts/fog (copy).md" drafts/.fog.md.swp',
          'Remove the old copy and the swap file',
          '',
        ),
      ),
    ],
  })
  story.interrupt()

  story
    .wait(18)
    .prompt(
      'Careful, the swap file means I have it open in vim! Only the copy, and via git stash or so, not rm.',
    )
  story.apiFailure('API Error: 529 Overloaded. The API is at capacity, please try again in a moment.')

  story.wait(44).prompt('try again')
  story.beat({
    say: 'You are right about the swap file: I leave it alone. The copy is not tracked, so I stash just that one path; it can come back at any time.',
    calls: [
      workspace.bash(
        'git stash push --include-untracked -m "older draft of fog" -- "drafts/fog (copy).md" && git status --short',
        'Stash only the copy',
        `Saved working directory and index state On main: older draft of fog
?? drafts/fog.md
?? drafts/.fog.md.swp`,
      ),
      workspace.read('drafts/fog.md'),
    ],
  })
  story.beat({
    say: `Done. Only the copy is gone from the folder, and it is kept:

\`\`\`
git stash list
stash@{0}: On main: older draft of fog
\`\`\`

\`drafts/fog.md\` and your open vim session are untouched. If you want the swap file out of \`git status\`, a line \`*.swp\` in \`.gitignore\` does it.`,
  })
  return story.endTurn('Tidy stray drafts')
}

const README = `# Lighthouse notes

What I learn about lamps, lenses and fog.
`

const FOG = `# Fog

The horn carries four miles when the wind is kind.
When it is not, you hear it in the kitchen and nowhere else.
`
