import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import * as sample from '../../files/sample-files.suite.ts'
import { outcomeOfSlowRead } from '../../reader/slow-reader.suite.ts'
import { readFaxFile } from './fax-file.ts'

test('readFaxFile gives up its file when the call takes nearly as long as a proxy waits', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'fax-file-'))
  try {
    const file = { path: path.join(folder, 'staged'), size: sample.pdf().length, digest: '', name: 'letter.pdf' }
    await writeFile(file.path, sample.pdf())
    const outcome = await outcomeOfSlowRead((reader) => readFaxFile({ reader }, {} as never, [file]))
    expect(outcome).toMatchObject({ reason: 'unavailable', status: 503 })
  } finally {
    await rm(folder, { recursive: true })
  }
})
