import { CallError } from '../../src/api/call-error.ts'
import { Component as Visits } from '../../src/features/settings/visits/visits-page.tsx'
import { type Answers, never, ok, refuse } from '../canned-api.ts'
import { MARKUP } from '../fixtures/accounts.ts'
import { forecast, visitSettings } from '../fixtures/visit-settings.ts'
import { part } from '../gallery-entry.ts'
import { SettingsScene } from '../scenes/settings-scene.tsx'
import type { Hand } from '../use-hand.ts'

interface PageProps {
  answers?: Answers
  agent?: boolean
  offline?: boolean
  then?: (hand: Hand) => Promise<void>
}

const USUAL: Answers = {
  visitSettings: () => ok(visitSettings),
  previewVisitSettings: () => ok(forecast),
  reminderForecast: () => ok(forecast),
}

function Page({ answers = {}, ...rest }: PageProps) {
  return (
    <SettingsScene answers={{ ...USUAL, ...answers }} {...rest}>
      <Visits />
    </SettingsScene>
  )
}

const FORECAST = 'main table tbody tr'
const WORDS = '[name="reminders.0.steps.0.text"]'

async function whole({ find }: Hand) {
  await find(FORECAST)
}

const save =
  (until: string, words: Record<string, string> = {}) =>
  async ({ find, type, press }: Hand) => {
    await find(FORECAST)
    for (const [name, typed] of Object.entries(words)) await type(`[name="${name}"]`, typed)
    await press('main form [type=submit]')
    await find(until)
  }

async function askForCancel({ find, type }: Hand) {
  await find(FORECAST)
  await type(WORDS, 'Your visit is on {{appointmentDate}}. Reply C to confirm or CANCEL to cancel your visit.')
  await find('main u')
}

async function addKind({ find, press }: Hand) {
  await find(FORECAST)
  await press('main form > div > div > button:has(.lucide-plus)')
  await find('[name="reminders.2.appointmentType"]')
}

async function openInsert({ find, press }: Hand) {
  await find(FORECAST)
  await press('[aria-label="Insert into Text of reminder 1"]')
  await find('[role=menuitem]')
}

/** Another user turned the telehealth reminders on meanwhile. */
const overtaken: Answers = {
  saveVisitSettings: () => {
    const [any, ...others] = visitSettings.reminders
    const reminders = [...(any ? [any] : []), ...others.map((cadence) => ({ ...cadence, enabled: true }))]
    const data = { ...visitSettings, version: 4, reminders, invitation: { text: `Time to come. ${MARKUP}` } }
    throw new CallError('Failed to save settings', 409, { reason: 'stale', data })
  },
}

export const visitSettingsPart = part('Visits and reminders', {
  page: { title: 'An admin changes them', show: () => <Page then={whole} /> },
  read: { title: 'Others read them', show: () => <Page agent then={whole} /> },
  loading: { title: 'Loading', show: () => <Page answers={{ visitSettings: never }} /> },
  failed: { title: 'Did not load', show: () => <Page answers={{ visitSettings: () => refuse() }} /> },
  counting: {
    title: 'The forecast is being counted',
    show: () => <Page answers={{ previewVisitSettings: never }} />,
  },
  'no-forecast': {
    title: 'The forecast did not load',
    show: () => (
      <Page
        answers={{ previewVisitSettings: () => refuse() }}
        then={async ({ find }) => void (await find('main section [role=alert]'))}
      />
    ),
  },
  collision: { title: 'Words that would opt patients out', show: () => <Page then={askForCancel} /> },
  insert: { title: 'Inserting a field', show: () => <Page then={openInsert} /> },
  kind: { title: 'Reminders for another kind of visit', show: () => <Page then={addKind} /> },
  wrong: {
    title: 'What can’t be',
    show: () => (
      <Page
        then={save('[aria-invalid]', {
          'reminders.0.steps.0.n': '0',
          'reminders.0.steps.0.at': '7',
          'reminders.0.steps.1.text': 'See you in {{room}}.',
          'reminders.1.appointmentType': '',
        })}
      />
    ),
  },
  saving: {
    title: 'Being saved',
    show: () => <Page answers={{ saveVisitSettings: never }} then={save('[type=submit][aria-busy]')} />,
  },
  'not-saved': {
    title: 'Not saved',
    show: () => (
      <Page answers={{ saveVisitSettings: () => refuse() }} then={save('main form > div > div [role=alert]')} />
    ),
  },
  overtaken: {
    title: 'Somebody else saved meanwhile',
    show: () => <Page answers={overtaken} then={save('main form > div > div [role=alert]')} />,
  },
  offline: { title: 'Offline', show: () => <Page offline then={whole} /> },
})
