import { countNames } from '@foyer/contracts/counts.rules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../../tests/support/until.ts'
import { type Clinic, openClinic } from '../modules/clinic.suite.ts'
import { modules } from '../modules.ts'
import { startDriftCheck } from './drift.ts'

const recounts = modules.flatMap(({ recount }) => recount ?? [])

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic.close())

const gauge = async () => Number(/foyer_counts_drift (\d+)/.exec(await clinic.parts.metrics.metrics())?.[1])
const setCounts = (counts: object) =>
  clinic.store.query(`update organization_heads set counts = counts || $1 where organization_id = 'o1'`, [
    JSON.stringify(counts),
  ])

test('the drift check reports counts that differ from the rows, and 0 once they are right again [OPEN-020]', async () => {
  await clinic.text('+15125550142', '👎')
  const check = startDriftCheck(clinic.parts, recounts, { everyMs: 20 })
  await setCounts({ unreadMessages: 5, thumbsDown: 0 })
  await until(async () => ((await gauge()) === 5 ? true : undefined))
  await setCounts({ unreadMessages: 1, thumbsDown: 1 })
  await until(async () => ((await gauge()) === 0 ? true : undefined))
  await check.stop()
  expect(await gauge()).toBe(0)
})

test('the modules recount every declared count, each once [OPEN-020]', async () => {
  const counted = await clinic.parts.database.read('o1', (tx) =>
    Promise.all(recounts.map((recount) => recount(tx, 'o1'))),
  )
  expect(counted.flatMap((counts) => Object.keys(counts)).sort()).toEqual([...countNames].sort())
})
