/** What the recordings taught; the text part of docs/conformance.md. Names in brackets are cases. */
export const findings: {
  introduction: string[]
  lookup: string[]
  edits: string[]
  sections: { title: string; points: string[] }[]
} = {
  introduction: [
    'Each case is a transcript (`packages/testkit/conformance/<scenario>/<case>/case.jsonl`) and what the real',
    '`claude --resume` did with it, once a version (`messages.<version>.json`). The program ran against a scripted API on',
    'loopback in a throw-away home. What a run adds by itself is taken out by `packages/testkit/src/conformance/normalise.ts`;',
    'the system prompt and tool schemas are never kept. `npm test` replays every case and asks the program again about a',
    'tenth of them; `npm run conformance -- record --check` asks about all.',
  ],
  lookup: [
    'Which session is found is asked apart, because there a folder of sessions and the arguments vary and not one transcript:',
    '`packages/testkit/conformance/lookup/<case>/` holds the files as they are laid out, the arguments and ages (`about.json`),',
    'and which of them the program sent and where it went on writing (`found.<version>.json`).',
  ],
  edits: [
    'Every edit is tried on sessions that the real program was driven through (`edit-bases` above: tools, tools at once,',
    'thinking, a picture, compactions by hand and by itself, sub-agents, a rewind), each written by both versions, and on',
    'faulty variants of them (what the original of those sends is our resume view’s word, not recorded). The edit is made',
    'with the original in its place; then the real program resumes what',
    'came of it. A number counts sessions for which all of this held: the request is what our resume view of the new file',
    'says; what the edit was to keep is sent byte for byte as it was of the original; the program wrote a further turn',
    'behind what the edit wrote, and the file got no new fault; and no byte of the original’s files changed. The resumes',
    'have an auto-compact window of 200,000 tokens, so that usage that outlived its text would show.',
    '`npm run conformance -- edits` tries all of them, `npm test` a tenth.',
  ],
  sections: [
    {
      title: 'Where the two versions part',
      points: [
        'A string prompt stays a string in 2.1.325; 2.0.76 always sends blocks. The last column does not count this.',
        'Merged user messages: 2.1.325 ends each text before a seam with a line feed, 2.0.76 does not (`merging/string-string`).',
        '2.0.76 takes the row with the newest time as tip, whether or not it is a leaf (`tips/timestamps-run-backwards`).',
        '2.0.76 ignores `last-prompt`, never bridges a parent, is cut by `progress` rows, and hangs on a cycle its walk meets; 2.1.325 sends each row of a cycle once.',
        '2.0.76 walks parents only: siblings of a parallel round are lost (`parallel-tools/two-as-tree`).',
        '2.0.76 sends stray and repeated tool results as they are; 2.1.325 repairs them.',
        '2.1.325 drops messages of thinking alone, and thinking of another model or of none (`thinking/other-model`); 2.0.76 sends both.',
        'Adjacent assistant rows without an id are one message in 2.0.76, several in 2.1.325 (`merging/rows-without-id`).',
        '2.1.325 sends the text of `local_command` system rows as the user’s; 2.0.76 does not (`meta-and-commands/system-local-command`).',
        'An assistant row with string content makes 2.0.76 fail (`errors/assistant-string-content`), and so do first rows without a time (`tips/timestamp-missing-inside`).',
        'A session of another project is found by its id by 2.1.325 only (`lookup/id-of-other-project`), and titles are known to it alone (`lookup/title`).',
        '`--continue` takes the file that was changed last in 2.1.325, the conversation whose last row has the newest time in 2.0.76 (`lookup/continue-newest-time-in-older-file`); 2.0.76 takes files of any name for sessions, unmarked `agent-…` ones included (`lookup/continue-newest-is-a-flat-sub-agent-not-marked`).',
        'By a path, 2.1.325 goes on beside the file (`lookup/path-elsewhere-named-freely`), 2.0.76 in a new file of the own project; where nothing is at the path, 2.1.325 refuses and 2.0.76 begins a conversation without a past (`lookup/path-unknown`).',
        '2.0.76 resumes the file of a sub-agent by its path, 2.1.325 does not (`lookup/path-of-a-sub-agent`).',
        'One session whose last row hangs on a cycle makes `--continue` of 2.0.76 hang, even if it is not the newest (`lookup/continue-older-ends-on-a-cycle`).',
      ],
    },
    {
      title: 'Where the program disagrees with the first description of the format',
      points: [
        'An unanswered call in the middle: its text is kept only if it stands in a row of its own; in one row with the call, 2.1.325 drops it too (`orphans/text-and-use-in-one-row-mid-chain`).',
        'A result that comes after another assistant message counts as missing: the call gets `[Tool result missing due to internal error]` (`orphans/answer-after-another-assistant`).',
        'A stray result that opens the conversation becomes `[Orphaned tool result removed due to conversation resume]` (`orphans/stray-result-first`).',
        'Different message ids do not lose a result whose call is on the live path (`parallel-tools/ids-differ`); they lose only siblings that hang on one parent.',
        'An api-error row is dropped only if its model is `<synthetic>` too (`errors/api-error-not-synthetic`), and behind one at the tip no synthetic assistant follows (`errors/api-error-at-tip`).',
        'An assistant row with an empty list of blocks is not dropped by 2.1.325 but sent as `(no content)` (`errors/empty-content-array`).',
        'Thinking passes verbatim only if it came from the model that is resumed.',
        'A missing or broken time on the tip means no conversation even beside a sound branch (`tips/bad-timestamp-branch-beside-good-one`); 2.0.76 falls back to the newest row with a time.',
        'A `last-prompt` on a sidechain row means no conversation (`last-prompt/leaf-is-sidechain`).',
        'The row a dangling parent is bridged to is the newest by time, wherever it stands in the file (`broken-parents/newest-earlier-stands-later-in-file`), unless the walk has passed it already (`broken-parents/newest-earlier-is-own-child`). `progress` parents are seen through at any distance.',
        'A trailing boundary is passed over only if its parent is null, and only by 2.1.325 (`compaction/trailing-boundary`); with a parent, and in 2.0.76 always, nothing of the history is sent (`compaction/trailing-boundary-with-parent`).',
        'Rows marked `isVirtual` are not sent by 2.1.325 (`meta-and-commands/virtual-row`); unanswered server tools are dropped (`merging/server-tool-unanswered`), and so are images in error results (`merging/result-error-with-image`).',
        'A uuid is found anywhere under projects only where one project alone has it: in the own project first (`lookup/id-in-own-and-newer-in-other-project`), but in two others it is no conversation, whichever is newer (`lookup/id-in-two-other-projects-last-newer`). It is found directly in a project’s folder, not deeper (`lookup/id-in-a-folder-of-another-project`), and in its own letter case only (`lookup/id-in-capitals`).',
        'A title is looked up in the own project only (`lookup/title-in-other-project`), and one that two sessions have is refused (`lookup/title-twice`).',
        'The newest modification time decides only in 2.1.325, only among files named by a uuid (`lookup/continue-newest-named-freely`), and a session with a sidechain row in its first 64 KiB is passed over like a sub-agent’s file (`lookup/continue-newest-ends-with-sidechain`), so that files of versions which kept sub-agents inside are not continued.',
      ],
    },
    {
      title: 'Further rules that no description had',
      points: [
        '2.1.325 reads JSON values, not lines: of `}{` the first object counts, what follows it on the line is skipped (`torn-lines/two-objects-on-a-line`), and a value may span lines (`torn-lines/garbage-lines`). 2.0.76 loses every line that is not one JSON value.',
        'In an assistant message 2.1.325 puts tool calls behind all other blocks (`merging/tool-then-text-in-one-row`).',
        'Attachments: their texts move up in front of the prompt they follow (`attachments/rendered-after-prompt`), and behind a tool result they are written into it (`attachments/rendered-after-result`). Without `rendered` both versions compose the text from the attachment’s type (`attachments/bare-…`).',
        'Of two preserved lists `preservedMessages` wins; inside a preserved part only the chain counts, a parallel sibling is lost (`preserved/segment-with-parallel-tree`). 2.0.76 knows neither.',
        'A trailing boundary with a parent hides everything (`compaction/trailing-boundary-with-parent`); with `parentUuid` null 2.1.325 resumes from the row before it.',
        '2.1.325 joins rows of one message id across a boundary and from dead branches (`compaction/same-message-id-across-boundary`, `gateway/one-id-for-all-messages-with-branch`).',
        'A tip that is one group of local command rows, opened by a meta `<local-command-caveat>` row, gets no synthetic assistant in 2.1.325 (`meta-and-commands/tip-caveat-command-stdout`).',
        'A prompt whose origin is `task-notification` is wrapped into a reminder by 2.1.325 (`meta-and-commands/origin-task-notification`), and calls of `Task` are sent as `Agent` (`tool-names/called-Task`).',
        '`isSidechain` counts when truthy, not only when true (`sidechains/sidechain-as-string`).',
        'A title is compared whole, without spaces around it and whatever its letter case (`lookup/title-in-other-letter-case`, `lookup/title-begins-so`). The last `custom-title` row counts before `custom-title.json`, that before the last `ai-title` (`lookup/title-in-a-row-and-a-sidecar`, `lookup/title-in-a-sidecar-and-of-the-model`); a title taken away leaves none (`lookup/title-taken-away-before-one-of-the-model`).',
        'Only the first and the last 64 KiB of a file are read for titles: one in the middle is not found (`lookup/title-in-the-middle-of-a-long-file`), one replaced there still is (`lookup/title-replaced-in-a-long-file`).',
        'A title that begins with a word and a colon cannot be asked for: 2.1.325 takes it for an address and ends without a word, 2.0.76 begins a conversation without a past (`lookup/title-begins-with-a-word-and-colon`).',
        'Sessions of a team (`teamName`) are not listed by 2.1.325 (`lookup/continue-newest-is-of-a-team`).',
        'An empty file that was changed last is what `--continue` of 2.1.325 takes: nothing is sent, and the new conversation is written into it (`lookup/continue-newest-is-empty`). The same happens where the tip has no valid time (`lookup/continue-newest-has-a-tip-of-no-time`); garbage and side rows alone are passed over (`lookup/continue-newest-is-garbage`).',
        'By a path, 2.1.325 goes on in `<session id of the tip>.jsonl` beside the file (`lookup/path-of-branches-of-two-sessions`), which need not be the file it read (`lookup/path-named-by-id-with-rows-of-another`). `--continue` of 2.0.76 goes on under the session id of the first row (`lookup/continue-newest-has-rows-of-two-sessions`).',
        '`--continue` goes before `--resume`, whatever their order (`lookup/continue-behind-an-id`); of two `--resume` the last counts (`lookup/id-given-twice`).',
        'Where 2.0.76 finds no conversation it may let a request without a past go before it ends, on a busy machine in 5 of 36 runs. The refusal is what is recorded.',
      ],
    },
    {
      title: 'What the recordings do not show',
      points: [
        'One model: all runs use `claude-sonnet-4-5-20250929`. For models that take system messages inside a conversation (seen with `claude-opus-5-5`) 2.1.325 sends attachments as messages of role `system` instead.',
        'One way in for what is sent: `-p --resume <id>`, with the transcript in the project folder of the start directory. The lookups show which session `--continue`, a title or a path finds; that the same messages are sent then was not compared. Interactive resumes and the session picker were not recorded.',
        'Lookups among worktrees of one repository, while the session is open in another process, on file systems that do not tell letter cases apart, and by real addresses.',
        'Attachments whose text changes from day to day (`relevant_memories`) or repeats pages of the program’s instructions (`plan_mode`, `auto_mode`, `environment`) without `rendered`.',
      ],
    },
  ],
}
