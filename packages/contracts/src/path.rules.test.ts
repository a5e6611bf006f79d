import { expect, test } from 'vitest'
import { z } from 'zod'
import { call } from './call.ts'
import { id, nothing } from './fields.ts'
import { fillPath, paramsOf } from './path.rules.ts'

test('fillPath encodes each parameter', () => {
  expect(fillPath('/api/main/patients/:id/files/:fileId', { id: 'p/1', fileId: 'ä ?' })).toBe(
    '/api/main/patients/p%2F1/files/%C3%A4%20%3F',
  )
  expect(fillPath('/api/main/patients')).toBe('/api/main/patients')
})

test.each(['', '.', '..', undefined, null])('fillPath throws when a parameter is %j', (value) => {
  expect(() => fillPath('/api/main/patients/:id', { id: value })).toThrow('needs a value for id')
})

test('paramsOf returns the parameters in order', () => {
  expect(paramsOf('/api/:a/x/:b')).toEqual(['a', 'b'])
})

test('call throws when params and path name different parameters', () => {
  const more = { method: 'GET', access: 'user', summary: '', says: '', query: nothing } as const
  const rest = { ...more, body: nothing, reply: nothing, example: {} } as const
  expect(
    call({ ...rest, path: '/api/x/:id', params: z.strictObject({ id }), example: { params: { id: 'x1' } } }).params
      .shape.id,
  ).toBe(id)
  expect(() => call({ ...rest, path: '/api/x/:id' })).toThrow('declares other params')
  expect(() =>
    call({ ...rest, path: '/api/x', params: z.strictObject({ id }), example: { params: { id: 'x1' } } }),
  ).toThrow('declares other params')
})
