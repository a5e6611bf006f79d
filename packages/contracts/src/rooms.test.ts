import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { call, callsOf } from './call.ts'
import { event, eventsOf } from './event.ts'
import { nothing } from './fields.ts'

const visitChanged = event({
  type: 'visit.changed',
  data: z.object({ _id: z.string() }),
  key: ({ _id }) => _id,
  audience: () => 'organization',
  example: { _id: 'v1' },
})
const visits = call({
  ...{ method: 'GET', path: '/api/visits', access: 'user', says: 'Read the visits', summary: 'The visits.' },
  ...{ query: nothing, body: nothing, reply: nothing, example: {} },
})
const room = { visitChanged, visits, VISITS_MAX: 3, visitSchema: visitChanged.data }

test('callsOf and eventsOf select the calls and events of a room and ignore its other exports', () => {
  expect(callsOf([{ other: 1 }, room])).toEqual({ visits })
  expect(eventsOf([{ other: 1 }, room])).toEqual([visitChanged])
})

test('callsOf throws when two calls have one name, and eventsOf when two events have one type', () => {
  expect(() => callsOf([room, { visits }])).toThrow('Two calls have one name.')
  expect(() => eventsOf([room, { moved: visitChanged }])).toThrow('Two events have one type.')
})

test('rooms.ts lists every file that declares a call or an event [DESIGN-03]', () => {
  const text = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8')
  const declaring = globSync('**/*.ts', { cwd: import.meta.dirname }).filter(
    (file) => !file.endsWith('.test.ts') && /^export const \w+ = (call|event)\(/m.test(text(file)),
  )
  const listed = [...text('rooms.ts').matchAll(/ from '\.\/(.+)'/g)].map(([, file]) => file)
  expect(listed.sort()).toEqual(declaring.sort())
})
