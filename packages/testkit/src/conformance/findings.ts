/** What the recordings taught; the text part of docs/conformance.md. Names in brackets are cases. */
export const findings: { introduction: string[]; sections: { title: string; points: string[] }[] } = {
  introduction: [
    'Each case is a transcript (`packages/testkit/conformance/<scenario>/<case>/case.jsonl`) and what the real',
    '`claude --resume` did with it, once a version (`messages.<version>.json`). The program ran against a scripted API on',
    'loopback in a throw-away home. What a run adds by itself is taken out by `packages/testkit/src/conformance/normalise.ts`;',
    'the system prompt and tool schemas are never kept. `npm test` replays every case and asks the program again about a',
    'tenth of them; `npm run conformance -- record --check` asks about all.',
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
        'The row a dangling parent is bridged to is the newest by time, wherever it stands in the file (`broken-parents/newest-earlier-stands-later-in-file`). `progress` parents are seen through at any distance.',
        'A trailing boundary is passed over only if its parent is null, and only by 2.1.325 (`compaction/trailing-boundary`); with a parent, and in 2.0.76 always, nothing of the history is sent (`compaction/trailing-boundary-with-parent`).',
        'Rows marked `isVirtual` are not sent by 2.1.325 (`meta-and-commands/virtual-row`); unanswered server tools are dropped (`merging/server-tool-unanswered`), and so are images in error results (`merging/result-error-with-image`).',
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
      ],
    },
    {
      title: 'What the recordings do not show',
      points: [
        'One model: all runs use `claude-sonnet-4-5-20250929`. For models that take system messages inside a conversation (seen with `claude-opus-5-5`) 2.1.325 sends attachments as messages of role `system` instead.',
        'One way in: `-p --resume <id>`, with the transcript in the project folder of the start directory. Interactive resumes, `--continue`, titles and paths were not recorded.',
        'Attachments whose text changes from day to day (`relevant_memories`) or repeats pages of the program’s instructions (`plan_mode`, `auto_mode`, `environment`) without `rendered`.',
      ],
    },
  ],
}
