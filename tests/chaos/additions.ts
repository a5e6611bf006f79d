/**
 * The additions of a simulated newer build to messages and store. `newer-build.ts` puts them into processes; checks that compare
 * old with new ignore them.
 */

import { createRandom } from '@foyer/contracts/random.rules.ts'

/** A field that the present contracts don't know. */
const ADDITION = 'additionOfANewerBuild'

type Fields = Record<string, unknown>

/** Adds a field at the top, and in every conversation and message below. */
export function withAddition(message: unknown): unknown {
  return isFields(message) ? { ...(deep(message) as Fields), [ADDITION]: { since: 2, words: ['more'] } } : message
}

function deep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(deep)
  if (!isFields(value)) return value
  const fields = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, deep(one)]))
  return typeof value.version === 'number' ? { ...fields, [ADDITION]: 'more' } : fields
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}

export function withoutAddition<Told extends object>(message: Told): Omit<Told, typeof ADDITION> {
  const { [ADDITION]: _, ...known } = message as Told & { [ADDITION]?: unknown }
  return known
}

/** The prefix of the event types that only the newer build knows. */
const NEW_TYPES = 'room.'

export const isOfNewType = ({ type }: { type: string }) => type.startsWith(NEW_TYPES)

/** Data of unknown shapes: with a missing field, a list, a word, null. */
const SHAPES = [
  (version: number) => ({ id: 'room_1', version, name: 'Room 1', isFree: true }),
  (version: number) => ({ version }),
  () => ['room_1', 'room_2'],
  () => 'closed',
  () => null,
]

const random = createRandom(process.env.CHAOS_SEED ?? 'additions')

/** Sometimes returns an event of the newer build, to append in the transaction of another change. */
export function eventsOfNewerBuild() {
  if (random.chance(0.6)) return []
  const number = random.between(0, SHAPES.length - 1)
  return [
    {
      record: ({ seq }: { seq: number }) => ({
        type: `${NEW_TYPES}${number % 2 === 0 ? 'changed' : 'opened'}`,
        key: `room_${number}`,
        // Or an audience that only the newer build knows, so that no client here receives it.
        audience: number < 3 ? 'organization' : 'room:1',
        data: SHAPES[number]?.(seq),
      }),
    },
  ]
}

/** Only adds columns, as every migration does. */
export const MIGRATION = {
  name: '900-rooms.sql',
  sql: `
    alter table conversations add column room text;
    alter table messages add column room text;
    alter table events add column room jsonb not null default '{}';
    alter table outbound_texts add column room text`,
  checksum: 'of the rooms',
}
