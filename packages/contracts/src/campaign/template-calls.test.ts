import { describe, expect, test } from 'vitest'
import { DEFAULT_PERIOD } from '../defaults.ts'
import { addNotifierTemplate, notifierTemplates, saveNotifierTemplate } from './template-calls.ts'

const good = { organizationId: 'org_cedar', name: 'Recall' }
const pathsOf = (body: object) =>
  addNotifierTemplate.body.safeParse({ ...good, ...body }).error?.issues.map(({ path }) => path.join('.'))

describe('addNotifierTemplate', () => {
  test('takes a name alone and runs every 30 days at 10:00 [CALL-CAMPAIGN-17] [OPEN-022] [OPEN-095] [CONST-18]', () => {
    expect(DEFAULT_PERIOD).toEqual({ value: 30, unit: 'day' })
    expect(addNotifierTemplate.body.parse(good)).toEqual({
      ...good,
      ...{ frequency: { value: 30, unit: 'day' }, type: 'SMS', purpose: 'care', subject: null, content: '' },
      ...{ audience: null, timeOfDay: '10:00', startsOn: null, active: false },
    })
  })

  test.each([
    [{ name: undefined }, 'name'],
    [{ name: 'x'.repeat(81) }, 'name'],
    [{ frequency: { value: 0, unit: 'day' } }, 'frequency.value'],
    [{ frequency: { value: 1.5, unit: 'day' } }, 'frequency.value'],
    [{ frequency: { value: 366, unit: 'day' } }, 'frequency.value'],
    [{ frequency: { value: 1, unit: 'week' } }, 'frequency.unit'],
    [{ frequency: 30 }, 'frequency'],
    [{ timeOfDay: '25:00' }, 'timeOfDay'],
    [{ type: 'fax' }, 'type'],
    [{ subject: 'Recall' }, 'subject'],
    [{ audience: { kind: 'filters', rules: [{ field: 'age', op: 'none' }] } }, 'audience.rules.0.op'],
  ])('names the field of %j that is wrong [OPEN-022]', (body, path) => {
    expect(pathsOf(body)).toEqual([path])
  })
})

test('saveNotifierTemplate asks for name, organization and frequency [CALL-CAMPAIGN-18]', () => {
  const frequency = { value: 90, unit: 'day' }
  expect(saveNotifierTemplate.body.parse({ ...good, frequency })).toEqual({ ...good, frequency })
  expect(saveNotifierTemplate.body.safeParse({ ...good, frequency, version: -1 }).success).toBe(false)
  for (const name of ['name', 'organizationId', 'frequency'])
    expect(saveNotifierTemplate.body.safeParse({ ...good, frequency, [name]: undefined }).success, name).toBe(false)
})

test('notifierTemplates reads its query as JSON and refuses an unknown key [CALL-CAMPAIGN-16] [OPEN-059]', () => {
  const list = (query: object) => notifierTemplates.query.safeParse({ query: JSON.stringify(query) })
  expect(list({ organizationId: 'org_cedar', name: ' rec ' }).data).toEqual({
    ...{ organizationId: 'org_cedar', query: { organizationId: 'org_cedar', name: 'rec' } },
  })
  expect(list({ organizationId: 'org_cedar', frequency: 30 }).success).toBe(false)
  expect(notifierTemplates.query.safeParse({ query: '{' }).success).toBe(false)
})
