import { campaignExample } from '@foyer/contracts/campaign/campaign.ts'
import { NO_SENDS } from '@foyer/contracts/campaign/sends.rules.ts'
import { expect, test } from 'vitest'
import { barOf, doneOf } from './states-bar.rules.ts'

test('barOf has each state that has sends, and its parts add up', () => {
  const bar = barOf(campaignExample.states)
  expect(bar.map(({ state }) => state)).toEqual(['delivered', 'queued', 'failed', 'skipped', 'waiting'])
  expect(bar.reduce((sum, part) => sum + part.count, 0)).toBe(campaignExample.states.total)
  expect([barOf(NO_SENDS), doneOf(campaignExample.states)]).toEqual([[], 682])
})
