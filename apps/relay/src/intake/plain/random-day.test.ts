/**
 * A client that reads the list once and then applies the events has what the list has, after any sequence of changes.
 */
import type { Envelope } from '@foyer/contracts/event.ts'
import { conflate } from '@foyer/contracts/ordering.rules.ts'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { PlainConversation } from '../../../test/fake-inbox.ts'
import { startPlainWorld } from '../../../test/plain-world.ts'

type Copy = Map<string, PlainConversation>

const nth = fc.nat(129)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('text' as const), nth }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('change' as const), nth, unreadCount: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), nth }) },
)

/** Enough for two passes over the whole list. */
const ROUNDS_TO_SETTLE = 16

test.each([7, 1848, 20261122])(
  'initial copy plus later events equals the list (seed %i) [DESIGN-04] [OPEN-096]',
  async (seed) => {
    // Changes between two rounds, and changes while pages are read.
    const days = fc.array(
      fc.record({ between: fc.array(step, { maxLength: 6 }), meanwhile: fc.array(step, { maxLength: 4 }) }),
      {
        minLength: 6,
        maxLength: 6,
      },
    )
    const [day = []] = fc.sample(days, { seed, numRuns: 1 })
    const world = await startPlainWorld()
    const { inbox } = world
    const ids = inbox.fill(130)
    const take = (one: (typeof day)[number]['between'][number]) => {
      const id = ids[one.nth] ?? ''
      if (!inbox.listed('org_cedar').some((held) => held.id === id)) return
      if (one.kind === 'text') inbox.text(id, 'Hello')
      else if (one.kind === 'change') inbox.change(id, { unreadCount: one.unreadCount })
      else inbox.remove(id)
    }
    const screen = await world.connected()
    const read = (): Copy => new Map(inbox.listed('org_cedar').map((one) => [one.id, one]))
    let begun = await screen.subscribe()
    let copy = read()
    for (const { between, meanwhile } of day) {
      for (const one of between) take(one)
      inbox.on(() => {
        const one = meanwhile.shift()
        if (one) take(one)
      })
      await world.rounds(2)
      inbox.on(null)
      for (const one of meanwhile.splice(0)) take(one)
    }
    await world.rounds(ROUNDS_TO_SETTLE)
    if (!begun.ok) throw new Error('not subscribed')
    const after = await screen.subscribe({ epoch: begun.epoch, after: begun.head })
    if (!after.ok) throw new Error('not subscribed')
    const hasLeft = copy.size > read().size
    expect('resync' in after).toBe(hasLeft)
    if ('resync' in after) copy = read()
    else copy = applied(copy, after.events)
    expect(copy).toEqual(read())
    const unread = [...copy.values()].reduce((sum, { unreadCount }) => sum + unreadCount, 0)
    expect(after.counts.unreadMessages).toBe(unread)
    // Once changes stop, no more events follow; a later change continues this epoch.
    begun = after
    const [first = ''] = copy.keys()
    inbox.text(first, 'And now')
    await world.rounds(3)
    await vi.waitFor(() => expect(screen.heard().at(-1)?.key).toBe(first))
    expect(screen.position()).toBe(after.head + 1)
    expect(applied(copy, screen.heard())).toEqual(read())
  },
)

function applied(copy: Copy, events: readonly Envelope[]): Copy {
  const next = new Map(copy)
  for (const { key, data } of conflate(events)) {
    const { version: _, ...conversation } = data as PlainConversation & { version: number }
    next.set(key, conversation)
  }
  return next
}
