import { expect, test } from 'vitest'
import type { GoogleGateway } from '../../gateways/google.ts'
import { findAccount } from './find-account.ts'

const consent = { organizationId: 'o1', refreshToken: 'token' }

type Failed = 'absent' | 'busy' | 'unknown'
/** The ids of the locations by account, or a failure in their place. */
type Google = Failed | Readonly<Record<string, readonly string[] | Failed>>

const failure = (outcome: Failed) =>
  outcome === 'busy' ? ({ outcome, retryAfterMs: 1000 } as const) : ({ outcome } as const)

function find(google: Google, account: string | null = null, locations: readonly string[] = []) {
  const gateway: Pick<GoogleGateway, 'accounts' | 'locations'> = {
    accounts: async () =>
      typeof google === 'string' ? failure(google) : { outcome: 'ok', value: Object.keys(google) },
    locations: async (_, asked) => {
      const ids = typeof google === 'string' ? google : (google[asked] ?? 'absent')
      if (typeof ids === 'string') return failure(ids)
      return { outcome: 'ok', value: ids.map((id) => ({ name: `locations/${id}`, title: id })) }
    },
  }
  return findAccount(gateway, consent, { account, locations: new Set(locations) })
}

test.each<[string, Google, string | null, string[], string]>([
  ['the only one with locations', { a: [], b: ['1'] }, null, [], 'b'],
  ['the connected one among several', { a: ['1'], b: ['2'] }, 'a', ['2'], 'a'],
  ['the one with locations that were kept', { a: ['1'], b: ['2', '3'] }, null, ['3', '4'], 'b'],
  ['none when no location was kept', { a: ['1'], b: ['2'] }, null, [], 'several_accounts'],
  ['none when other locations were kept', { a: ['1'], b: ['2'] }, null, ['4'], 'several_accounts'],
  ['none when two have locations that were kept', { a: ['1'], b: ['2'] }, null, ['1', '2'], 'several_accounts'],
  ['none when another may have them', { a: ['1'], b: ['2'], c: 'busy' }, null, ['1'], 'unanswered'],
  ['none without locations', { a: [], b: 'absent' }, null, ['1'], 'no_locations'],
  ['no answer while Google is busy', 'busy', 'a', ['1'], 'unanswered'],
  ['no answer when Google fails', 'unknown', 'a', ['1'], 'unanswered'],
  ['none when Google knows of no accounts', 'absent', null, [], 'no_locations'],
])('findAccount finds %s', async (_, google, account, locations, expected) => {
  const found = await find(google, account, locations)
  expect(typeof found === 'string' ? found : found.account).toBe(expected)
})
