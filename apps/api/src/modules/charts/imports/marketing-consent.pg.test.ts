/** The written consent to promotion that an import brings in. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { demographicsTarget as target } from './demographics.target.ts'
import { carver, importRows, openPatients, type Patients } from './imports.suite.ts'

let clinic: Patients
beforeEach(async () => {
  clinic = await openPatients()
})
afterEach(() => clinic.close())

const consentOf = async (mrn: string) =>
  (
    await clinic.store.query(
      'select marketing_consent_on::text, marketing_consent_source from patients where mrn = $1',
      [mrn],
    )
  )[0]
const consent = (day: string | null, source: string | null) => ({
  ...{ marketing_consent_on: day, marketing_consent_source: source },
})
const nora = { mrn: 'N1', lastName: 'Bell', firstName: 'Nora' }

test('an import records the consent to promotion of new and of stored patients, with its source', async () => {
  const rows = [
    { ...carver, marketingConsentOn: '11/2/2026', marketingConsentSource: 'Intake form' },
    { ...nora, marketingConsentOn: '2026-10-01' },
  ]
  const { does } = await importRows(clinic, target, rows)
  expect(does).toEqual(['update', 'create'])
  expect(await consentOf('204-8817')).toEqual(consent('2026-11-02', 'Intake form'))
  expect(await consentOf('N1')).toEqual(consent('2026-10-01', 'Import'))
  expect((await importRows(clinic, target, rows)).does).toEqual(['unchanged', 'unchanged'])
  // An empty cell withdraws nothing.
  await importRows(clinic, target, [{ ...carver, insuranceType: 'Aetna' }])
  expect(await consentOf('204-8817')).toEqual(consent('2026-11-02', 'Intake form'))
})

test('an import takes no consent of a day to come, and none without a day', async () => {
  const { rows } = await importRows(clinic, target, [
    { ...carver, marketingConsentOn: '11/30/2027' },
    { ...nora, marketingConsentSource: 'Portal' },
  ])
  expect(rows.map(({ state, issues }) => [state, issues.map(({ code }) => code)])).toEqual([
    ['error', ['future']],
    ['ready', ['consent_left_out']],
  ])
  expect(await consentOf('204-8817')).toEqual(consent(null, null))
  expect(await consentOf('N1')).toEqual(consent(null, null))
})
