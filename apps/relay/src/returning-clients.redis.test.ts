import { describe, expect, test, vi } from 'vitest'
import { EPOCH } from '../test/events.ts'
import { ORG, seqsOf, startTwoRelays } from '../test/two-relays.ts'

const ENDED = { id: 'rev_1', sid: 'ses_1', sub: 'usr_lena', at: '2026-11-17T15:00:00.000Z' }

/** Two relays, and the token of a client that left the first one with a ticket. */
async function startWithTicket() {
  const relays = await startTwoRelays()
  const token = await relays.api.token()
  const screen = relays.first.screen(token)
  await screen.opened()
  await screen.subscribe()
  screen.close()
  return { ...relays, token, ticket: screen.tickets[0] }
}

describe('ticket of another relay', () => {
  test('admits a client, which catches up [OPEN-096] [OPEN-097]', async () => {
    const { first, second, token, ticket } = await startWithTicket()
    await first.change(ORG, {}, {})
    const screen = second.screen(token, { ticket })
    expect(await screen.opened()).toBe('connected')
    await screen.subscribe({ epoch: EPOCH, after: 0 })
    await screen.reach(2)
    expect(seqsOf(screen)).toEqual([1, 2])
    // A relay that had not accepted the ticket would have issued one.
    expect(screen.tickets).toEqual([])
  })

  test('admits nobody whose session ended before, and keeps no socket open whose session ends [OPEN-096]', async () => {
    const { second, token, ticket } = await startWithTicket()
    const screen = second.screen(token, { ticket })
    expect(await screen.opened()).toBe('connected')
    await second.post('/relay/webhooks/revocations', { revocations: [ENDED] })
    await vi.waitFor(() => expect(screen.closed).toBe('io server disconnect'))
    expect(await second.screen(token, { ticket }).opened()).toBe('unauthenticated')
  })
})
