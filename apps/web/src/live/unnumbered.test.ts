import { noCounts } from '@foyer/contracts/counts.rules.ts'
import { expect, test } from 'vitest'
import { afterAnswer, afterSnapshot } from './live.rules.ts'
import { type LiveContext, startingContext } from './live-context.rules.ts'
import { afterJoining, readersAreCurrent } from './readers.rules.ts'

const organizationId = 'org_cedar'
const position = { ok: true, epoch: 'of the relay', head: 3, counts: noCounts } as const

/** The answer of an inbox service without a log: `epoch` and `asOf` are missing. */
const unnumbered = { reader: 'list' } as Parameters<typeof afterSnapshot>[1]

test('tab is never live when a reader’s answers have no epoch and seq, and it reads again [DESIGN-04] [OPEN-096]', () => {
  const clock = { now: () => new Date(0), elapsed: () => 0 }
  const started = startingContext({ organizationId, random: () => 0, clock } as Parameters<typeof startingContext>[0])
  let context: LiveContext = { ...started, ...afterJoining(started, { reader: 'list', organizationId }) }
  context = { ...context, ...afterAnswer(context, { ...position, resync: true }).changes }
  context = { ...context, ...afterSnapshot(context, unnumbered).changes }
  expect(readersAreCurrent(context)).toBe(false)
  const again = afterAnswer(context, { ...position, events: [] })
  expect(again.emits).toContainEqual({ type: 'resync', organizationId, epoch: 'of the relay', head: 3 })
  // With both fields the tab is live at once, so nothing else is missing.
  const numbered = { ...context, ...afterSnapshot(context, { reader: 'list', epoch: 'of the relay', asOf: 3 }).changes }
  expect(readersAreCurrent(numbered)).toBe(true)
})
