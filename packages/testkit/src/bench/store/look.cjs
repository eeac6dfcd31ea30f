// Asks the file system about every path of a list, and does nothing with the answers: the least that finding changes can cost.
const { readFileSync, statSync } = require('node:fs')

// See packages/store/src/files/discovery/seen-at.ts.
const { stat } = process.version.startsWith('v20.')
  ? process.binding('fs')
  : { stat: (path) => statSync(path) }
for (const path of readFileSync(process.argv[2], 'utf8').split('\0')) stat(path, false, undefined, {})
