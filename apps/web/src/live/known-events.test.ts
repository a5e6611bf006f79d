import table from 'virtual:events'
import type { Envelope } from '@foyer/contracts/event.ts'
import { events } from '@foyer/contracts/events.ts'
import { mentionAdded } from '@foyer/contracts/inbox/staff-events.ts'
import { expect, test } from 'vitest'
import { tableOf } from '../../build/event-table.ts'
import { withKnown } from './known-events.rules.ts'

const envelope = (type: string, data: unknown) => ({ type, data }) as Envelope

test('event table names the fields that the key, the audience and the merge of an event need', () => {
  expect(table).toMatchObject({
    'conversation.changed': { id: 'string', version: 'integer' },
    'message.added': { conversationId: 'string', 'message._id': 'string', 'message.version': 'integer' },
    'history.added': { conversationId: 'string', position: 'integer' },
    'draft.changed': { conversationId: 'string', user: 'string', version: 'integer' },
  })
  expect(Object.keys(table)).not.toContain('visitor.message')
})

test('event table accepts the example of every type, and rejects an event without a field that it names', () => {
  for (const { type, example } of events) {
    const fields = Object.entries(table[type] ?? {})
    const known = (data: unknown) => withKnown(table, { events: [envelope(type, data)] }).events.length === 1
    expect(known(example), type).toBe(type !== 'visitor.message')
    for (const [path] of fields) expect(known(without(example, path)), `${type} without ${path}`).toBe(false)
    for (const broken of [null, undefined, 'text', []]) expect(known(broken)).toBe(false)
  }
})

test('event table knows a new event type when its definition is added, without another change', () => {
  const roomChanged = { ...mentionAdded, type: 'room.changed' }
  expect(tableOf([...events, roomChanged])).toEqual({ ...table, 'room.changed': table['mention.added'] })
})

function without(data: object, path: string): object {
  const [name = '', ...rest] = path.split('.')
  const { [name]: value, ...others } = data as Record<string, object>
  return rest.length === 0 || !value ? others : { ...others, [name]: without(value, rest.join('.')) }
}
