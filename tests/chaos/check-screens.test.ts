import { type Counts, countNames, noCounts } from '@foyer/contracts/counts.rules.ts'
import { expect, test } from 'vitest'
import { checkScreens } from './check-screens.ts'
import type { Client } from './client.ts'
import { CEDAR } from './clinics.ts'
import { createLedger } from './ledger.ts'

/** The violations of a screen at this position; each snapshot of the clinic has the `asOf` that the function returns. */
async function found(
  screen: { epoch: string; seq: number },
  asOf: () => number,
  counts: Counts = noCounts,
): Promise<string[]> {
  const ledger = createLedger()
  const client: Client = {
    name: 'a screen',
    organizationId: CEDAR.id,
    isLive: () => true,
    position: () => ({ ...screen }),
    conversations: () => new Map(),
    counts: () => counts,
    thread: () => null,
    close: () => undefined,
  }
  const ask = async () => ({ kind: 'ok', reply: { data: [], asOf: asOf(), epoch: 'e1', cursor: null } })
  const staff = [{ organizationId: CEDAR.id, ask } as never]
  await checkScreens({ store: {} as never, ledger, staff, clients: [client] }, 1_000)
  return ledger.violations.map(({ invariant }) => invariant)
}

test('screen check finds I5 at once when a snapshot is behind what a screen has shown [OPEN-097]', async () => {
  let readings = 0
  const asOf = () => {
    readings += 1
    return 3
  }
  expect(await found({ epoch: 'e1', seq: 5 }, asOf)).toEqual(['I5'])
  expect(readings).toBe(1)
})

test('screen check waits for the next snapshot when a screen receives an event during the read', async () => {
  const screen = { epoch: 'e1', seq: 3 }
  const asOf = () => {
    const { seq } = screen
    screen.seq = 5
    return seq
  }
  expect(await found(screen, asOf)).toEqual([])
})

test('screen check finds I5 when any of the five counts is wrong [OPEN-020]', async () => {
  const screen = { epoch: 'e1', seq: 3 }
  for (const name of countNames) expect(await found(screen, () => 3, { ...noCounts, [name]: 1 }), name).toEqual(['I5'])
})
