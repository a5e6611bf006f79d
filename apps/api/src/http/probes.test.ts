/** A call with nested records and lists, to show that the probes reach into both. */
import { call } from '@foyer/contracts/call.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { exchange, faults, fieldsOf, holds, isFaultOf, probesFor, recordsOf } from '../../../../tests/calls/probes.ts'

const nested = call({
  method: 'POST',
  path: '/api/test/:shelfId',
  access: 'member',
  summary: '',
  says: '',
  params: z.strictObject({ shelfId: z.string().regex(/^s/) }),
  query: z.strictObject({}),
  body: z.strictObject({
    patient: z.strictObject({ firstName: z.string().min(1), address: z.strictObject({ city: z.string() }).nullable() }),
    conversationIds: z.array(z.string().max(5)),
    items: z.array(z.strictObject({ messageId: z.string() })).optional(),
  }),
  reply: z.undefined(),
  example: { params: { shelfId: 's1' }, body: { patient: { firstName: 'Ada', address: null }, conversationIds: [] } },
})
const good = {
  params: { shelfId: 's1' },
  query: {},
  body: {
    patient: { firstName: 'Ada', address: { city: 'Austin' } },
    conversationIds: ['c1', 'c2'],
    items: [{ messageId: 'm1' }],
  },
}

test('probes omit and replace every field of every record and list, one at a time [OPEN-048]', () => {
  const fields = fieldsOf(nested)
  expect(fields.map(({ name }) => name)).toEqual([
    ...['shelfId', 'patient', 'patient.firstName', 'patient.address', 'patient.address.city'],
    ...['conversationIds', 'conversationIds.0', 'items', 'items.0', 'items.0.messageId'],
  ])
  expect(recordsOf(nested).map((path) => path.join('.'))).toEqual([
    ...['', 'patient', 'patient.address', 'conversationIds', 'items', 'items.0'],
  ])
  expect(faults(nested, good)).toEqual([])
  for (const field of fields) {
    expect(holds(good, field), field.name).toBe(true)
    const wrong = probesFor(nested, field).map((probe) => faults(nested, exchange(good, field, probe)))
    const own = wrong.filter((found) => found.length > 0)
    expect(own.length, field.name).toBeGreaterThan(5)
    expect(
      own.flat().every((fault) => isFaultOf(fault, field)),
      field.name,
    ).toBe(true)
  }
  const city = fields.find(({ name }) => name === 'patient.address.city')!
  expect(exchange(good, city, undefined)).toEqual({
    ...good,
    body: { ...good.body, patient: { firstName: 'Ada', address: {} } },
  })
  const first = fields.find(({ name }) => name === 'conversationIds.0')!
  expect(exchange(good, first, undefined).body).toMatchObject({ conversationIds: ['c2'] })
  expect(holds({ ...good, body: { patient: { firstName: 'Ada', address: null } } }, city)).toBe(false)
})
