/**
 * What a newer build adds to the wire and to the store. Processes of that build are given it (`newer-build.ts`); checks
 * that hold old against new look past it.
 */

import { createRandom } from '@foyer/contracts/random.rules.ts'

/** A field that the present contracts don't know. */
const ADDITION = 'additionOfANewerBuild'

type Fields = Record<string, unknown>

/** One more field in what is told: at the top, and in every conversation and message below. */
export function withAddition(told: unknown): unknown {
  return isFields(told) ? { ...(deep(told) as Fields), [ADDITION]: { since: 2, words: ['more'] } } : told
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

export function withoutAddition<Told extends object>(told: Told): Omit<Told, typeof ADDITION> {
  const { [ADDITION]: _, ...known } = told as Told & { [ADDITION]?: unknown }
  return known
}

/** Begins the type of every event that only the newer build knows. */
const NEW_TYPES = 'room.'

export const isOfNewType = ({ type }: { type: string }) => type.startsWith(NEW_TYPES)

/** Shapes of data that nobody has seen before: a field missing, a list, a word, nothing. */
const SHAPES = [
  (version: number) => ({ id: 'room_1', version, name: 'Room 1', isFree: true }),
  (version: number) => ({ version }),
  () => ['room_1', 'room_2'],
  () => 'closed',
  () => null,
]

const random = createRandom(process.env.CHAOS_SEED ?? 'additions')

/** Now and then something that only the newer build tells, in the transaction of what happens anyhow. */
export function news() {
  if (random.chance(0.6)) return []
  const number = random.between(0, SHAPES.length - 1)
  return [
    {
      record: ({ seq }: { seq: number }) => ({
        type: `${NEW_TYPES}${number % 2 === 0 ? 'changed' : 'opened'}`,
        key: `room_${number}`,
        // Or for somebody whom only that build knows: nobody here hears it.
        audience: number < 3 ? 'organization' : 'room:1',
        data: SHAPES[number]?.(seq),
      }),
    },
  ]
}

/** It only adds, as every migration does. */
export const MIGRATION = {
  name: '900-rooms.sql',
  sql: `
    alter table conversations add column room text;
    alter table messages add column room text;
    alter table events add column room jsonb not null default '{}';
    alter table outbound_texts add column room text`,
  checksum: 'of the rooms',
}
