import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../../../tests/support/until.ts'
import { type Clinic, openClinic } from './clinic.suite.ts'
import { startDriftCheck } from './drift.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic.close())

const gauge = async () => Number(/foyer_counts_drift (\d+)/.exec(await clinic.parts.metrics.metrics())?.[1])

test('[OPEN-020] counts that differ from the rows are seen, and seen to be right again', async () => {
  await clinic.text('+15125550142', '👎')
  const check = startDriftCheck(clinic.parts, { everyMs: 20 })
  await clinic.store.query(
    `update organization_heads set unread_messages = 5, thumbs_down = 0 where organization_id = 'o1'`,
  )
  await until(async () => ((await gauge()) === 5 ? true : undefined))
  await clinic.store.query(
    `update organization_heads set unread_messages = 1, thumbs_down = 1 where organization_id = 'o1'`,
  )
  await until(async () => ((await gauge()) === 0 ? true : undefined))
  await check.stop()
  expect(await gauge()).toBe(0)
})
