import type { EventType } from '@foyer/contracts/event.ts'
import { events } from '@foyer/contracts/events.ts'
import type { Plugin } from 'vite'
import type { z } from 'zod'
import type { EventTable } from '../src/live/known-events.rules.ts'

const NAME = 'virtual:events'

/**
 * Gives the browser the field names that an event needs before a screen merges it, without the schemas, so that zod is
 * not shipped.
 */
export function eventTable(): Plugin {
  return {
    name: 'event-table',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) => (id === `\0${NAME}` ? `export default ${JSON.stringify(tableOf(events))}` : null),
  }
}

type AnyEvent = Pick<EventType<string, z.ZodType<object>>, 'type' | 'key' | 'audience' | 'example'>

/**
 * Lists the fields that an event's key and audience use, and the version beside them. Screens receive no visitor
 * events.
 */
export function tableOf(types: readonly unknown[]): EventTable {
  const rows = (types as readonly AnyEvent[])
    .filter(({ audience, example }) => !audience(example).startsWith('visitor:'))
    .map(({ type, key, audience, example }) => {
      const fields: Record<string, 'string' | 'integer'> = {}
      const data = recording(example, '', fields)
      key(data)
      audience(data)
      return [type, fields]
    })
  return Object.fromEntries(rows)
}

/** Wraps the data and records every text and number that is read from it. */
function recording<Data extends object>(data: Data, path: string, fields: Record<string, 'string' | 'integer'>): Data {
  if ('version' in data) fields[`${path}version`] = 'integer'
  return new Proxy(data, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      const here = `${path}${String(name)}`
      if (typeof value === 'object' && value !== null) return recording(value, `${here}.`, fields)
      if (typeof value === 'string') fields[here] = 'string'
      if (Number.isInteger(value)) fields[here] = 'integer'
      return value
    },
  })
}
