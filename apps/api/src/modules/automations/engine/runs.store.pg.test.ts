import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRuled, type Ruled } from './engine.suite.ts'

let clinic: Ruled
beforeAll(async () => {
  clinic = await openRuled()
})
afterAll(() => clinic.close())

test('stored run has no word of the text that began it, whatever its conditions ask of the text', async () => {
  await clinic.add({
    trigger: { kind: 'inboundMessage', words: ['refill'] },
    conditions: [{ field: 'message.text', operator: 'contains', value: 'refill' }],
    actions: [
      { sequence: 1, kind: 'wait', for: { n: 1, unit: 'hours' } },
      { sequence: 2, kind: 'assignToStaff', user: 'dana' },
    ],
  })
  await clinic.text(clinic.phone(), 'A refill of Zyprexa please')
  await clinic.judge()
  const told = () => clinic.store.query(`select id from automation_runs as r where r::text ilike '%zyprexa%'`)
  expect(await told()).toEqual([])
  clinic.pass(3_600_000)
  await clinic.goOn()
  expect(await clinic.runs()).toMatchObject([{ state: 'done' }])
  expect(await told()).toEqual([])
})
