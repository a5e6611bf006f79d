import { expect, test } from 'vitest'
import { outcomeOfSlowRead } from '../../reader/slow-reader.suite.ts'
import { readExcelRoutes } from './read-excel.routes.ts'

test('readExcel gives up its file when the call takes nearly as long as a proxy waits [CALL-CAMPAIGN-05]', async () => {
  const context = { files: [{ path: '/nowhere' }], body: {}, read: async () => undefined }
  const outcome = await outcomeOfSlowRead(async (reader) => readExcelRoutes({ reader })[0]?.handle(context as never))
  expect(outcome).toMatchObject({ reason: 'unavailable', status: 503 })
})
