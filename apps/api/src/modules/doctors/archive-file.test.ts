import { expect, test } from 'vitest'
import { outcomeOfSlowRead } from '../../reader/slow-reader.suite.ts'
import { namedDoctors } from './archive-file.ts'

test('namedDoctors gives up its file when the call takes nearly as long as a proxy waits', async () => {
  const file = { path: '/nowhere', size: 1, digest: '', name: 'leaving.csv' }
  const outcome = await outcomeOfSlowRead((reader) => namedDoctors(reader, undefined, [file]))
  expect(outcome).toMatchObject({ reason: 'unavailable', status: 503 })
})
