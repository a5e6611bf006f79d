/** The tab "Consent" of a patient's chart. */
import { CallError } from '../../src/api/call-error.ts'
import { ok, refuse } from '../canned-api.ts'
import { consent, nora } from '../fixtures/charts.ts'
import type { Entry } from '../gallery-entry.ts'
import { ChartScene } from '../scenes/chart-scene.tsx'
import type { Hand } from '../use-hand.ts'

const FORM = '[role=dialog] form'
export const stopped = { ...nora, smsStatus: 'opted_out', textEnable: false } as const

export const press =
  (selector: string, until: string) =>
  async ({ press: click, find }: Hand) => {
    await click(selector)
    await find(until)
  }

async function refuseConsent({ press: click, find }: Hand) {
  await click('[role=tabpanel] button:has(.lucide-ban)')
  await click(`${FORM} [type=submit]`)
  await find(`${FORM} [role=alert]`)
}

/** The source is left empty. */
async function saveConsent({ press: click, find }: Hand) {
  await click('[role=tabpanel] button:has(.lucide-file-check)')
  await click(`${FORM} [type=submit]`)
  await find(`${FORM} [aria-invalid=true]`)
}

async function withdrawConsent({ press: click, find }: Hand) {
  await click('[role=tabpanel] button:has(.lucide-undo-2)')
  await click('[role=alertdialog] button:last-of-type')
  await find('[role=alertdialog] [role=alert]')
}

const onlyPatient = () => {
  const message = 'Ask them to text START to (512) 555-0100.'
  throw new CallError('Failed to save the consent', 422, { reason: 'opted_out', message })
}

export const consentEntries = {
  consent: {
    title: 'Consent',
    show: () => <ChartScene tab="consent" answers={{ patientConsent: () => ok(consent.slice(1)) }} />,
  },
  'consent-stopped': {
    title: 'Consent: the patient’s STOP',
    show: () => <ChartScene tab="consent" patient={stopped} />,
  },
  'consent-noted': {
    title: 'Consent: stopped by staff',
    show: () => <ChartScene tab="consent" patient={stopped} answers={{ patientConsent: () => ok(consent.slice(4)) }} />,
  },
  'consent-blocked': {
    title: 'Consent: blocked',
    show: () => (
      <ChartScene
        tab="consent"
        patient={{ ...nora, smsStatus: 'blocked', textEnable: false, askedToStop: true }}
        answers={{ patientConsent: () => ok(consent.slice(2)) }}
      />
    ),
  },
  'consent-empty': {
    title: 'Consent: no number',
    show: () => (
      <ChartScene
        tab="consent"
        patient={{ ...nora, phoneNumber: null, household: 0 }}
        answers={{ patientConsent: () => ok([]) }}
      />
    ),
  },
  'consent-failed': {
    title: 'Consent: not loaded',
    show: () => <ChartScene tab="consent" answers={{ patientConsent: () => refuse() }} />,
  },
  'consent-form': {
    title: 'Consent: stopping texts',
    show: () => (
      <ChartScene
        tab="consent"
        answers={{ patientConsent: () => ok(consent.slice(1)) }}
        then={press('[role=tabpanel] button:has(.lucide-ban)', FORM)}
      />
    ),
  },
  'consent-refused': {
    title: 'Consent: refused',
    show: () => (
      <ChartScene
        tab="consent"
        answers={{ patientConsent: () => ok(consent.slice(1)), savePatientConsent: onlyPatient }}
        then={refuseConsent}
      />
    ),
  },
  'consent-promotion': {
    title: 'Consent: promotion on record',
    show: () => (
      <ChartScene
        tab="consent"
        patient={{ ...nora, marketingConsent: { on: '2026-05-04', source: 'Intake form, signed at the desk' } }}
        answers={{ patientConsent: () => ok([]) }}
      />
    ),
  },
  'consent-promotion-form': {
    title: 'Consent: recording promotion',
    show: () => <ChartScene tab="consent" answers={{ patientConsent: () => ok([]) }} then={saveConsent} />,
  },
  'consent-promotion-withdraw': {
    title: 'Consent: withdrawing promotion',
    show: () => (
      <ChartScene
        tab="consent"
        patient={{ ...nora, marketingConsent: { on: '2026-05-04', source: 'Intake form' } }}
        answers={{ patientConsent: () => ok([]), saveMarketingConsent: () => refuse() }}
        then={withdrawConsent}
      />
    ),
  },
} satisfies Readonly<Record<string, Entry>>
