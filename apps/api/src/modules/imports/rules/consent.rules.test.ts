import { describe, expect, test } from 'vitest'
import { promotionConsent } from './consent.rules.ts'

const STORED = { marketingConsentOn: '2026-05-01', marketingConsentSource: 'Intake form' }
const NONE = { marketingConsentOn: null, marketingConsentSource: null }

describe('promotionConsent', () => {
  test.each([
    ['a day and a source', { marketingConsentOn: '2026-11-02', marketingConsentSource: 'Portal' }, NONE, 'Portal'],
    ['a day alone', { marketingConsentOn: '2026-11-02' }, NONE, 'Import'],
    ['another day than the stored one', { marketingConsentOn: '2026-11-02' }, STORED, 'Import'],
    ['the stored day', { marketingConsentOn: '2026-05-01' }, STORED, 'Intake form'],
    ['a source of the stored consent', { marketingConsentSource: 'Portal' }, STORED, 'Portal'],
  ])('takes %s with its source', (_, values, stored, source) => {
    const { values: whole, issue } = promotionConsent({ mrn: '1', ...values }, stored)
    expect([whole.mrn, whole.marketingConsentSource, issue]).toEqual(['1', source, undefined])
  })

  test('leaves out a source without a day, and says so', () => {
    expect(promotionConsent({ mrn: '1', marketingConsentSource: 'Portal' }, NONE)).toEqual({
      values: { mrn: '1' },
      issue: { code: 'consent_left_out', message: 'Consent to promotion needs its date' },
    })
  })

  test('says nothing of a row that names neither', () => {
    const values = { mrn: '1' }
    expect(promotionConsent(values, STORED)).toEqual({ values })
  })
})
