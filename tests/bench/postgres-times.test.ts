import { expect, test } from 'vitest'
import { timesIn } from './postgres-times.ts'

const AT = '2026-11-23 15:47:07.285 UTC [18709] LOG:  duration:'

test('timesIn adds up parse and bind as planning, and execute and plain statements as executing', () => {
  const log = [
    `${AT} 0.5 ms  statement: start transaction isolation level read committed;`,
    "\t      select set_config('role', 'foyer_app', true)",
    `${AT} 0.25 ms  parse <unnamed>: select "id" from "organizations"`,
    `${AT} 0.125 ms  bind <unnamed>: select "id" from "organizations"`,
    `${AT} 2 ms  execute <unnamed>: select "id" from "organizations"`,
    '',
  ].join('\n')
  expect(timesIn(log)).toEqual({ planning: 0.375, executing: 2.5, statements: 2 })
})

test('timesIn ignores lines of the log that name no duration', () => {
  const log = '2026-11-23 15:47:07.285 UTC [1] LOG:  received SIGHUP, reloading configuration files\n'
  expect(timesIn(log)).toEqual({ planning: 0, executing: 0, statements: 0 })
})
